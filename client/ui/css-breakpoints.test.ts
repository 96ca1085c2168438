import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const client = path.join(import.meta.dirname, '..');
/** Widths of the window at which the layout changes, in em: a reader with larger text gets the layout that it fits. */
const breakpoints = new Set([28, 48, 68, 80, 92]);

it('styles ask for the width of the window at the five breakpoints, in em, only: smaller differences ask the container', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const asked = files.flatMap((file) => {
    const css = readFileSync(path.join(client, file), 'utf8');
    const queries = [...css.matchAll(/@media[^{]*/g)].join(' ');
    return [...queries.matchAll(/\((min|max)-width: ([\d.]+)(\w+)\)/g)].map(([text, bound, value, unit]) => ({
      where: `${file} ${text}`,
      isNamed: unit === 'em' && breakpoints.has(Number(value) + (bound === 'max' ? 1 / 16 : 0)),
    }));
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ isNamed }) => !isNamed).map(({ where }) => where)).toEqual([]);
});
