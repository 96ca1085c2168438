import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '..');

/** Files that a module takes in by a path of their own: at once, or when it comes to them. */
const listImports = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)].map(([, name]) =>
    path.join(path.dirname(file), name),
  );

/** Everything that a module takes in. */
function walk(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const next of listImports(file)) walk(next, seen);
  return seen;
}

const scripts = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
  .map((name) => path.join(import.meta.dirname, name));

// Outside of jest its globals cannot be imported by name: such a script ends before its first line.
it('scripts that a person runs take nothing from the tests that only runs in them', () => {
  const inTests = path.join(root, 'test');
  const borrowers = scripts.filter((script) => [...walk(script)].some((file) => file.startsWith(inTests)));
  expect(borrowers.map((script) => path.basename(script))).toContain('draw-keeper-guide.mjs');
  const faults = borrowers.flatMap((script) =>
    [...walk(script)]
      .filter((file) => readFileSync(file, 'utf8').includes("from '@jest/globals'"))
      .map((file) => `${path.basename(script)} → ${path.relative(root, file)}`),
  );
  expect(faults).toEqual([]);
});
