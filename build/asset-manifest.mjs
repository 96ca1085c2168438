/**
 * Builds the renderer's manifest of the client files from esbuild's metafile: the entry, its CSS, the fonts
 * worth preloading, the texts by locale and brand, and the stats that @loadable/server reads.
 *
 * @param {import('esbuild').Metafile} metafile metafile of the client build
 * @param {{ root: string, publicPath: string, pages: Map<string, string>, messages: Record<string, string> }}
 *   options `pages`: chunk name → its source below the root; `messages`: 'nl.havero' → file names; `waiting`:
 *   scripts that wait for deferred texts; `deferredCss`: file name of the deferred style sheet
 */
export function createAssetManifest(
  metafile,
  { publicPath, outputPath, messages, waiting, scenes, deferredCss },
) {
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => ({
    name: baseName(file),
    file,
    ...output,
  }));
  const byFile = new Map(outputs.map((output) => [output.file, output]));
  const main = outputs.find(({ name }) => /^main-[^.]+\.js$/.test(name));
  if (!main) throw new Error('The client build has no main entry');

  const start = outputs.find(({ name }) => /^start-[^.]+\.js$/.test(name));
  if (!start) throw new Error('The client build has no start script');

  const closure = (start) => {
    const seen = new Set();
    const visit = (file) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { path: next, kind } of byFile.get(file)?.imports ?? [])
        if (kind === 'import-statement') visit(next);
    };
    visit(start);
    return [...seen].map(baseName);
  };

  const groups = { main: closure(main.file) };
  for (const output of outputs) {
    if (!output.entryPoint || output === main || output === start || !output.name.endsWith('.js')) continue;
    groups[output.entryPoint.replace(/\.tsx?$/, '')] = closure(output.file);
  }
  const fonts = outputs
    .filter(({ name }) => /-latin-wght-[^.]+\.woff2$/.test(name))
    .map(({ name }) => publicPath + name);

  return {
    publicPath,
    startJs: publicPath + start.name,
    mainJs: publicPath + main.name,
    mainCss: main.cssBundle ? publicPath + baseName(main.cssBundle) : null,
    deferredCss: deferredCss ? publicPath + deferredCss : null,
    fonts,
    messages: Object.fromEntries(
      Object.entries(messages).map(([key, { first, deferred }]) => [
        key,
        { first: publicPath + first, deferred: publicPath + deferred },
      ]),
    ),
    waiting: waiting.map((name) => publicPath + name),
    scenes,
    loadableStats: {
      publicPath,
      outputPath,
      namedChunkGroups: Object.fromEntries(
        Object.entries(groups).map(([name, files]) => [
          name,
          { chunks: [name], assets: files.map((file) => ({ name: file })), childAssets: {} },
        ]),
      ),
      chunks: Object.entries(groups).map(([id, files]) => ({ id, files })),
      assets: [],
    },
  };
}

const baseName = (file) => file.slice(file.lastIndexOf('/') + 1);
