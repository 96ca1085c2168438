import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const clientFolder = path.join(import.meta.dirname, '..');
/** Window widths at which the layout changes, in em, so that a larger font gets the layout that fits. */
const breakpoints = new Set([28, 48, 68, 80, 92]);

it('style sheets use only the five breakpoints, in em, for window widths; other widths are container queries', () => {
  const files = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const asked = files.flatMap((file) => {
    const css = readFileSync(path.join(clientFolder, file), 'utf8');
    const queries = [...css.matchAll(/@media[^{]*/g)].join(' ');
    return [...queries.matchAll(/\((min|max)-width: ([\d.]+)(\w+)\)/g)].map(([text, bound, value, unit]) => ({
      where: `${file} ${text}`,
      isNamed: unit === 'em' && breakpoints.has(Number(value) + (bound === 'max' ? 1 / 16 : 0)),
    }));
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ isNamed }) => !isNamed).map(({ where }) => where)).toEqual([]);
});
