import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { transformLoadableCalls } from '../../build/loadable-plugin.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const cacheFolder = path.join(tmpdir(), 'havero-shop-tests/modules');
const globalsUrl = pathToFileURL(path.join(import.meta.dirname, 'globals.mjs')).href;

/** Everything other than its source that decides what a module is compiled to. */
const compilerHash = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(path.join(root, 'build/loadable-plugin.mjs')))
  .update(readFileSync(path.join(root, 'node_modules/esbuild/package.json')))
  .digest('hex');

/**
 * Source map file of each compiled module, by its URL and by its path: the registry that `@jest/source-map`
 * reads.
 */
export const sourceMaps = new Map();

const MEDIA_EXTENSIONS = ['.svg', '.webp', '.webm', '.mp4', '.woff2'];
const same = (value) => value;

/**
 * Lets Node import the project's sources: TypeScript, style sheets and media. `@jest/globals` resolves to
 * `globals.mjs`.
 *
 * @param {object} [options]
 * @param {(conditions: readonly string[]) => readonly string[]} [options.changeConditions] changes the
 *   conditions under which the `exports` of packages are resolved
 * @param {(url: string) => string} [options.addVersion] gives a source module another URL, so that Node
 *   evaluates it again
 */
export function installModuleHooks({ changeConditions = same, addVersion = same } = {}) {
  mkdirSync(cacheFolder, { recursive: true });
  enableCompileCache(path.join(cacheFolder, 'v8'));
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: globalsUrl, format: 'module', shortCircuit: true };
      const resolved =
        resolveRelative(specifier, context) ??
        next(specifier, { ...context, conditions: changeConditions(context.conditions) });
      return isSourceUrl(resolved.url) ? { ...resolved, url: addVersion(resolved.url) } : resolved;
    },
    load(url, context, next) {
      const source = isSourceUrl(url) ? compileSource(url) : null;
      return source === null ? next(url, context) : { source, format: 'module', shortCircuit: true };
    },
  });
}

/**
 * Resolves the import of a file by its relative path. Node would look for a package.json in every folder
 * above the file for each import, which takes half of the time in which a worker loads its modules; here it
 * does so once for each module.
 */
function resolveRelative(specifier, { parentURL, conditions }) {
  const isImport = conditions.includes('import') && parentURL?.startsWith('file:');
  if (!isImport || !/^\.\.?\/.*\.(m?js|tsx?)$/.test(specifier)) return null;
  return { url: new URL(specifier, parentURL).href, shortCircuit: true };
}

function isSourceUrl(url) {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return false;
  return ['.ts', '.tsx', '.css', ...MEDIA_EXTENSIONS].includes(path.extname(new URL(url).pathname));
}

/** @returns {string} the JavaScript of a source module */
function compileSource(url) {
  const file = fileURLToPath(url);
  const extension = path.extname(file);
  if (extension === '.ts' || extension === '.tsx') return compileTypeScript(file, url);
  if (MEDIA_EXTENSIONS.includes(extension)) return `export default ${JSON.stringify(path.basename(file))};`;
  // In tests, a CSS class keeps the name from its source.
  return file.endsWith('.module.css')
    ? "export default new Proxy({}, { get: (_target, key) => (typeof key === 'string' ? key : undefined) });"
    : 'export {};';
}

/** Compiles as the build does; pages split by @loadable are compiled for the server. */
function compileTypeScript(file, url) {
  const source = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update(compilerHash).update(file).update(source).digest('hex');
  const codeFile = path.join(cacheFolder, `${hash}.js`);
  const mapFile = path.join(cacheFolder, `${hash}.map`);
  sourceMaps.set(url, mapFile);
  sourceMaps.set(file, mapFile);
  try {
    return readFileSync(codeFile, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { code, map } = transformSync(
    transformLoadableCalls(source, { side: 'server', importer: file, root }),
    {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcemap: 'external',
      sourcefile: file,
    },
  );
  writeAtomically(mapFile, map);
  writeAtomically(codeFile, code);
  return code;
}

/** Writes a file atomically, because several workers may write the same file while others read it. */
function writeAtomically(file, text) {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
