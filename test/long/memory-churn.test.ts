import { expect, it } from '@jest/globals';
import { churn } from '../faults/memory-churn.ts';

const BYTES_PER_MB = 1_000_000;

it('memory is bounded through ten minutes of churn over 5,000 addresses', async () => {
  const report = await churn({ addresses: 5000, durationMs: 600_000, seed: 20_261_121 });
  console.info(report);
  expect(report.failures).toEqual([]);
  expect(report.addresses).toBeGreaterThan(4000);
  const { middle, late } = report;
  // The caches are full since half-time: from then on memory may only vary slightly.
  expect(late.heapUsed + late.external - middle.heapUsed - middle.external).toBeLessThan(20 * BYTES_PER_MB);
  expect(late.rss).toBeLessThan(450 * BYTES_PER_MB);
}, 900_000);
