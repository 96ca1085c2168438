import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Matches the only form of `loadable(` that the build supports: an arrow function with a relative import, and
 * flat options.
 */
const KNOWN_FORM =
  /\bloadable(?:<[^(]*>)?\(\s*\(\)\s*=>\s*import\(\s*(['"])(\.[^'"]+)\1\s*\)\s*(,\s*\{[^}]*\})?/g;
const ANY_FORM = /\bloadable(?:<[^(]*>)?\(/g;
/**
 * Matches `hydrateLazily(() => import('./x'), …)` of client/start/lazy-hydration.tsx. On the server the
 * module is imported statically.
 */
const LAZY_FORM = /\bhydrateLazily\(\s*\(\)\s*=>\s*import\(\s*(['"])(\.[^'"]+)\1\s*\)/g;
const LAZY_IMPORT = /import \{ hydrateLazily \} from ['"]\.[^'"]*\/lazy-hydration\.tsx['"]/;

/**
 * Rewrites the `loadable(() => import('./x'))` calls of one module, so that a page is synchronous on the
 * server and knows its chunk in the browser. Does the work of @loadable/babel-plugin with webpack.
 *
 * @param {string} source text of the module
 * @param {{ side: 'server' | 'client', importer: string, root: string }} options absolute paths; chunk names
 *   are relative to `root`
 * @returns {string} the rewritten module; unchanged if it does not use loadable
 * @throws {Error} if a `loadable(` call has any other form
 */
export function transformLoadable(source, { side, importer, root }) {
  if (LAZY_IMPORT.test(source)) return side === 'server' ? transformLazyHydration(source) : source;
  if (!/from ['"]@loadable\/component['"]/.test(source)) return source;
  const code = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/loadable\(/g, 'loadable ('));
  const known = code.match(KNOWN_FORM)?.length ?? 0;
  const all = code.match(ANY_FORM)?.length ?? 0;
  if (known !== all) {
    throw new Error(
      `${importer}: write loadable(() => import('./relative'), { … }) literally; ${all - known} call(s) differ`,
    );
  }
  let index = 0;
  let imports = '';
  const body = code.replace(KNOWN_FORM, (_match, _quote, specifier, options = '') => {
    const name = JSON.stringify(chunkNameOf(path.resolve(path.dirname(importer), specifier), root));
    const from = JSON.stringify(specifier);
    if (side === 'client') return `loadable(__chunk(${name}, () => import(${from}))${options}`;
    if (/ssr:\s*false/.test(options)) return `loadable(__chunk(${name}, undefined)${options}`;
    imports += `import * as __page${index} from ${from};`;
    return `loadable(__chunk(${name}, () => __page${index++})${options}`;
  });
  const runtime = JSON.stringify(`${root}/build/chunk-runtime.${side}.mjs`);
  return `import { __chunk } from ${runtime};${imports}${body}`;
}

/** Replaces lazy imports of hydration by static imports on the server. */
function transformLazyHydration(source) {
  let index = 0;
  let imports = '';
  const body = source.replace(LAZY_FORM, (_match, _quote, specifier) => {
    imports += `import * as __lazy${index} from ${JSON.stringify(specifier)};`;
    return `hydrateLazily(() => __lazy${index++}`;
  });
  return imports + body;
}

/** Returns the chunk name of a module: its path below `root` without the extension. */
export function chunkNameOf(file, root) {
  return path
    .relative(root, file)
    .split(path.sep)
    .join('/')
    .replace(/\.tsx?$/, '');
}

/** Creates the esbuild plugin that applies `transformLoadable`. */
export const loadablePlugin = ({ side, root }) => ({
  name: 'loadable',
  setup(build) {
    build.onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: importer }) => {
      const source = await readFile(importer, 'utf8');
      try {
        const contents = transformLoadable(source, { side, importer, root });
        if (contents === source) return undefined;
        return {
          contents,
          loader: 'tsx',
          resolveDir: path.dirname(importer),
        };
      } catch (error) {
        return { errors: [{ text: error.message }] };
      }
    });
  },
});
