import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { transformLoadable } from '../build/loadable-plugin.mjs';

const root = path.resolve(import.meta.dirname, '..');
const ownSources = [import.meta.filename, path.join(root, 'build/loadable-plugin.mjs')].map((file) =>
  readFileSync(file),
);

/** TypeScript for jest: the same compiler as the build, and pages split by @loadable as the server sees them. */
export default {
  process(source, file) {
    const { code, map } = transformSync(transformLoadable(source, { side: 'server', importer: file, root }), {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      // Beside the code: within it the map is compiled with every module of every test file.
      sourcemap: 'external',
      sourcefile: file,
    });
    return { code, map };
  },
  getCacheKey(source, file, { configString }) {
    const hash = createHash('sha256').update(source).update(file).update(configString);
    for (const own of ownSources) hash.update(own);
    return hash.digest('hex');
  },
};
