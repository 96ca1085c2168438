import { builtProcessSuites, matchesSuiteName, suites } from './suites.mjs';

/**
 * Reads the command line of `npm test`.
 *
 * @param {readonly string[]} args
 * @returns {{ chosen: object[], patterns: string[], isAll: boolean, changedSince: string | null, isRecording: boolean }}
 *   `chosen` are suites; `patterns` are parts of the paths of test files, all if there are none; `changedSince` is a revision
 * @throws {Error} if an option is unknown
 */
export function parseCommandOptions(args) {
  const options = args.filter((arg) => arg.startsWith('-'));
  const positionals = args.filter((arg) => !arg.startsWith('-'));
  const unknown = options.filter((option) => !/^--(?:all|record|changed(?:=.+)?)$/.test(option));
  if (unknown.length > 0) throw new Error(`Unknown option: ${unknown.join(' ')}`);
  const changed = options.find((option) => option.startsWith('--changed'));
  const patterns = positionals.filter((word) => !suites.some((suite) => matchesSuiteName(suite, word)));
  const named = suites.filter((suite) => positionals.some((word) => matchesSuiteName(suite, word)));
  const isAll = options.includes('--all');
  return {
    chosen: named.length > 0 ? named : chooseSuites({ isAll, isChanged: changed !== undefined, patterns }),
    patterns,
    // A suite or file that is named runs completely.
    isAll: isAll || named.length > 0 || patterns.length > 0,
    changedSince: changed === undefined ? null : (changed.split('=')[1] ?? 'HEAD'),
    isRecording: options.includes('--record'),
  };
}

function chooseSuites({ isAll, isChanged, patterns }) {
  const ofCircle = suites.filter(({ circle }) => isAll || circle === 'default');
  if (isChanged) return ofCircle.filter(({ name }) => !builtProcessSuites.has(name));
  return patterns.length > 0 ? suites.filter(({ command }) => command === undefined) : ofCircle;
}
