// `npm run dev`: runs the shop from its sources. The web process (scripts/dev/main.ts) applies edits while it
// runs; the backend is restarted when one of its own sources changes. See docs/development.md.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { loadEnv, readNonEmptySettings } from './load-env.mjs';
import { fetchReadiness, findPortConflict, getReachableHost } from './ports.mjs';

const restartExitCode = 75;
const stopTimeoutMs = 3000;
const pollMs = 25;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

ensureInstalled();
loadEnv(root);
const { node: wantedVersion } = createRequire(import.meta.url)('../package.json').dependencies;
if (process.version === `v${wantedVersion}`) await runDevelopmentServer();
else runUnderPinnedNode();

/** Runs this script under the pinned Node, and passes on stop signals and the exit code. */
function runUnderPinnedNode() {
  const child = spawn(pinnedNode, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

async function runDevelopmentServer() {
  const env = {
    LOG_LEVEL: 'warn',
    // Every page is rendered again, and a busy machine rejects no requests.
    PAGE_CACHE_MAX_ENTRIES: '0',
    EVENT_LOOP_DELAY_LIMIT_MS: '600000',
    ...readNonEmptySettings(),
    NODE_ENV: 'development',
  };
  const host = env.HOST ?? '127.0.0.1';
  const port = Number(env.PORT ?? 3000);
  const backendPort = Number(env.BACKEND_PORT ?? 4000);
  const runsBackend = !env.API_BASE_URL;
  const reachable = getReachableHost(host);

  const wanted = [
    { setting: 'PORT', port, host },
    ...(runsBackend ? [{ setting: 'BACKEND_PORT', port: backendPort, host }] : []),
  ];
  const fault = await findPortConflict(wanted, 'npm run dev');
  if (fault) {
    console.error(fault);
    process.exit(1);
  }

  const processes = {};
  let isStopping = false;
  const run = (name, args, stdio) => {
    // A separate process group: Ctrl-C reaches this script only, which then stops the web before the backend.
    const child = spawn(pinnedNode, ['--enable-source-maps', ...args], {
      cwd: root,
      env,
      stdio,
      detached: true,
    });
    processes[name] = child;
    return child;
  };
  const stop = async (name) => {
    const child = processes[name];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  };
  const end = async (code) => {
    if (isStopping) return;
    isStopping = true;
    await stop('web');
    await stop('backend');
    process.exit(code);
  };
  for (const signal of stopSignals) process.on(signal, () => void end(0));

  const sendToWeb = (message) => {
    if (processes.web?.connected) processes.web.send(message);
  };
  let backendState = runsBackend ? { kind: 'backend-starting' } : { kind: 'backend-ready', files: [] };
  const setBackendState = (state) => {
    backendState = state;
    sendToWeb(state);
  };

  const startWeb = () => {
    const child = run(
      'web',
      [path.join(root, 'scripts/dev/main.ts')],
      ['ignore', 'inherit', 'inherit', 'ipc'],
    );
    sendToWeb(backendState);
    child.on('message', ({ kind }) => {
      if (kind === 'restart-backend') void restartBackend();
      if (kind === 'loaded') announce('web');
    });
    child.on('exit', (code, signal) => {
      if (isStopping) return;
      if (code === restartExitCode) {
        console.log('The development tools have changed: the web restarts.');
        startWeb();
        return;
      }
      console.error(`The web process exited (${signal ?? code}).`);
      void end(1);
    });
  };

  /** Resolves when the backend answers or has ended. */
  const startBackend = async () => {
    const files = new Set();
    let output = '';
    const child = run(
      'backend',
      [
        '--import',
        path.join(root, 'scripts/dev/backend-preload.ts'),
        path.join(root, 'server/backend/app/main.ts'),
      ],
      ['ignore', 'inherit', 'pipe', 'ipc'],
    );
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      output = (output + chunk).slice(-4000);
    });
    child.on('message', ({ file }) => files.add(file));
    const isCurrent = () =>
      processes.backend === child && child.exitCode === null && child.signalCode === null;
    child.on('exit', (code, signal) => {
      if (isStopping || processes.backend !== child || signal === 'SIGTERM' || code === 0) return;
      console.error(
        `The backend exited (${signal ?? code}); it restarts when one of its source files is saved.`,
      );
      // Its list of sources is retained, so that an edit of them restarts it.
      setBackendState({
        kind: 'backend-failed',
        output: output || 'It exited without output.',
        files: [...files],
      });
    });
    let lastReport = '';
    while (isCurrent()) {
      const { isReady, reasons } = await fetchReadiness(`http://${reachable}:${backendPort}/health/ready`);
      if (reasons.length > 0 && lastReport !== reasons.join())
        console.log(`The backend is not ready. ${reasons.join(' ')}`);
      lastReport = reasons.join();
      if (isReady && isCurrent()) {
        setBackendState({ kind: 'backend-ready', files: [...files] });
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return false;
  };
  let restarting = Promise.resolve();
  const restartBackend = () => {
    restarting = restarting.then(async () => {
      if (isStopping) return;
      setBackendState({ kind: 'backend-starting' });
      await stop('backend');
      if (!isStopping) await startBackend();
    });
    return restarting;
  };

  const awaited = new Set(['web', ...(runsBackend ? ['backend'] : [])]);
  const announce = (name) => {
    if (!awaited.delete(name) || awaited.size > 0) return;
    console.log(`\nThe shop is open: http://localhost:${port}/`);
    if (runsBackend && !env.SMTP_URL) console.log(`Its mails: http://localhost:${backendPort}/mails/`);
    console.log('Saved changes appear immediately. Stop with Ctrl-C.\n');
  };
  startWeb();
  if (runsBackend) {
    if (await startBackend()) announce('backend');
    else if (!isStopping) await end(1);
  }
}
