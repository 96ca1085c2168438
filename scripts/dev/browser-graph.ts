import { existsSync } from 'node:fs';
import path from 'node:path';
import { getChunkName } from '../../build/loadable-plugin.mjs';
import type { Sources } from './compiled-sources.ts';

/** Files of the browser code, found by following its imports. */
export interface BrowserGraph {
  /** Absolute paths of all sources that the browser may load. */
  readonly files: ReadonlySet<string>;
  /** Style sheets in the order of the production build. */
  readonly styles: readonly string[];
  /** Packages, by their import specifiers. */
  readonly packages: ReadonlySet<string>;
  /** Chunk name of @loadable → absolute path, for every lazy module. */
  readonly chunks: ReadonlyMap<string, string>;
}

// The compiler starts every statement on a new line, and moves a preceding comment into that line.
const importPattern =
  /(?:^|\*\/\s*)(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|(?:^|\*\/\s*)import\s*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm;

/** Lists the specifiers that a compiled module imports, in order; `isLazy` for `import()`. */
export function listImportSpecifiers(code: string): { specifier: string; isLazy: boolean }[] {
  return [...code.matchAll(importPattern)].map(([, from, bare, lazy]) => ({
    specifier: from ?? bare ?? lazy ?? '',
    isLazy: lazy !== undefined,
  }));
}

/**
 * Follows the imports depth first, in order, including lazy modules. This is the order in which esbuild joins
 * style sheets.
 *
 * @param entries absolute paths
 * @throws the error of the compiler if a source does not compile
 */
export function createBrowserGraph(root: string, entries: readonly string[], sources: Sources): BrowserGraph {
  const files = new Set<string>();
  const styles: string[] = [];
  const packages = new Set<string>();
  const chunks = new Map<string, string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const compiled = sources.getModule(file, 'browser');
    if (file.endsWith('.css')) {
      styles.push(file);
      return;
    }
    if (!/\.(tsx?|m?js)$/.test(file)) return;
    for (const { specifier, isLazy } of listImportSpecifiers(compiled.code)) {
      if (!/^[./]/.test(specifier)) {
        packages.add(specifier);
        continue;
      }
      // Imports inserted by the compiler start at the server's root and have no styles.
      if (specifier.startsWith('/')) continue;
      const target = path.resolve(path.dirname(file), specifier);
      // The same message as Node's, so that one parser understands both.
      if (!existsSync(target)) throw new Error(`Cannot find module '${target}' imported from ${file}`);
      if (isLazy) chunks.set(getChunkName(target, root), target);
      visit(target);
    }
  };
  for (const entry of entries) visit(entry);
  return { files, styles, packages, chunks };
}
