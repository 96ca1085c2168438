import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { minify } from '@swc/core';

/**
 * Minifies esbuild's output a second time with swc, whose optimiser is stronger: saves 6 % of the browser's
 * bytes. File names and source maps remain those of the bundle.
 *
 * @param {string} folder folder of the built files
 */
export async function minifyScripts(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const source = await readFile(file, 'utf8');
      const bundleMap = await readFile(`${file}.map`, 'utf8').catch(() => undefined);
      const { code, map } = await minify(source, {
        module: true,
        ecma: 2022,
        compress: { passes: 3, ecma: 2022 },
        mangle: true,
        ...(bundleMap ? { sourceMap: { content: removeGeneratedPositions(bundleMap) } } : {}),
      });
      if (!map) {
        await writeFile(file, code);
        return;
      }
      await writeFile(file, `${code}\n//# sourceMappingURL=${name}.map\n`);
      await writeFile(`${file}.map`, map);
    }),
  );
}

/**
 * Removes positions in generated code from a source map. `joinChunks` generates modules, `joined:…`, whose names would otherwise be
 * given to the code of the page that imports them.
 *
 * @param {string} text of the map
 */
function removeGeneratedPositions(text) {
  const map = JSON.parse(text);
  const isGenerated = map.sources.map((source) => source.startsWith('joined:'));
  const lines = decode(map.mappings).map((line) => line.filter(([, source]) => !isGenerated[source]));
  return JSON.stringify({ ...map, mappings: encode(lines) });
}
