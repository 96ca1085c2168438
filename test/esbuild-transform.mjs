import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const loadableFile = path.join(root, 'build/loadable-plugin.mjs');
const { transformLoadable } = existsSync(loadableFile) ? await import(loadableFile) : {};
const ownSources = [import.meta.filename, loadableFile].filter(existsSync).map((file) => readFileSync(file));

/** TypeScript for jest: the same compiler as the build, and pages split by @loadable as the server sees them. */
export default {
  process(source, file) {
    const isPageCode = file.endsWith('x') && source.includes('@loadable/component');
    const code = isPageCode && transformLoadable ? transformed(transformLoadable, source, file) : source;
    return {
      code: transformSync(code, {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        format: 'esm',
        target: 'node24',
        jsx: 'automatic',
        sourcemap: 'inline',
        sourcefile: file,
      }).code,
    };
  },
  getCacheKey(source, file, { configString }) {
    const hash = createHash('sha256').update(source).update(file).update(configString);
    for (const own of ownSources) hash.update(own);
    return hash.digest('hex');
  },
};

function transformed(transformLoadable, source, importer) {
  const result = transformLoadable(source, { side: 'server', importer, root });
  if (typeof result === 'string') return result;
  if (result?.errors?.length) throw new Error(`${importer}: ${result.errors.map((e) => e.text).join(' ')}`);
  return result?.contents ?? source;
}
