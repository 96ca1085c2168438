import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { firstPages } from './first-pages.mjs';

/**
 * Joins what esbuild has split off as shared chunks: two dozen small files compress worse than one. What the entry and the
 * first pages share goes into the entry itself, what only other pages share into one further file. Pages stay files of their
 * own, and take what they share from those two.
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
  const shared = scripts.filter(({ entryPoint }) => !entryPoint);
  const isFirst = ({ name }) => firstPages.some((page) => name.startsWith(`${page}-`));
  const early = listImported([entry, ...pages.filter(isFirst)], shared);
  const chunks = shared.filter((chunk) => early.has(chunk));
  const others = shared.filter((chunk) => !early.has(chunk));

  // Names come from names, which are hashes of what is in the files: the joined file and its pages know each other's.
  const hash = (...parts) =>
    createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 8).toUpperCase();
  const joined = `main-${hash(...scripts.map(({ name }) => name).sort())}.js`;
  const further = others.length > 0 ? `more-${hash(joined)}.js` : null;
  const newNames = new Map(
    pages.map(({ name }) => [name, `${name.replace(/-[^-]+\.js$/, '')}-${hash(name, joined)}.js`]),
  );
  const exported = (chunk, name) => `s${shared.indexOf(chunk)}_${name}`;
  const list = (chunk, toText) => `{${chunk.exports.map(toText).join(',')}}`;
  const exportAll = (some) =>
    some.map(
      (chunk) =>
        `export ${list(chunk, (name) => `${name} as ${exported(chunk, name)}`)} from "${publicPath}${chunk.name}";`,
    );
  const entrySource = [...exportAll(chunks), `import "${publicPath}${entry.name}";`].join('\n');

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
  /** Own files by their address: by their new names, from the folder where they are joined, or else from the file that they are joined in. */
  const ownFiles = (joinedHere) => ({
    name: 'own-files',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${publicPath}`) }, ({ path: address }) => {
        const name = address.slice(publicPath.length);
        if (newNames.has(name)) return { path: publicPath + newNames.get(name), external: true };
        if (name === joined || name === further) return { path: address, external: true };
        return joinedHere.some((script) => script.name === name)
          ? { path: path.join(folder, name) }
          : { path: name, namespace: 'joined' };
      });
      // Maps are named by their public address; esbuild finds them, and so the sources, beside the files only.
      build.onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path: file }) => ({
        contents: (await readFile(file, 'utf8')).replace(
          `//# sourceMappingURL=${publicPath}`,
          '//# sourceMappingURL=',
        ),
      }));
      build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path: name }) => {
        const chunk = shared.find((candidate) => candidate.name === name);
        const home = early.has(chunk) ? joined : further;
        return {
          contents: `export ${list(chunk, (own) => `${exported(chunk, own)} as ${own}`)} from "${publicPath}${home}";`,
        };
      });
    },
  });
  const results = await Promise.all([
    esbuild.build({
      ...common,
      stdin: { contents: entrySource, resolveDir: folder },
      entryNames: joined.replace('.js', ''),
      plugins: [ownFiles([entry, ...chunks])],
    }),
    ...(further
      ? [
          esbuild.build({
            ...common,
            stdin: { contents: exportAll(others).join('\n'), resolveDir: folder },
            entryNames: further.replace('.js', ''),
            plugins: [ownFiles(others)],
          }),
        ]
      : []),
    esbuild.build({
      ...common,
      entryPoints: Object.fromEntries(
        pages.map(({ name }) => [newNames.get(name).replace('.js', ''), path.join(folder, name)]),
      ),
      plugins: [ownFiles([])],
    }),
  ]);

  const split = new Set(scripts.flatMap(({ name }) => [name, `${name}.map`]));
  for (const name of await readdir(folder)) if (split.has(name)) await rm(path.join(folder, name));
  for (const { outputFiles } of results) {
    for (const { path: file, contents } of outputFiles) {
      await writeFile(path.join(folder, path.basename(file)), contents);
    }
  }
  const files = Object.entries(outputs).filter(([file]) => !file.endsWith('.js'));
  const importOf = (file) => ({ path: file, kind: 'import-statement' });
  const listImports = (script) => {
    const imported = listImported([script], shared);
    return [
      ...(hasImports(script) ? [importOf(joined)] : []),
      ...(others.some((chunk) => imported.has(chunk)) ? [importOf(further)] : []),
    ];
  };
  return Object.fromEntries([
    ...files,
    [joined, { entryPoint: entry.entryPoint, cssBundle: entry.cssBundle, imports: [] }],
    ...(further ? [[further, { imports: [importOf(joined)] }]] : []),
    ...pages.map((page) => [
      newNames.get(page.name),
      { entryPoint: page.entryPoint, imports: listImports(page) },
    ]),
  ]);
}

const hasImports = ({ imports }) => imports.some(({ kind }) => kind === 'import-statement');

/** The shared chunks that scripts import, and those that these import. */
function listImported(scripts, shared) {
  const found = new Set();
  const visit = ({ imports }) => {
    for (const { path: file, kind } of imports) {
      const chunk = shared.find(({ name }) => name === path.basename(file));
      if (kind !== 'import-statement' || !chunk || found.has(chunk)) continue;
      found.add(chunk);
      visit(chunk);
    }
  };
  for (const script of scripts) visit(script);
  return found;
}
