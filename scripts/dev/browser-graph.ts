import { existsSync } from 'node:fs';
import path from 'node:path';
import { chunkNameOf } from '../../build/loadable-plugin.mjs';
import type { Sources } from './sources.ts';

/** What the browser's program consists of, found by walking its imports. */
export interface BrowserGraph {
  /** Absolute paths of all sources of the project that it may load. */
  readonly files: ReadonlySet<string>;
  /** Style sheets in the order in which the production build joins them. */
  readonly styles: readonly string[];
  /** Packages, as they are imported. */
  readonly packages: ReadonlySet<string>;
  /** Chunk name of @loadable → absolute path, for every module that is loaded on demand. */
  readonly chunks: ReadonlyMap<string, string>;
}

// The compiler begins every statement on a line of its own, and moves a comment before it into that line.
const importPattern =
  /(?:^|\*\/\s*)(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|(?:^|\*\/\s*)import\s*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm;

/** Specifiers that a compiled module imports, in the order of the text; `isLazy` for `import()`. */
export function readImports(code: string): { specifier: string; isLazy: boolean }[] {
  return [...code.matchAll(importPattern)].map(([, from, bare, lazy]) => ({
    specifier: from ?? bare ?? lazy ?? '',
    isLazy: lazy !== undefined,
  }));
}

/**
 * Walks depth first, in the order of the imports: so esbuild joins style sheets, those of lazy modules included.
 *
 * @param entries absolute paths
 * @throws what the compiler says of a source that does not compile
 */
export function walkBrowserGraph(root: string, entries: readonly string[], sources: Sources): BrowserGraph {
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
    for (const { specifier, isLazy } of readImports(compiled.code)) {
      if (!/^[./]/.test(specifier)) {
        packages.add(specifier);
        continue;
      }
      // What the compiler itself has put in is addressed from the server's root and has no styles.
      if (specifier.startsWith('/')) continue;
      const target = path.resolve(path.dirname(file), specifier);
      // In Node's own words, so that one reader understands both.
      if (!existsSync(target)) throw new Error(`Cannot find module '${target}' imported from ${file}`);
      if (isLazy) chunks.set(chunkNameOf(target, root), target);
      visit(target);
    }
  };
  for (const entry of entries) visit(entry);
  return { files, styles, packages, chunks };
}
