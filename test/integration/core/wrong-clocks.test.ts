import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabaseClock } from '../../../server/backend/core/database/database-clock.ts';
import { createLog } from '../../../server/platform/logging.ts';
import { SECOND_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';

/** Tolerance: much longer than a query takes, and much shorter than the differences below. */
const CLOCK_TOLERANCE_MS = 10 * SECOND_MS;

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

/**
 * Creates a clock on a machine with the wrong time. The database of these tests has the time of this process.
 */
function createClock(aheadMs: number) {
  const lines: string[] = [];
  const log = createLog({ name: 'backend', level: 'error' }, { write: (line: string) => lines.push(line) });
  const own = () => Date.now() + aheadMs;
  return { clock: createDatabaseClock({ database: backend.database, log, clock: own }), lines };
}

describe('a backend whose clock is wrong', () => {
  it.each([75, -75, 20 * 365 * 86_400])(
    'uses the time of the database, %i seconds ahead',
    async (seconds) => {
      const { clock, lines } = createClock(seconds * SECOND_MS);
      await expect(clock.compare()).resolves.toBe(false);
      expect(Math.abs(clock.now() - Date.now())).toBeLessThan(CLOCK_TOLERANCE_MS);
      const [{ value: difference } = { value: 0 }] = clock.metric.readSamples();
      expect(Math.abs(difference + seconds)).toBeLessThan(CLOCK_TOLERANCE_MS / SECOND_MS);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('clock_differs');
    },
  );

  it.each([45, -45])('trusts its clock within a minute: %i seconds ahead', async (seconds) => {
    const { clock, lines } = createClock(seconds * SECOND_MS);
    await expect(clock.compare()).resolves.toBe(true);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(CLOCK_TOLERANCE_MS);
    expect(lines).toEqual([]);
  });
});

it('each job that deletes or ends records requires the right time', () => {
  const clockIndependentJobs = [
    'check-books',
    'campaigns',
    'listing-changes',
    'planned-texts',
    'popularity',
    'publish-reviews',
    'queue',
    'reconcile-payments',
    'stock-reminders',
  ];
  const clockDependentJobs = [
    'campaign-recipients',
    'close-orders',
    'end-unpaid-orders',
    'forget',
    'forget-accounts',
    'forget-carts',
    'forget-orders',
    'forget-quotations',
    'forget-withdrawals',
    'newsletter-consents',
  ];
  expect([...backend.irrevocableJobs].sort()).toEqual(clockDependentJobs);
  expect([...backend.jobNames].sort()).toEqual([...clockIndependentJobs, ...clockDependentJobs].sort());
});
