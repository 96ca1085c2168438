import { expect, it } from '@jest/globals';
import { restartUnderLoad } from './rolling-restart.ts';

it('restarts one of two processes after the other without one failed request', async () => {
  const report = await restartUnderLoad({ requests: 600, restarts: 2 });
  expect(report.failures).toEqual([]);
  expect(report.restarts).toBe(2);
  expect(report.requests).toBeGreaterThanOrEqual(600);
  expect(report.exitCodes).toEqual([0, 0]);
});
