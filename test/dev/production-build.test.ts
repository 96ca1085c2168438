import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const build = path.join(root, 'dist');
/** Strings that are only in the development server, its scripts and its output. */
const developmentOnlyStrings = [
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

  it('contains the scripts', () => {
    expect(files.some((file) => file.endsWith('web.mjs'))).toBe(true);
    expect(files.some((file) => /client\/start-[^/]+\.js$/.test(file))).toBe(true);
  });

  it('contains no part of the development server', () => {
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return developmentOnlyStrings
        .filter((trace) => text.includes(trace))
        .map((trace) => `${path.relative(build, file)}: ${trace}`);
    });
    expect(found).toEqual([]);
  });

  it('has a source map for every script, those of the browser outside the public folder', () => {
    const scripts = files.filter((file) => /\.m?js$/.test(file) && !/sample-shop|texts-[^/]+$/.test(file));
    const unmapped = scripts.filter((file) => !existsSync(getSourceMapPath(file)));
    expect(unmapped.map((file) => path.relative(build, file))).toEqual([]);

    const served = files.filter((file) => path.dirname(file) === path.join(build, 'client'));
    expect(served.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(served.filter((file) => readFileSync(file, 'utf8').includes('sourceMappingURL'))).toEqual([]);
  });

  it.each([
    ['client/main-', '"data-static"', 'client/ui/StaticHtml.tsx'],
    ['client/start-', '"requestIdleCallback"', 'client/start/start.ts'],
    ['client/MediaPage-', '"media.title"', 'client/pages/media/MediaPage.tsx'],
    ['server/web', '"listen_failed"', 'server/web/main.ts'],
    ['server/backend', '"listen_failed"', 'server/backend/app/main.ts'],
  ])('maps %s and %s back to the line in %s', (start, text, source) => {
    const file = files.find((one) => path.relative(build, one).startsWith(start) && /\.m?js$/.test(one))!;
    const before = readFileSync(file, 'utf8').split(text)[0]!.split('\n');
    const map = new SourceMap(JSON.parse(readFileSync(getSourceMapPath(file), 'utf8')));
    const entry = map.findEntry(before.length - 1, before.at(-1)!.length);
    if (!('originalSource' in entry)) throw new Error('The source map has no mapping for this location');
    expect(path.resolve(path.dirname(getSourceMapPath(file)), entry.originalSource)).toBe(
      path.join(root, source),
    );
    const line = readFileSync(path.join(root, source), 'utf8').split('\n')[entry.originalLine];
    expect(line).toContain(text.slice(1, -1));
  });
});

/**
 * Returns the path of a source map. Maps of the server are next to their files, where Node looks for them.
 */
function getSourceMapPath(file: string): string {
  const folder = path.dirname(file) === path.join(build, 'client') ? 'source-maps' : 'server';
  return path.join(build, folder, `${path.basename(file)}.map`);
}
