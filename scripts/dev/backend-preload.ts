// Loaded before the backend (`node --import`). It reports the sources that the backend runs to the
// development command, so that only relevant edits cause a restart. It ends the process when that command has
// ended.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import '../jsx-hooks.mjs';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) {
      process.send?.({ kind: 'loaded', file: fileURLToPath(url) });
    }
    return next(url, context);
  },
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep the process alive.
process.channel?.unref();
