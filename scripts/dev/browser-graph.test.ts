import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { cssModulesPlugin } from '../../build/css-modules-plugin.mjs';
import { loadablePlugin } from '../../build/loadable-plugin.mjs';
import { createBrowserGraph, listImportSpecifiers } from './browser-graph.ts';
import { createCompiledSources } from './compiled-sources.ts';
import { toProjectPath } from './transform.ts';
import { replacePackageSpecifiers } from './vendor.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('listImportSpecifiers', () => {
  it('finds the imports of a compiled module in order, and ignores text that resembles them', () => {
    const code = [
      'import { a } from "./a.ts";',
      "import './b.css';",
      '/** A comment that the compiler has moved. */ export { c } from "./c.ts";',
      'const text = "import { x } from elsewhere";',
      'const page = ()=>import("./d.tsx");',
    ].join('\n');
    expect(listImportSpecifiers(code)).toEqual([
      { specifier: './a.ts', isLazy: false },
      { specifier: './b.css', isLazy: false },
      { specifier: './c.ts', isLazy: false },
      { specifier: './d.tsx', isLazy: true },
    ]);
  });
});

describe('replacePackageSpecifiers', () => {
  it('replaces packages by their URLs and leaves own sources unchanged', () => {
    const code = 'import { a } from "react";\nimport { b } from "./b.ts";\nawait import("ky");';
    expect(replacePackageSpecifiers(code)).toBe(
      'import { a } from "/dev/vendor/react.js";\nimport { b } from "./b.ts";\nawait import("/dev/vendor/ky.js");',
    );
  });

  it('replaces a package by a module of this project', () => {
    const code = 'import { hydrateRoot } from "react-dom/client";';
    expect(replacePackageSpecifiers(code, { 'react-dom/client': '/ours.ts' })).toContain('from "/ours.ts"');
  });
});

describe('createBrowserGraph', () => {
  it('finds the style sheets in the order of the production build', async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: { main: 'client/start/entry.tsx' },
      outdir: path.join(root, 'dist'),
      write: false,
      bundle: true,
      splitting: true,
      format: 'esm',
      jsx: 'automatic',
      packages: 'external',
      loader: { '.woff2': 'empty', '.svg': 'empty', '.webp': 'empty', '.webm': 'empty', '.mp4': 'empty' },
      plugins: [loadablePlugin({ side: 'client', root }), cssModulesPlugin({ side: 'client', root })],
      logLevel: 'silent',
    });
    const css = outputFiles.find(({ path: file }) => file.endsWith('main.css'))?.text ?? '';
    const inBuild = [...css.matchAll(/^\/\* (?:scoped-css:)?(.+?\.css)(?:\?scoped)? \*\/$/gm)].map(
      ([, file = '']) => toProjectPath(root, path.resolve(root, file)),
    );
    const graph = createBrowserGraph(
      root,
      [path.join(root, 'client/start/entry.tsx')],
      createCompiledSources(root),
    );
    expect(inBuild.length).toBeGreaterThan(10);
    expect(graph.styles.map((file) => toProjectPath(root, file))).toEqual(inBuild);
  });
});
