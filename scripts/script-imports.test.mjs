import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const projectRoot = path.join(import.meta.dirname, '..');

/** Lists the relative imports of a module, static and dynamic. */
const listRelativeImports = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)].map(([, name]) =>
    path.join(path.dirname(file), name),
  );

/** Lists all modules that a module imports, directly or indirectly. */
function collectImportedModules(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const next of listRelativeImports(file)) collectImportedModules(next, seen);
  return seen;
}

const scripts = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
  .map((name) => path.join(import.meta.dirname, name));

// Outside of jest its globals cannot be imported by name: such a script fails before its first line.
it('scripts import no test files that only work in jest', () => {
  const inTests = path.join(projectRoot, 'test');
  const borrowers = scripts.filter((script) =>
    [...collectImportedModules(script)].some((file) => file.startsWith(inTests)),
  );
  expect(borrowers.map((script) => path.basename(script))).toContain('capture-admin-guide.mjs');
  const faults = borrowers.flatMap((script) =>
    [...collectImportedModules(script)]
      .filter((file) => readFileSync(file, 'utf8').includes("from '@jest/globals'"))
      .map((file) => `${path.basename(script)} → ${path.relative(projectRoot, file)}`),
  );
  expect(faults).toEqual([]);
});

// Node does not compile JSX: such a script fails before its first line.
it('scripts that import JSX import the hooks that compile it', () => {
  const hooks = path.join(import.meta.dirname, 'jsx-hooks.mjs');
  const importers = scripts
    .map((script) => ({ name: path.basename(script), modules: collectImportedModules(script) }))
    .filter(({ modules }) => [...modules].some((file) => file.endsWith('.tsx')));
  expect(importers.map(({ name }) => name)).toContain('bench.mjs');
  expect(importers.filter(({ modules }) => !modules.has(hooks)).map(({ name }) => name)).toEqual([]);
});
