// Builds both processes and the browser's files into dist/. `node esbuild.config.mjs` for production;
// scripts/dev.mjs calls build({ mode: 'development' }).
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as esbuild from 'esbuild';
import { createAssetManifest } from './build/asset-manifest.mjs';
import { cssModulesPlugin } from './build/css-modules-plugin.mjs';
import { joinChunks } from './build/join-chunks.mjs';
import { loadablePlugin } from './build/loadable-plugin.mjs';
import { minifyScripts } from './build/minify-scripts.mjs';
import { nativeShims } from './build/native-shims.mjs';
import { pictureFilesPlugin } from './build/picture-files-plugin.mjs';
import { unusedCodePlugin } from './build/unused-code-plugin.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const publicPath = '/assets/';
const browserTarget = ['es2022'];
const clientFolder = path.join(root, 'dist/client');
const serverFolder = path.join(root, 'dist/server');

/**
 * Builds everything.
 *
 * @param {{ mode?: 'production' | 'development' }} options development: readable names, no compression
 */
export async function build({ mode = 'production' } = {}) {
  const isProduction = mode === 'production';
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await mkdir(clientFolder, { recursive: true });
  await mkdir(serverFolder, { recursive: true });

  const files = new Map();
  const common = createCommonOptions(mode);
  const [client, start] = await Promise.all([
    esbuild.build({
      ...common,
      define: { ...common.define, IS_BROWSER_BUILD: 'true' },
      entryPoints: { main: 'client/entry.tsx' },
      outdir: clientFolder,
      splitting: true,
      metafile: true,
      minify: isProduction,
      target: browserTarget,
      publicPath,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      loader: { '.woff2': 'file' },
      alias: nativeShims(root),
      plugins: [
        unusedCodePlugin(),
        loadablePlugin({ side: 'client', root }),
        cssModulesPlugin({ side: 'client', root }),
        pictureFilesPlugin({ publicPath, files }),
      ],
    }),
    // On its own: the first script of a page must not wait for a chunk that it shares with the rest.
    esbuild.build({
      ...common,
      entryPoints: { start: 'client/start.ts' },
      outdir: clientFolder,
      metafile: true,
      minify: isProduction,
      target: browserTarget,
      entryNames: '[name]-[hash]',
    }),
    esbuild.build(
      createServerOptions(
        common,
        {
          web: 'server/web/main.ts',
          backend: 'server/backend/main.ts',
          import: 'server/backend/sample-shop/import-command.ts',
        },
        serverFolder,
      ),
    ),
    copyServerFiles(),
  ]);

  for (const [name, bytes] of files) await writeFile(path.join(clientFolder, name), bytes);
  const outputs = isProduction
    ? await joinChunks(client.metafile.outputs, {
        root,
        folder: clientFolder,
        publicPath,
        target: browserTarget,
      })
    : client.metafile.outputs;
  const messages = await writeMessages(await findTextUsers(outputs, isProduction));
  const metafile = { outputs: { ...outputs, ...start.metafile.outputs } };
  const manifest = createAssetManifest(metafile, { publicPath, outputPath: clientFolder, messages });
  await writeFile(path.join(serverFolder, 'asset-manifest.json'), JSON.stringify(manifest));
  if (isProduction) {
    await minifyScripts(clientFolder);
    await compressFiles(clientFolder);
  }
}

/**
 * Builds a program that runs under Node exactly as the web is built, but somewhere else: what the benchmark compares the web with.
 *
 * @param {Record<string, string>} entryPoints name → source below the root
 * @param {string} outdir where packages can be found from: below the root
 */
export async function buildProgram(entryPoints, outdir) {
  await esbuild.build(createServerOptions(createCommonOptions('production'), entryPoints, outdir));
}

function createCommonOptions(mode) {
  return {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      IS_DEVELOPMENT: String(mode === 'development'),
      IS_BROWSER_BUILD: 'false',
    },
    sourcemap: 'linked',
    logLevel: 'warning',
    jsx: 'automatic',
    jsxDev: mode === 'development',
  };
}

