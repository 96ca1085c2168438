/** Runs test files in the order of their paths. */
export default class AlphabeticalSequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    return tests.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }

  allFailedTests(tests) {
    return tests;
  }

  /** Called by jest after a run; the order does not depend on earlier runs. */
  cacheResults() {}
}
