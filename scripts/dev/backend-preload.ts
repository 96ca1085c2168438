// Loaded before the backend (`node --import`): tells the development command which sources it runs, so that an edit
// restarts it only when it concerns it; and ends it when that command is gone.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) {
      process.send?.({ kind: 'loaded', file: fileURLToPath(url) });
    }
    return next(url, context);
  },
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep a process alive that wants to end.
process.channel?.unref();
