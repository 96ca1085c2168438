import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';

/**
 * Compiles one CSS Module. Class names depend on the file's path alone, so every build and every edit gives the same.
 *
 * @param {{ file: string, code: Uint8Array, root: string, withFileName?: boolean, visitor?: import('lightningcss').Visitor<never> }} options
 *   absolute paths; `visitor` may rewrite addresses; with `withFileName` a class also tells where it is from, which is for people:
 *   the hash alone keeps files apart, and the names are a fifth of a page's styles
 * @returns {{ code: Uint8Array, names: Record<string, string> }} the CSS, and local name → class names
 */
export function compileCssModule({ file, code, root, withFileName = false, visitor }) {
  const compiled = transform({
    filename: path.relative(root, file).split(path.sep).join('/'),
    code,
    cssModules: { pattern: withFileName ? '[name]_[local]_[hash]' : '[local]_[hash]' },
    ...(visitor && { visitor }),
  });
  const names = Object.entries(compiled.exports ?? {}).map(([local, { name, composes }]) => [
    local,
    [name, ...composes.map((part) => part.name)].join(' '),
  ]);
  return { code: compiled.code, names: Object.fromEntries(names) };
}

/**
 * CSS Modules by lightningcss in both builds, so that server and browser agree on class names
 * (esbuild's own renames them per build when it minifies). Only the client build emits the CSS.
 */
export const cssModulesPlugin = ({ side, root }) => ({
  name: 'css-modules',
  setup(build) {
    const scoped = new Map();
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => {
      const { code, names } = compileCssModule({ file, code: await readFile(file), root });
      scoped.set(file, code);
      const load = side === 'client' ? `import ${JSON.stringify(`${file}?scoped`)};` : '';
      return {
        loader: 'js',
        resolveDir: path.dirname(file),
        contents: `${load}export default ${JSON.stringify(names)};`,
        watchFiles: [file],
      };
    });
    build.onResolve({ filter: /\?scoped$/ }, ({ path: file }) => ({ path: file, namespace: 'scoped-css' }));
    build.onLoad({ filter: /.*/, namespace: 'scoped-css' }, ({ path: id }) => {
      const file = id.replace('?scoped', '');
      return { contents: scoped.get(file), loader: 'css', resolveDir: path.dirname(file) };
    });
  },
});
