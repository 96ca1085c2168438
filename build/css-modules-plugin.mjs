import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';
import { isDeferredStyleFile } from './deferred-styles.mjs';

/**
 * Letters of a class name prefix. Without vowels, since content blockers hide classes such as 'ads1' and
 * 'Adv2', and a prefix must not spell an offensive word.
 */
const CLASS_PREFIX_LETTERS = 'BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz';

/** Returns the class name prefix of a file: three letters, derived from its path alone. */
export function createClassPrefix(relativePath) {
  const hash = createHash('sha256').update(relativePath).digest();
  return [0, 2, 4]
    .map((at) => CLASS_PREFIX_LETTERS[hash.readUInt16BE(at) % CLASS_PREFIX_LETTERS.length])
    .join('');
}

/**
 * Compiles one CSS Module. Class names depend only on the path of the file and the order of its classes, so
 * every build produces the same names. Each is a prefix of the file plus a number: full names would make up
 * an eighth of all styles.
 *
 * @param {{ file: string, code: Uint8Array, root: string, withFileName?: boolean, marks?: Map<string,
 *   string>, visitor?: import('lightningcss').Visitor<never> }} options absolute paths; `visitor` may rewrite
 *   URLs; with `withFileName`, class names are readable and include the file name, for development; `marks`:
 *   prefix → file, for the other files of the build
 * @returns {{ code: Uint8Array, names: Record<string, string> }} the CSS, and local name → class names
 * @throws Error if another file of the build has the same prefix (rename one of them), if a class is composed
 *   of a class of another file, or if a class name contains a character outside ASCII
 */
export function compileCssModule({ file, code, root, withFileName = false, marks = new Map(), visitor }) {
  const filename = path.relative(root, file).split(path.sep).join('/');
  const compiled = transform({
    filename,
    code,
    cssModules: { pattern: withFileName ? '[name]_[local]_[hash]' : '[local]_[hash]' },
    ...(visitor && { visitor }),
  });
  const classes = Object.entries(compiled.exports ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [local, { composes }] of classes) {
    if (!/^[\w-]+$/.test(local))
      throw new Error(`${filename} has a class ${local}: use ASCII letters, digits, - and _`);
    const foreign = composes.find(({ type }) => type === 'dependency');
    if (foreign)
      throw new Error(
        `${filename} composes ${local} of a class of ${foreign.specifier}: name both in the component`,
      );
  }
  const short = new Map();
  if (!withFileName) {
    const mark = createClassPrefix(filename);
    const other = marks.get(mark) ?? filename;
    if (other !== filename)
      throw new Error(`${filename} and ${other} have the same class name prefix ${mark}`);
    marks.set(mark, filename);
    for (const [index, [, { name }]] of classes.entries()) short.set(name, `${mark}${index.toString(36)}`);
  }
  const shorten = (name) => short.get(name) ?? name;
  const names = classes.map(([local, { name, composes }]) => [
    local,
    [name, ...composes.map((part) => part.name)].map(shorten).join(' '),
  ]);
  const css =
    short.size === 0
      ? compiled.code
      : Buffer.from(
          Buffer.from(compiled.code)
            .toString()
            .replace(/[\w-]+/g, shorten),
        );
  return { code: css, names: Object.fromEntries(names) };
}

/**
 * Creates the esbuild plugin that compiles CSS Modules with lightningcss, so that both builds agree on class
 * names. esbuild's own implementation renames them per build when it minifies. Only the client build emits
 * the CSS.
 *
 * @param {{ side: 'server' | 'client', root: string, sheet?: 'main' | 'late' }} options `sheet`: which styles
 *   are emitted (deferred-styles.mjs); all of them if omitted. Styles that are not CSS Modules belong to the main
 *   sheet
 */
export const cssModulesPlugin = ({ side, root, sheet }) => ({
  name: 'css-modules',
  setup(build) {
    const isEmitted = (file) =>
      side === 'client' &&
      (sheet === undefined ||
        isDeferredStyleFile(path.relative(root, file).split(path.sep).join('/')) === (sheet === 'late'));
    const scoped = new Map();
    const marks = new Map();
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => {
      const { code, names } = compileCssModule({ file, code: await readFile(file), root, marks });
      scoped.set(file, code);
      const load = isEmitted(file) ? `import ${JSON.stringify(`${file}?scoped`)};` : '';
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
    if (sheet === 'late') {
      build.onLoad({ filter: /\.css$/, namespace: 'file' }, () => ({ contents: '', loader: 'css' }));
    }
  },
});
