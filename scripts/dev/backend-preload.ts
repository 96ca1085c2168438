// Loaded before the backend (`node --import`). It compiles the pages, which Node cannot load because of their
// JSX. It reports the sources that the backend runs to the development command, so that only relevant edits
// cause a restart. It ends the process when that command has ended.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformModule } from './transform.ts';

const root = path.resolve(import.meta.dirname, '../..');

registerHooks({
  load: (url, context, next) => {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
    const file = fileURLToPath(url);
    process.send?.({ kind: 'loaded', file });
    if (!file.endsWith('.tsx')) return next(url, context);
    const { code } = transformModule({ root, file, source: readFileSync(file, 'utf8'), side: 'server' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep the process alive.
process.channel?.unref();
