import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Sources } from './sources.ts';

/** The server's own modules, loaded from the sources and anew after an edit. */
export interface ServerModules {
  /** Imports a module of the project in its newest form, and with it whatever has changed below it. */
  load(file: string): Promise<unknown>;
  /**
   * Marks sources as edited: they and all that import them are evaluated anew at the next `load`.
   *
   * @returns all modules that this concerns
   */
  invalidate(files: Iterable<string>): ReadonlySet<string>;
}

const versionQuery = /\?v=\d+$/;

/**
 * Hooks into Node's module loading. A module's address carries a version (`?v=3`), since Node keeps a module for ever;
 * the old forms stay in memory, a few hundred kilobytes per edit of something that everything imports.
 */
export function createServerModules(root: string, sources: Sources): ServerModules {
  const versions = new Map<string, number>();
  const importers = new Map<string, Set<string>>();
  const packages = path.join(root, 'node_modules') + path.sep;
  const isOurs = (file: string) => file.startsWith(root + path.sep) && !file.startsWith(packages);
  const addressOf = (file: string) => `${pathToFileURL(file).href}?v=${versions.get(file) ?? 0}`;

  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL } = context;
      if (parentURL === undefined || !versionQuery.test(parentURL)) return next(specifier, context);
      const resolved = next(specifier, { ...context, parentURL: parentURL.replace(versionQuery, '') });
      if (!resolved.url.startsWith('file:')) return resolved;
      const file = fileURLToPath(resolved.url);
      if (!isOurs(file)) return resolved;
      const known = importers.get(file) ?? new Set();
      importers.set(file, known.add(fileURLToPath(parentURL)));
      return { url: addressOf(file), format: 'module', shortCircuit: true };
    },
    load: (url, context, next) => {
      if (!versionQuery.test(url)) return next(url, context);
      const { code } = sources.getModule(fileURLToPath(url), 'server');
      return { format: 'module', source: code, shortCircuit: true };
    },
  });

  return {
    load: (file) => import(addressOf(file)),
    invalidate: (files) => {
      const affected = new Set<string>();
      const visit = (file: string) => {
        if (affected.has(file)) return;
        affected.add(file);
        versions.set(file, (versions.get(file) ?? 0) + 1);
        for (const importer of importers.get(file) ?? []) visit(importer);
      };
      for (const file of files) visit(file);
      return affected;
    },
  };
}
