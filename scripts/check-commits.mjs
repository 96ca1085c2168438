// Checks the subjects of commits (CONTRIBUTING.md): part of `npm test`. Without a git repository there is nothing to check.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { findCommitSubjectProblem } from './commit-subjects.mjs';

/** Commits before this day were written before the rule. */
const FIRST_CHECKED_DAY = '2026-11-29T00:00:00Z';

const subjectProblems = listCommits().flatMap(({ hash, subject }) => {
  const problem = findCommitSubjectProblem(subject);
  return problem === null ? [] : [`${hash} "${subject}" ${problem}`];
});
for (const problem of subjectProblems) console.error(problem);
console.log(
  subjectProblems.length === 0
    ? 'All commit subjects are in order.'
    : `${subjectProblems.length} commit subjects to correct.`,
);
process.exitCode = subjectProblems.length === 0 ? 0 : 1;

function listCommits() {
  const root = path.resolve(import.meta.dirname, '..');
  try {
    const log = execFileSync(
      'git',
      ['log', '--no-merges', `--since=${FIRST_CHECKED_DAY}`, '--format=%h %s'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    return log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({
        hash: line.slice(0, line.indexOf(' ')),
        subject: line.slice(line.indexOf(' ') + 1),
      }));
  } catch {
    console.log('This is no git repository: no commits to check.');
    return [];
  }
}
