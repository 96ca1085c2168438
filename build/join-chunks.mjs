import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Joins what esbuild has split off the entry as shared chunks with the entry itself: two dozen small files compress worse
 * than one, and nearly all of them belong to every first visit. Pages stay files of their own; what they shared, they now
 * take from the entry.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs of the client build, written to `folder`
 * @param {{ root: string, folder: string, publicPath: string, target: string[] }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the outputs as they are now
 */
export async function joinChunks(outputs, { root, folder, publicPath, target }) {
  const scripts = Object.entries(outputs)
    .filter(([file]) => file.endsWith('.js'))
    .map(([file, output]) => ({ ...output, name: path.basename(file) }));
  const entry = scripts.find(({ name }) => name.startsWith('main-'));
  if (!entry) throw new Error('The client build has no main entry');
  const pages = scripts.filter((script) => script.entryPoint && script !== entry);
  const chunks = scripts.filter(({ entryPoint }) => !entryPoint);

  // Names come from names, which are hashes of what is in the files: the joined file and its pages know each other's.
  const hash = (...parts) =>
    createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 8).toUpperCase();
  const joined = `main-${hash(...scripts.map(({ name }) => name).sort())}.js`;
  const newNames = new Map(
    pages.map(({ name }) => [name, `${name.replace(/-[^-]+\.js$/, '')}-${hash(name, joined)}.js`]),
  );
  const exported = (chunk, name) => `s${chunks.indexOf(chunk)}_${name}`;
  const list = (chunk, toText) => `{${chunk.exports.map(toText).join(',')}}`;
  const entrySource = [
    ...chunks.map(
      (chunk) =>
        `export ${list(chunk, (name) => `${name} as ${exported(chunk, name)}`)} from "${publicPath}${chunk.name}";`,
    ),
    `import "${publicPath}${entry.name}";`,
  ].join('\n');

  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    minify: true,
    sourcemap: 'linked',
    outdir: folder,
    target,
    write: false,
    logLevel: 'warning',
  };
  /** Own files by their address: from the folder, by their new names, or, for pages, from the joined file. */
  const ownFiles = (isForPages) => ({
    name: 'own-files',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${publicPath}`) }, ({ path: address }) => {
        const name = address.slice(publicPath.length);
        if (newNames.has(name)) return { path: publicPath + newNames.get(name), external: true };
        if (name === joined) return { path: address, external: true };
        return isForPages ? { path: name, namespace: 'joined' } : { path: path.join(folder, name) };
      });
      // Maps are named by their public address; esbuild finds them, and so the sources, beside the files only.
      build.onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path: file }) => ({
        contents: (await readFile(file, 'utf8')).replace(
          `//# sourceMappingURL=${publicPath}`,
          '//# sourceMappingURL=',
        ),
      }));
      build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path: name }) => {
        const chunk = chunks.find((candidate) => candidate.name === name);
        return {
          contents: `export ${list(chunk, (own) => `${exported(chunk, own)} as ${own}`)} from "${publicPath}${joined}";`,
        };
      });
    },
  });
  const results = await Promise.all([
    esbuild.build({
      ...common,
      stdin: { contents: entrySource, resolveDir: folder },
      entryNames: joined.replace('.js', ''),
      plugins: [ownFiles(false)],
    }),
    esbuild.build({
      ...common,
      entryPoints: Object.fromEntries(
        pages.map(({ name }) => [newNames.get(name).replace('.js', ''), path.join(folder, name)]),
      ),
      plugins: [ownFiles(true)],
    }),
  ]);

  const split = new Set(scripts.flatMap(({ name }) => [name, `${name}.map`]));
  for (const name of await readdir(folder)) if (split.has(name)) await rm(path.join(folder, name));
  for (const { outputFiles } of results) {
    for (const { path: file, contents } of outputFiles) {
      await writeFile(path.join(folder, path.basename(file)), contents);
    }
  }
  const others = Object.entries(outputs).filter(([file]) => !file.endsWith('.js'));
  const needsEntry = [{ path: joined, kind: 'import-statement' }];
  return Object.fromEntries([
    ...others,
    [joined, { entryPoint: entry.entryPoint, cssBundle: entry.cssBundle, imports: [] }],
    ...pages.map(({ name, entryPoint, imports }) => [
      newNames.get(name),
      { entryPoint, imports: imports.some(({ kind }) => kind === 'import-statement') ? needsEntry : [] },
    ]),
  ]);
}
