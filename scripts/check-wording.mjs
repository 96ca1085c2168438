// Checks that comments, names of tests and documents use standard terms: part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAvoidedTerms } from './wording/find-avoided-terms.mjs';

const projectRoot = path.resolve(import.meta.dirname, '..');
/**
 * Matches files that are generated from the schemas of the import, the content of the sample shop, the
 * specification, and lists of words.
 */
const excludedFilePattern =
  /^(?:docs\/data\.md|docs\/terms\.md|docs\/spec|server\/backend\/sample-shop\/data|scripts\/wording)(?:\/|$)/;
const files = globSync(
  '{*,{.ci,build,client,deploy,docs,scripts,server,shared,test}/**/*}.{ts,tsx,mjs,js,css,sql,md,sh,yaml}',
  { cwd: projectRoot },
)
  .filter((file) => !excludedFilePattern.test(file.replaceAll('\\', '/')))
  .sort();
const problems = files.flatMap((file) =>
  findAvoidedTerms(file, readFileSync(path.join(projectRoot, file), 'utf8')),
);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'All wording is standard.' : `${problems.length} wording problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
