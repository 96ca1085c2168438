import { expect, it } from '@jest/globals';
import { interleave } from '../fixtures/interleave-visitors.ts';

it('ten thousand interleaved requests to all sites, languages and route kinds never mix data of visitors', async () => {
  const report = await interleave({ count: 10_000, seed: 42, everyHost: 1 });
  console.info({ ...report, faults: report.faults.length });
  expect(report.faults).toEqual([]);
  expect(Object.keys(report.statuses).sort()).toEqual(['200', '404', '422']);
}, 900_000);
