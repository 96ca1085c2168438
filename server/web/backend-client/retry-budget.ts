/**
 * Budget for repeats: a percentage of the calls, so that a backend in trouble does not receive twice as many
 * calls as a healthy one.
 */
export interface RetryBudget {
  /** Counts a first attempt. */
  earn(): void;
  /** Takes one repeat from the budget. Returns false if none is left. */
  take(): boolean;
}

/** Initial budget. A restart of the backend closes all idle connections at once, at most ten. */
const initialBudget = 10;

/**
 * Creates a budget of `percent` repeats per hundred calls, of which at most ten accumulate. It starts with
 * ten.
 *
 * @param percent 0 for no repeats
 */
export function createRetryBudget(percent: number): RetryBudget {
  // In hundredths of a repeat: sums of fractions would not be exact.
  let saved = percent === 0 ? 0 : initialBudget * 100;
  return {
    earn: () => {
      saved = Math.min(saved + percent, initialBudget * 100);
    },
    take: () => {
      if (saved < 100) return false;
      saved -= 100;
      return true;
    },
  };
}
