import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const clientFolder = path.join(import.meta.dirname, '..');
const componentFiles = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

/** Returns every `styles.name` of a component that is not in the module imported as `styles`. */
function findUnknownClassNames(file: string): string[] {
  const source = readFileSync(path.join(clientFolder, file), 'utf8');
  const imported = /import styles from '(.+\.module\.css)'/.exec(source)?.[1];
  if (!imported) return [];
  const css = readFileSync(path.join(clientFolder, path.dirname(file), imported), 'utf8');
  const known = new Set([...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map((match) => match[1]));
  const used = [...source.matchAll(/\bstyles\.([A-Za-z]\w*)/g)].map((match) => match[1] ?? '');
  return used.filter((name) => !known.has(name)).map((name) => `${file}: styles.${name}`);
}

describe('class names', () => {
  it('exist in the CSS Module of the component that uses them', () => {
    expect(componentFiles.length).toBeGreaterThan(40);
    expect(componentFiles.flatMap(findUnknownClassNames)).toEqual([]);
  });
});
