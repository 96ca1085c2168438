// `npm test`: what must pass before work is handed over. Runs on Node 20 or newer; starts the tests under the pinned Node.
//
//   npm test                       types, lint, boundaries, locales, unit, integration and the main browser journeys
//   npm test -- --all              everything: also PostgreSQL, faults, extended tests and every browser test
//   npm test -- --changed          within a minute: the checks, and the tests nearest to the edits since the last commit
//   npm test -- --changed=main     the same for the edits since the branch left main
//   npm test -- types lint         some suites, by name
//   npm test -- unit cart          the files of the unit suites whose path contains 'cart'
//   npm test -- --all --record     also records how long the files take, in test/jest/durations.json
import path from 'node:path';
import { recordDurations } from '../test/jest/durations.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { chooseChangedTests } from './testing/changed-tests.mjs';
import { printReport } from './testing/print-test-report.mjs';
import { runBuild, runCheck, runJest } from './testing/run-suite.mjs';
import { startStopwatch } from './testing/stopwatch.mjs';
import { parseCommandOptions } from './testing/test-options.mjs';

const stopStopwatch = startStopwatch();
const options = parseCommandOptions(process.argv.slice(2));
ensureInstalled();
const results = await runSuites(options);
if (options.isRecording) recordDurations(results.flatMap(({ files }) => files));
process.exitCode = printReport(results, stopStopwatch()) ? 0 : 1;

async function runSuites({ chosen, patterns, isAll, changedSince }) {
  const changes = changedSince === null ? null : chooseChangedTests(root, changedSince);
  if (changes) printChosenTests(changes);
  const testSuites = chosen.filter(
    ({ command }) => command === undefined && !(changes && changes.tests.length === 0),
  );
  const build = testSuites.some(({ needsBuild }) => needsBuild) && !changes ? [runBuild()] : [];
  const checks = chosen
    .filter(({ command }) => command !== undefined)
    .map((check) => limitLintToChanges(check, changes));
  const results = [...build, ...(await Promise.all(checks.map(runCheck)))];

  const isRunnable = ({ needs }) => !needs || Boolean(process.env[needs]);
  const hasServer = testSuites.some((suite) => suite.name === 'postgresql' && isRunnable(suite));
  const selection = {
    patterns: changes ? changes.tests : patterns,
    isAll: isAll || changes !== null,
    hasServer,
  };
  for (const suite of testSuites) {
    if (!isRunnable(suite)) console.log(`${suite.name}: skipped, ${suite.needs} is not set`);
    else if (suite.needsBuild && build.some(({ failed }) => failed > 0)) {
      console.error(`${suite.name}: skipped, the build failed`);
    } else results.push(await runJest(suite, selection));
  }
  return results;
}

/** With `--changed`, the linter reads only edited files; the other checks are about the project as a whole. */
function limitLintToChanges(check, changes) {
  if (changes === null || check.name !== 'lint') return check;
  const options = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  return { ...check, command: [...check.command, ...options, ...changes.edited] };
}

function printChosenTests({ edited, tests, leftOut }) {
  console.log(
    `${edited.length} edited files; the nearest ${tests.length} test files that depend on them run`,
  );
  if (leftOut > 0)
    console.log(`${leftOut} more depend on them indirectly: run \`npm test\` before you commit`);
  for (const test of tests) console.log(`  ${path.normalize(test)}`);
}
