import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@babel/parser';
import * as esbuild from 'esbuild';
import { firstVisitChunks } from './first-visit-chunks.mjs';

/**
 * Joins the shared chunks that esbuild has split off, because two dozen small files compress worse than one.
 * Code that the entry shares with the first pages goes into the entry. Code that only other pages share goes
 * into one further file. Pages remain separate files and import shared code from those two.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs outputs of the client build, written to `folder`
 * @param {{ root: string, folder: string, publicPath: string, target: string[] }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the outputs after joining
 */
export async function joinChunks(outputs, { root, folder, publicPath, target }) {
  const scripts = Object.entries(outputs)
    .filter(([file]) => file.endsWith('.js'))
    .map(([file, output]) => ({ ...output, name: path.basename(file) }));
  const entry = scripts.find(({ name }) => name.startsWith('main-'));
  if (!entry) throw new Error('The client build has no main entry');
  const pages = scripts.filter((script) => script.entryPoint && script !== entry);
  const shared = scripts.filter(({ entryPoint }) => !entryPoint);
  const isFirst = ({ name }) => firstVisitChunks.some((page) => name.startsWith(`${page}-`));
  const early = listImportedChunks([entry, ...pages.filter(isFirst)], shared);
  const chunks = shared.filter((chunk) => early.has(chunk));
  const others = shared.filter((chunk) => !early.has(chunk));

  // New names are hashes of the old names, which are content hashes. They cannot be hashes of the new
  // content, since the joined file and its pages import each other by name.
  const hash = (...parts) =>
    createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 8).toUpperCase();
  const joined = `main-${hash(...scripts.map(({ name }) => name).sort())}.js`;
  const further = others.length > 0 ? `more-${hash(joined)}.js` : null;
  const newNames = new Map(
    pages.map(({ name }) => [name, `${name.replace(/-[^-]+\.js$/, '')}-${hash(name, joined)}.js`]),
  );
  const exportNames = await shortenExportNames({
    folder,
    importers: [...pages, ...others],
    homes: [chunks, others],
  });
  const exported = (chunk, name) => exportNames.get(`${chunk.name} ${name}`);
  const list = (chunk, toText) =>
    `{${chunk.exports
      .filter((name) => exported(chunk, name) !== undefined)
      .map(toText)
      .join(',')}}`;
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
  /**
   * Resolves imports of the build's own files by URL: to their new external names, to the files being joined,
   * or to re-exports from the joined file.
   */
  const ownFiles = (joinedFiles) => ({
    name: 'own-files',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${publicPath}`) }, ({ path: address }) => {
        const name = address.slice(publicPath.length);
        if (newNames.has(name)) return { path: publicPath + newNames.get(name), external: true };
        if (name === joined || name === further) return { path: address, external: true };
        return joinedFiles.some((script) => script.name === name)
          ? { path: path.join(folder, name) }
          : { path: name, namespace: 'joined' };
      });
      // Source maps are referenced by their public URL. esbuild finds them, and so the sources, only next to
      // the files.
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
    const imported = listImportedChunks([script], shared);
    return [
      ...(hasStaticImports(script) ? [importOf(joined)] : []),
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

/**
 * Gives short names to the exports that pages and the further file import from the joined files. All other
 * exports of a chunk are used within its joined file only.
 *
 * @returns {Promise<Map<string, string>>} 'chunk name' → name in the joined file
 */
async function shortenExportNames({ folder, importers, homes }) {
  const used = new Set();
  for (const { name: file } of importers) {
    const { program } = parse(await readFile(path.join(folder, file), 'utf8'), { sourceType: 'module' });
    for (const { type, source, specifiers } of program.body) {
      if (!source) continue;
      if (type !== 'ImportDeclaration') throw new Error(`${file} re-exports another chunk`);
      for (const { imported } of specifiers) used.add(`${path.basename(source.value)} ${imported.name}`);
    }
  }
  const names = new Map();
  for (const chunk of homes.flat()) {
    for (const name of chunk.exports) {
      const key = `${chunk.name} ${name}`;
      if (used.has(key)) names.set(key, `s${names.size.toString(36)}`);
    }
  }
  return names;
}

const hasStaticImports = ({ imports }) => imports.some(({ kind }) => kind === 'import-statement');

/** Lists the shared chunks that scripts import, directly or through other shared chunks. */
function listImportedChunks(scripts, shared) {
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