function createServerOptions(common, entryPoints, outdir) {
  return {
    ...common,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    packages: 'external',
    plugins: [
      loadablePlugin({ side: 'server', root }),
      cssModulesPlugin({ side: 'server', root }),
      pictureFilesPlugin({ publicPath }),
    ],
  };
}

/** What the processes read as files, beside their bundles: texts, migrations, the sample shop. */
async function copyServerFiles() {
  const from = path.join(root, 'server/backend');
  await Promise.all([
    cp(path.join(root, 'locales'), path.join(serverFolder, 'locales'), { recursive: true }),
    cp(path.join(from, 'database/migrations'), path.join(serverFolder, 'migrations'), { recursive: true }),
    cp(path.join(from, 'sample-shop/data'), path.join(serverFolder, 'sample-shop/data'), { recursive: true }),
    cp(path.join(from, 'sample-shop/packshots'), path.join(serverFolder, 'sample-shop/packshots'), {
      recursive: true,
    }),
  ]);
}

/**
 * Which texts each script asks for: a visitor loads the words of the code that he has.
 *
 * @returns name of the entry or chunk, without folder → filter of keys
 */
async function findTextUsers(outputs, isProduction) {
  const scripts = Object.entries(outputs).filter(
    ([file, { entryPoint }]) => entryPoint && file.endsWith('.js'),
  );
  const users = await Promise.all(
    scripts.map(async ([file, { entryPoint }]) => {
      const code = await readFile(path.join(clientFolder, path.basename(file)), 'utf8');
      const literals = new Set(
        Array.from(code.matchAll(/(["'`])([a-z]\w*(?:\.\w+)+)\1/g), ([, , key]) => key),
      );
      const name =
        entryPoint === 'client/entry.tsx' ? 'main' : path.basename(entryPoint).replace(/\.tsx?$/, '');
      return [name, (key) => literals.has(key)];
    }),
  );
  // In development what chunks share is in files of its own: then all texts come at once.
  if (!isProduction) return new Map(users.map(([name]) => [name, () => name === 'main']));
  const isOfMain = Object.fromEntries(users).main;
  return new Map(
    users.map(([name, has]) => [name, (key) => has(key) && (name === 'main' || !isOfMain(key))]),
  );
}

/**
 * Modules of texts per locale, brand and chunk, so that the browser loads the words of its own shop only.
 *
 * @param users name of a chunk → filter of its keys
 * @returns 'nl.havero' → file name, with '*' in place of the chunk's name
 */
async function writeMessages(users) {
  const folder = path.join(root, 'locales');
  const read = async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const names = await readdir(folder);
  const readOverlay = (locale, brand) =>
    names.includes(`${locale}.${brand}.json`) ? read(`${locale}.${brand}.json`) : {};
  const result = {};
  for (const name of names.filter((file) => /^[a-z]+\.json$/.test(file))) {
    const locale = name.replace('.json', '');
    const base = await read(name);
    for (const brand of ['havero', 'hafero', 'group']) {
      // The same layers as in server/web/render/messages.ts, or hydration finds other words.
      const english = { ...(await read('en.json')), ...(await readOverlay('en', brand)) };
      const texts = Object.entries({ ...english, ...base, ...(await readOverlay(locale, brand)) });
      const codes = Array.from(users, ([chunk, has]) => [
        chunk,
        `export default ${JSON.stringify(Object.fromEntries(texts.filter(([key]) => has(key))))};`,
      ]);
      const hash = createHash('sha256').update(JSON.stringify(codes)).digest('hex').slice(0, 10);
      const file = `texts-*-${locale}-${hash}.js`;
      for (const [chunk, code] of codes)
        await writeFile(path.join(clientFolder, file.replace('*', chunk)), code);
      result[`${locale}.${brand}`] = file;
    }
  }
  return result;
}

/** Brotli 11 and gzip 9 beside every text file that gains by it. */
async function compressFiles(folder) {
  const compressible = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    compressible.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      if (bytes.length < 600) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await writeFile(path.join(folder, `${name}.br`), br);
      await writeFile(path.join(folder, `${name}.gz`), gz);
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
