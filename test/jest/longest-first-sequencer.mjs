import { getExpectedSeconds } from './durations.mjs';

/** Expected seconds of the files of this run; the reporter estimates the time left from it. */
export const plan = { seconds: 0 };

/** Starts the longest test files first, so that no worker is left with a long one at the end. */
export default class LongestFirstSequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    plan.seconds = tests.reduce((sum, test) => sum + getExpectedSeconds(test.path), 0);
    return [...tests].sort((one, other) => getExpectedSeconds(other.path) - getExpectedSeconds(one.path));
  }

  allFailedTests(tests) {
    return tests;
  }

  /** Called by jest after a run; the order does not depend on earlier runs. */
  cacheResults() {}
}
