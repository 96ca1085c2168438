import { expect, it } from '@jest/globals';
import { interleave } from '../fixtures/interleave-visitors.ts';

it('interleaved requests of two visitors with a session and one without never mix their data, on every route kind', async () => {
  // Enough requests that some ask for a page again while it is cached.
  const report = await interleave({ count: 480, seed: 20_261_121, everyHost: 4 });
  expect(report.faults).toEqual([]);
  expect(Object.keys(report.statuses).sort()).toEqual(['200', '404', '422']);
  expect(report.hits).toBeGreaterThan(10);
});
