import { expect, it } from '@jest/globals';
import { restartUnderLoad } from './rolling-restart.ts';

it('two web processes are restarted alternately without a failed request', async () => {
  const report = await restartUnderLoad({ requests: 600, restarts: 2 });
  expect(report.failures).toEqual([]);
  expect(report.restarts).toBe(2);
  expect(report.requests).toBeGreaterThanOrEqual(600);
  expect(report.exitCodes).toEqual([0, 0]);
});
