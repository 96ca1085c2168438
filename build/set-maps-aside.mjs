import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const addressPattern = /\n?(\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+ \*\/)\s*$/;

/**
 * Moves source maps out of the folder that all the world may read, and their addresses out of the files: whoever has to
 * read a browser's stack has the build, and nobody else needs our sources and comments.
 *
 * @param {string} folder of the built files
 * @param {string} target folder for the maps
 */
export async function setMapsAside(folder, target) {
  await mkdir(target, { recursive: true });
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = path.join(folder, name);
      if (name.endsWith('.map')) return rename(file, path.join(target, name));
      if (!/\.(js|css)$/.test(name)) return;
      const text = await readFile(file, 'utf8');
      if (addressPattern.test(text)) await writeFile(file, `${text.replace(addressPattern, '')}\n`);
    }),
  );
}
