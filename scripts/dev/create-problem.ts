import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import type { TextsFileError } from '../../server/platform/read-texts.ts';
import { CompileError } from './compile-error.ts';
import { getSourceExcerpt, type Problem } from './problem.ts';
import { toProjectPath } from './transform.ts';

/**
 * Reads the problem of a source that does not compile, with its location.
 *
 * @param error error of the compiler
 */
export async function createCompileProblem(
  root: string,
  file: string,
  source: string,
  error: unknown,
): Promise<Problem> {
  const message = error instanceof Error ? error.message : String(error);
  const place = (await locateCompileError(file, source, error)) ?? {};
  return createSourceProblem(
    root,
    { title: 'Build error', message: place.text ?? stripCodeFrame(message) },
    { file, ...place },
  );
}

interface SourceLocation {
  readonly text?: string;
  readonly line?: number;
  /** Counts from 1. */
  readonly column?: number;
}

async function locateCompileError(
  file: string,
  source: string,
  error: unknown,
): Promise<SourceLocation | undefined> {
  if (file.endsWith('.css')) {
    const loc: unknown = error instanceof Error ? Reflect.get(error, 'loc') : undefined;
    if (typeof loc !== 'object' || loc === null) return undefined;
    const line: unknown = Reflect.get(loc, 'line');
    const column: unknown = Reflect.get(loc, 'column');
    return { ...(typeof line === 'number' && { line }), ...(typeof column === 'number' && { column }) };
  }
  if (file.endsWith('.json')) {
    const found = /line (\d+) column (\d+)/.exec(String(error));
    return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
  }
  // esbuild, which the production build uses, reports it in one sentence with a numeric location.
  const failure: unknown = await transform(source, {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    logLevel: 'silent',
  }).catch((reason: unknown) => reason);
  const first = getFirstErrorLocation(failure);
  if (first) return first;
  const found = /\[[^\]\n]+?:(\d+):(\d+)\]/.exec(String(error));
  return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
}

function getFirstErrorLocation(failure: unknown): SourceLocation | undefined {
  if (!(failure instanceof Error)) return undefined;
  const errors: unknown = Reflect.get(failure, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first !== 'object' || first === null) return undefined;
  const text: unknown = Reflect.get(first, 'text');
  const location: unknown = Reflect.get(first, 'location');
  if (typeof text !== 'string' || typeof location !== 'object' || location === null) return undefined;
  const line: unknown = Reflect.get(location, 'line');
  const column: unknown = Reflect.get(location, 'column');
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  return { text, line, column: column + 1 };
}

/** Removes the code frame that compilers print below their message; the overlay has its own. */
function stripCodeFrame(message: string): string {
  return message.split(/\n\s*[,╭]/)[0]?.trim() ?? message;
}

/** Creates a problem, with the lines around it if the location is known and the file exists. */
export function createSourceProblem(
  root: string,
  { title, message }: { title: string; message: string },
  place: { file: string; line?: number; column?: number },
): Problem {
  const { file, line, column } = place;
  const isRead = line !== undefined && existsSync(file);
  return {
    title,
    message,
    file: toProjectPath(root, file),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(isRead && { excerpt: getSourceExcerpt(readFileSync(file, 'utf8'), line) }),
  };
}

/**
 * Reads the problem of code that could not be assembled or started.
 *
 * @param candidates sources that may be the cause if the error names none: Node does not report which module
 *   imports a missing name
 */
export async function createLoadProblem(
  root: string,
  error: unknown,
  candidates: readonly string[] = [],
): Promise<Problem> {
  if (error instanceof CompileError) {
    return createCompileProblem(root, error.file, error.source, error.cause);
  }
  // Compared by name, because the module that throws it may be another version than this one's.
  if (error instanceof Error && error.name === 'TextsFileError') {
    const { file, reason, line, column } = error as TextsFileError;
    return createSourceProblem(
      root,
      { title: 'Build error', message: reason },
      { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) },
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = (error instanceof Error && error.stack) || message;
  const missing = /Cannot find (?:module|package) '([^']+)' imported from (\S+)/.exec(message);
  const unnamed = /requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message);
  const importer =
    missing?.[2] ?? (unnamed ? findImporter(candidates, unnamed[1] ?? '', unnamed[2] ?? '') : undefined);
  const target = missing?.[1] ?? unnamed?.[1];
  if (importer !== undefined && target !== undefined && existsSync(importer)) {
    return createSourceProblem(
      root,
      { title: 'Build error', message: message.replaceAll(`${root}/`, '').replaceAll(/\?v=\d+/g, '') },
      { file: importer, ...findImportPosition(readFileSync(importer, 'utf8'), path.basename(target)) },
    );
  }
  return createServerProblem(root, 'Server error', message, stack);
}

/** Finds the source that imports a name from a module, by the specifier as written. */
function findImporter(candidates: readonly string[], specifier: string, name: string): string | undefined {
  return candidates.find((file) => {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) return false;
    const source = readFileSync(file, 'utf8');
    return source.includes(`'${specifier}'`) && source.split(/[^\w$]+/).includes(name);
  });
}

/** Finds line and column of the import of a file, by the name at the end of its path. */
function findImportPosition(source: string, name: string): { line?: number; column?: number } {
  const lines = source.split('\n');
  const index = lines.findIndex((line) =>
    new RegExp(`['"/]${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`).test(line),
  );
  if (index < 0) return {};
  return { line: index + 1, column: (lines[index]?.indexOf(name) ?? 0) + 1 };
}

const serverFramePattern = /(file:\/\/[^\s():]+|\/[^\s():]+\.[a-z]+)(?:\?v=\d+)?:(\d+)(?::(\d+))?/g;

/**
 * Finds the location of a server error: the first line of its stack that is in the project.
 *
 * @param stack stack that is already mapped to the sources (`--enable-source-maps`)
 */
export function createServerProblem(root: string, title: string, message: string, stack: string): Problem {
  for (const [, address = '', line, column] of stack.matchAll(serverFramePattern)) {
    const file = address.startsWith('file:') ? fileURLToPath(address) : address;
    if (!isProjectSource(root, file)) continue;
    return createSourceProblem(
      root,
      { title, message },
      { file, line: Number(line), ...(column !== undefined && { column: Number(column) }) },
    );
  }
  return { title, message };
}

function isProjectSource(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return !relative.startsWith('..') && !/^(node_modules|scripts\/dev)\b/.test(relative) && existsSync(file);
}
