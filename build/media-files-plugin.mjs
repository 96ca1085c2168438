import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates the esbuild plugin for `import url from './x.svg'`, and for imports of a video and its poster. The
 * import yields the same hashed URL in both builds. The client build collects the files in `files` (name →
 * bytes) for the caller to write.
 */
export const mediaFilesPlugin = ({ publicPath, files }) => ({
  name: 'picture-files',
  setup(build) {
    build.onLoad({ filter: /\.(svg|webp|webm|mp4)$/ }, async ({ path: file }) => {
      const bytes = await readFile(file);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
      const { name: base, ext } = path.parse(file);
      const name = `${base}-${hash}${ext}`;
      files?.set(name, bytes);
      return {
        contents: `export default ${JSON.stringify(publicPath + name)};`,
        loader: 'js',
        watchFiles: [file],
      };
    });
  },
});
