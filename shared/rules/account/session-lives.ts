import { DAY_MS, HOUR_MS } from '../durations.ts';

/** How long somebody stays signed in, in milliseconds: since they were last seen, and in all (decisions, "Accounts"). */
export const sessionLives = {
  /** Until the browser is closed. */
  browser: { idleMs: 2 * HOUR_MS, totalMs: 12 * HOUR_MS },
  /** Who has ticked 'keep me signed in'. */
  kept: { idleMs: 30 * DAY_MS, totalMs: 180 * DAY_MS },
} as const;

/** For so long after somebody has given their password it is not asked for again, in milliseconds. */
export const FRESH_MS = 10 * 60_000;
