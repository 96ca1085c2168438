// Builds the web, the backend and the browser files into dist/ for production: `node esbuild.config.mjs`.
// `npm run dev` runs the sources directly (scripts/dev/) through the transforms of the same plugins.
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
import { mediaFilesPlugin } from './build/media-files-plugin.mjs';
import { minifyScripts } from './build/minify-scripts.mjs';
import { moveSourceMaps } from './build/move-source-maps.mjs';
import { createScenePictures } from './build/scene-pictures.mjs';
import { splitLocaleTexts } from './build/split-locale-texts.mjs';
import { unusedHelmetCodePlugin } from './build/unused-helmet-code-plugin.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const publicPath = '/assets/';
const browserTarget = ['es2022'];
const clientFolder = path.join(root, 'dist/client');
const serverFolder = path.join(root, 'dist/server');

/** Builds the whole project into dist/. */
export async function build() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await mkdir(clientFolder, { recursive: true });
  await mkdir(serverFolder, { recursive: true });

  const files = new Map();
  const common = createCommonOptions();
  const createClientOptions = (sheet, pictures) => ({
    ...common,
    define: { ...common.define, IS_BROWSER_BUILD: 'true' },
    entryPoints: { [sheet]: 'client/start/entry.tsx' },
    outdir: clientFolder,
    splitting: true,
    metafile: true,
    minify: true,
    target: browserTarget,
    publicPath,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    plugins: [
      unusedHelmetCodePlugin(),
      loadablePlugin({ side: 'client', root }),
      cssModulesPlugin({ side: 'client', root, sheet }),
      mediaFilesPlugin({ publicPath, files: pictures }),
    ],
  });
  const [client, late, start, scenes] = await Promise.all([
    esbuild.build(createClientOptions('main', files)),
    // A second build of the same program emits the deferred style sheet, with its rules in import order, too.
    esbuild.build({ ...createClientOptions('late', new Map()), write: false }),
    // A separate build: the first script of a page must not wait for a chunk that it shares with other
    // scripts.
    esbuild.build({
      ...common,
      entryPoints: { start: 'client/start/start.ts' },
      outdir: clientFolder,
      metafile: true,
      minify: true,
      target: browserTarget,
      entryNames: '[name]-[hash]',
    }),
    createScenePictures({ folder: path.join(root, 'client/ui/scenes'), publicPath, files }),
    esbuild.build(
      createServerOptions(
        common,
        {
          web: 'server/web/main.ts',
          backend: 'server/backend/app/main.ts',
          command: 'server/backend/app/run-command.ts',
          'pdf-worker': 'server/backend/core/pdf/pdf-worker.ts',
        },
        serverFolder,
      ),
    ),
    copyServerFiles(),
  ]);

  const deferredSheet = late.outputFiles.filter(({ path: file }) =>
    /^late-[^.]+\.css/.test(path.basename(file)),
  );
  for (const { path: file, contents } of deferredSheet) await writeFile(file, contents);
  for (const [name, bytes] of files) await writeFile(path.join(clientFolder, name), bytes);
  const outputs = await joinChunks(client.metafile.outputs, {
    root,
    folder: clientFolder,
    publicPath,
    target: browserTarget,
  });
  const { messages, waiting } = await splitLocaleTexts(clientFolder, await collectLocaleTexts());
  const metafile = { outputs: { ...outputs, ...start.metafile.outputs } };
  const manifest = createAssetManifest(metafile, {
    publicPath,
    outputPath: clientFolder,
    messages,
    waiting,
    scenes,
    deferredCss: deferredSheet
      .map(({ path: file }) => path.basename(file))
      .find((name) => name.endsWith('.css')),
  });
  await writeFile(path.join(serverFolder, 'asset-manifest.json'), JSON.stringify(manifest));
  await minifyScripts(clientFolder);
  await moveSourceMaps(clientFolder, path.join(root, 'dist/source-maps'));
  await writeCompressedCopies(clientFolder);
}

/**
 * Builds a program that runs under Node with the same options as the web. The benchmark uses it to compare
 * the web with other programs.
 *
 * @param {Record<string, string>} entryPoints name → source below the root
 * @param {string} outdir output folder, below the root so that packages resolve
 */
export async function buildProgram(entryPoints, outdir) {
  await esbuild.build(createServerOptions(createCommonOptions(), entryPoints, outdir));
}

function createCommonOptions() {
  return {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    define: {
      'process.env.NODE_ENV': '"production"',
      IS_BROWSER_BUILD: 'false',
    },
    sourcemap: 'linked',
    logLevel: 'warning',
    jsx: 'automatic',
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
      mediaFilesPlugin({ publicPath }),
    ],
  };
}

/**
 * Copies the files that the processes read at run time: texts, migrations, fonts of documents, towns and the
 * sample shop.
 */
async function copyServerFiles() {
  const from = path.join(root, 'server/backend');
  await Promise.all([
    cp(path.join(root, 'locales'), path.join(serverFolder, 'locales'), { recursive: true }),
    cp(path.join(from, 'core/database/migrations'), path.join(serverFolder, 'migrations'), {
      recursive: true,
    }),
    cp(path.join(from, 'core/pdf/fonts'), path.join(serverFolder, 'fonts'), { recursive: true }),
    cp(path.join(from, 'core/security/word-lists'), path.join(serverFolder, 'word-lists'), {
      recursive: true,
    }),
    cp(path.join(from, 'content/locations/gazetteer'), path.join(serverFolder, 'gazetteer'), {
      recursive: true,
    }),
    cp(path.join(from, 'sample-shop/data'), path.join(serverFolder, 'sample-shop/data'), { recursive: true }),
    cp(path.join(from, 'sample-shop/packshots'), path.join(serverFolder, 'sample-shop/packshots'), {
      recursive: true,
    }),
  ]);
}

/**
 * Collects the texts per locale and brand, so that the browser loads only those of its own site.
 *
 * @returns 'nl.havero' → texts
 */
async function collectLocaleTexts() {
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
      // The layers must match server/web/render/messages.ts. Otherwise hydration finds different texts.
      const english = { ...(await read('en.json')), ...(await readOverlay('en', brand)) };
      const overlay = await readOverlay(locale, brand);
      result[`${locale}.${brand}`] = { ...english, ...base, ...overlay };
    }
  }
  return result;
}

/** Writes a Brotli 11 and a gzip 9 copy next to every text file that becomes smaller. */
async function writeCompressedCopies(folder) {
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
