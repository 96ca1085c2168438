import { expect, it } from '@jest/globals';
import { churn } from './memory-churn.ts';

const MB = 1_000_000;

it('memory is bounded while visitors request ever new pages', async () => {
  const { failures, requests, early, late } = await churn({
    addresses: 5000,
    durationMs: 4000,
    seed: 20_261_120,
    // The cache is full before the first measurement, however fast the machine is.
    environment: { PAGE_CACHE_MAX_ENTRIES: '50' },
  });
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(600);
  // Leaked pages (100 kB of HTML and state each) would take 40 MB and more; small responses are cached up to
  // their limits.
  expect(late.heapUsed + late.external - early.heapUsed - early.external).toBeLessThan(30 * MB);
  expect(late.rss).toBeLessThan(450 * MB);
});
