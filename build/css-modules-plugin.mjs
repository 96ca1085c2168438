import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';

/**
 * CSS Modules by lightningcss in both builds, so that server and browser agree on class names
 * (esbuild's own renames them per build when it minifies). Only the client build emits the CSS.
 */
export const cssModulesPlugin = ({ side, root }) => ({
  name: 'css-modules',
  setup(build) {
    const scoped = new Map();
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => {
      const { code, exports } = transform({
        filename: path.relative(root, file).split(path.sep).join('/'),
        code: await readFile(file),
        cssModules: { pattern: '[name]_[local]_[hash]' },
      });
      scoped.set(file, code);
      const names = Object.entries(exports ?? {}).map(([local, { name, composes }]) => [
        local,
        [name, ...composes.map((part) => part.name)].join(' '),
      ]);
      const load = side === 'client' ? `import ${JSON.stringify(`${file}?scoped`)};` : '';
      return {
        loader: 'js',
        resolveDir: path.dirname(file),
        contents: `${load}export default ${JSON.stringify(Object.fromEntries(names))};`,
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
