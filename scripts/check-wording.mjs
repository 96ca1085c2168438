// Checks that comments, names of tests and documents use standard terms: part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findWording } from './wording/find-wording.mjs';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync(
  '{*,{.ci,build,client,deploy,docs,scripts,server,shared,test}/**/*}.{ts,tsx,mjs,js,css,sql,md,sh,yaml}',
  {
    cwd: root,
    // Generated from the schemas of the import, content of the sample shop, and the specification.
    exclude: (name) =>
      /^(?:docs\/data\.md|docs\/spec|server\/backend\/sample-shop\/data|scripts\/wording)(?:\/|$)/.test(name),
  },
).sort();
const problems = files.flatMap((file) => findWording(file, readFileSync(path.join(root, file), 'utf8')));
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'All wording is standard.' : `${problems.length} wording problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
