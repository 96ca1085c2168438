import { expect, it } from '@jest/globals';
import { restartUnderLoad } from '../faults/rolling-restart.ts';

it('20,000 requests across 10 restarts of one of two processes are answered without one failure', async () => {
  const report = await restartUnderLoad({ requests: 20_000, restarts: 10 });
  expect(report.failures).toEqual([]);
  expect(report.restarts).toBe(10);
  expect(report.requests).toBeGreaterThanOrEqual(20_000);
  expect(report.exitCodes).toEqual(Array.from({ length: 10 }, () => 0));
}, 1_800_000);
