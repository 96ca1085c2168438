import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const build = path.resolve(import.meta.dirname, '../../dist');
/** Words that only the development server, its scripts and what it compiles have. */
const traces = [
  '/dev/',
  'dev-overlay',
  'EventSource',
  '$RefreshReg$',
  '$RefreshSig$',
  'performReactRefresh',
  'injectIntoGlobalHook',
  'react-refresh',
  'jsxDEV',
  'swc',
];

describe('a production build', () => {
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|json|map)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

  it('has its scripts in it', () => {
    expect(files.some((file) => file.endsWith('web.mjs'))).toBe(true);
    expect(files.some((file) => /client\/start-[^/]+\.js$/.test(file))).toBe(true);
  });

  it('has nothing of the development server in it', () => {
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return traces
        .filter((trace) => text.includes(trace))
        .map((trace) => `${path.relative(build, file)}: ${trace}`);
    });
    expect(found).toEqual([]);
  });

  it('has a source map for every script', () => {
    const scripts = files.filter((file) => /\.m?js$/.test(file) && !/sample-shop|texts-[^/]+$/.test(file));
    const unmapped = scripts.filter((file) => !files.includes(`${file}.map`));
    expect(unmapped.map((file) => path.relative(build, file))).toEqual([]);
  });
});
