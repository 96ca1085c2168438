import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Sources } from './compiled-sources.ts';

/** Server modules of the project, loaded from their sources and reloaded after an edit. */
export interface ReloadableServerModules {
  /** Imports the latest version of a module, including all changed modules that it imports. */
  load(file: string): Promise<unknown>;
  /**
   * Marks sources as edited. They and all modules that import them are evaluated again at the next `load`.
   *
   * @returns all affected modules
   */
  invalidate(files: Iterable<string>): ReadonlySet<string>;
}

const versionQuery = /\?v=\d+$/;

/**
 * Hooks into Node's module loading. The URL of a module contains a version (`?v=3`), because Node never
 * unloads a module. Old versions remain in memory, a few hundred kilobytes per edit of a module that all
 * others import.
 */
export function createReloadableServerModules(root: string, sources: Sources): ReloadableServerModules {
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
