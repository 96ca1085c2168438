import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const sourceMapCommentPattern = /\n?(\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+ \*\/)\s*$/;

/**
 * Moves source maps out of the public folder and removes their URLs from the files, so that sources and
 * comments are not published. The build retains the maps for reading stack traces from browsers.
 *
 * @param {string} folder folder of the built files
 * @param {string} target folder for the maps
 */
export async function moveSourceMaps(folder, target) {
  await mkdir(target, { recursive: true });
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = path.join(folder, name);
      if (name.endsWith('.map')) return rename(file, path.join(target, name));
      if (!/\.(js|css)$/.test(name)) return;
      const text = await readFile(file, 'utf8');
      if (sourceMapCommentPattern.test(text))
        await writeFile(file, `${text.replace(sourceMapCommentPattern, '')}\n`);
    }),
  );
}
