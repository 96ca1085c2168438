import { statSync } from 'node:fs';
import path from 'node:path';

/**
 * The files that take longest, longest first. jest knows that only from runs before, and takes the largest file for the longest:
 * what is started last runs alone at the end.
 */
const LONGEST = [
  'orders',
  'accessibility',
  'screens',
  'calm',
  'checkout-mishaps',
  'accounts',
  'keeper-screens',
  'keeper-texts',
  'checkout-journeys',
  'journey',
  'checkout',
  'sitemap',
  'crawl',
  'failing-backend',
  'nothing-lost',
  'stale-and-slow',
  'bench',
  'rolling-restart',
  'memory',
];

const rankOf = ({ path: file }) => {
  const place = LONGEST.indexOf(path.basename(file, '.test.ts'));
  return place === -1 ? LONGEST.length : place;
};

/** Order in which the files of a suite are started: the longest first, then by size. */
export default class LongestFirst {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const ranked = tests.map((test) => ({ test, rank: rankOf(test), size: statSync(test.path).size }));
    return ranked
      .sort((one, other) => one.rank - other.rank || other.size - one.size)
      .map(({ test }) => test);
  }

  /** Asked by jest after a run; the order depends on nothing that ran before. */
  cacheResults() {}
}
