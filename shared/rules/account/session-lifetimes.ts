import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';

/** Session lifetimes in milliseconds: since the last request, and in total (decisions, "Accounts"). */
export const sessionLifetimes = {
  /** A session that ends with the browser. */
  browser: { idleMs: 2 * HOUR_MS, totalMs: 12 * HOUR_MS },
  /** A session with 'keep me signed in'. */
  kept: { idleMs: 30 * DAY_MS, totalMs: 180 * DAY_MS },
} as const;

/** Time after a password confirmation for which it is not requested again, in milliseconds. */
export const REAUTHENTICATION_VALIDITY_MS = 10 * MINUTE_MS;
