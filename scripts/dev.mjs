// `npm run dev`: backend and web from a development build; every saved source is built anew and the processes
// restarted. Open pages hold an event stream to the web and reload themselves when it comes back.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, isPinnedNode, pinnedNode, root } from './ensure-installed.mjs';

ensureInstalled();
if (isPinnedNode(process.argv[1], process.argv.slice(2))) await develop();

async function develop() {
  const { build } = await import('../esbuild.config.mjs');
  const env = { NODE_ENV: 'development', LOG_LEVEL: 'warn', ...process.env };
  const processes = new Map();

  const start = (name) => {
    const child = spawn(pinnedNode, ['--enable-source-maps', path.join(root, 'dist/server', `${name}.mjs`)], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    processes.set(name, child);
  };
  const stop = async (name) => {
    const child = processes.get(name);
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const buildAndSay = async () => {
    const began = Date.now();
    try {
      await build({ mode: 'development' });
      console.log(`Built in ${Date.now() - began} ms.`);
      return true;
    } catch {
      // esbuild has printed the place and the line; the last good build keeps running.
      return false;
    }
  };

  await buildAndSay();
  if (!env.API_BASE_URL) start('backend');
  start('web');
  console.log(`Shop on http://localhost:${env.PORT ?? 3000}/`);
  if (!env.API_BASE_URL && !env.SMTP_URL) {
    console.log(`Mails on http://localhost:${env.BACKEND_PORT ?? 4000}/mails/`);
  }

  let changed = new Set();
  let timer;
  let isBusy = false;
  const rebuild = async () => {
    if (isBusy) return;
    isBusy = true;
    const names = [...changed];
    changed = new Set();
    if (await buildAndSay()) {
      const isBackend = names.some((name) => /^(server[\\/](backend|platform)|shared)/.test(name));
      if (isBackend && !env.API_BASE_URL) {
        await stop('backend');
        start('backend');
      }
      await stop('web');
      start('web');
    }
    isBusy = false;
    if (changed.size > 0) await rebuild();
  };
  for (const folder of ['client', 'server', 'shared', 'locales', 'build']) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      changed.add(path.join(folder, name ?? ''));
      clearTimeout(timer);
      timer = setTimeout(() => void rebuild(), 50);
    });
  }

  const end = async () => {
    await stop('web');
    await stop('backend');
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
