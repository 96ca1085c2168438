/** What repeats may cost: a share of the calls, so that a backend in trouble is not asked twice as much as a healthy one. */
export interface RetryBudget {
  /** To be told of every first call. */
  earn(): void;
  /** Takes one repeat; false where none is left. */
  take(): boolean;
}

/** A restart of the backend breaks every idle connection at once; the agent keeps at most ten. */
const reserve = 10;

/**
 * Makes a budget: `percent` repeats per hundred calls, of which at most ten are saved up. It starts with those ten.
 *
 * @param percent 0 for no repeats at all
 */
export function createRetryBudget(percent: number): RetryBudget {
  // In hundredths of a repeat: fractions of a tenth would not add up.
  let saved = percent === 0 ? 0 : reserve * 100;
  return {
    earn: () => {
      saved = Math.min(saved + percent, reserve * 100);
    },
    take: () => {
      if (saved < 100) return false;
      saved -= 100;
      return true;
    },
  };
}
