import { existsSync } from 'node:fs';
import { CompileError } from './compile-error.ts';
import { createCompileProblem } from './create-problem.ts';
import type { Problem } from './problem.ts';
import {
  type CompiledModule,
  type CompiledStyle,
  readSource,
  type Side,
  transformModule,
  transformStyle,
} from './transform.ts';

/**
 * All sources in use, compiled once per edit. A source that no longer compiles retains its last valid
 * version.
 */
export interface Sources {
  /** @throws the error of the compiler if the source has never compiled */
  getModule(file: string, side: Side): CompiledModule;
  /** @throws as `getModule` does */
  getStyle(file: string): CompiledStyle;
  /**
   * Compiles an edited source.
   *
   * @param sides sides that need it in addition to those that have requested it
   * @returns the problem; null if all sides have the new version
   */
  refresh(file: string, sides?: readonly Side[]): Promise<Problem | null>;
  /** Returns true if a side has requested the source. */
  isUsed(file: string, side: Side): boolean;
  /** Returns true if the file has changed since it was compiled. */
  isChanged(file: string): boolean;
}

interface CachedSource {
  source: string;
  readonly modules: Map<Side, CompiledModule>;
  style?: CompiledStyle;
}

/** @param root absolute path of the project */
export function createCompiledSources(root: string): Sources {
  const entries = new Map<string, CachedSource>();

  const getEntry = (file: string): CachedSource => {
    let entry = entries.get(file);
    if (!entry) {
      entry = { source: readSource(root, file), modules: new Map() };
      entries.set(file, entry);
    }
    return entry;
  };

  return {
    getModule: (file, side) => {
      const entry = getEntry(file);
      let compiled = entry.modules.get(side);
      if (!compiled) {
        try {
          compiled = transformModule({ root, file, source: entry.source, side });
        } catch (error) {
          entries.delete(file);
          throw new CompileError(file, entry.source, error);
        }
        entry.modules.set(side, compiled);
      }
      return compiled;
    },
    getStyle: (file) => {
      const entry = getEntry(file);
      entry.style ??= transformStyle({ root, file, source: entry.source });
      return entry.style;
    },
    refresh: async (file, wanted = []) => {
      const entry = entries.get(file);
      const sides = new Set([...(entry?.modules.keys() ?? []), ...wanted]);
      if (!existsSync(file)) {
        // Its importers fail and report it.
        entries.delete(file);
        return null;
      }
      // An unused source is compiled when it is requested first.
      if (sides.size === 0) return null;
      const source = readSource(root, file);
      try {
        const modules = [...sides].map(
          (side) => [side, transformModule({ root, file, source, side })] as const,
        );
        const style = entry?.style && transformStyle({ root, file, source });
        entries.set(file, { source, modules: new Map(modules), ...(style && { style }) });
        return null;
      } catch (error) {
        return createCompileProblem(root, file, source, error);
      }
    },
    isUsed: (file, side) => entries.get(file)?.modules.has(side) ?? false,
    isChanged: (file) => {
      const entry = entries.get(file);
      return !entry || !existsSync(file) || readSource(root, file) !== entry.source;
    },
  };
}
