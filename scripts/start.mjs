// `npm start`: installs missing packages, builds, starts backend and web, and prints the URLs of the sites.
// package.json starts it with `exec`, so that signals to npm reach this process and not a shell in between.
// Systems without exec (Windows) use the second command of that line. Plain JavaScript with built-ins only:
// at the first run nothing is installed, and Node may be older.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { loadEnv, readNonEmptySettings } from './load-env.mjs';
import { fetchReadiness, findPortConflict, getReachableHost, isAnswering } from './ports.mjs';
import { supervise } from './supervise.mjs';

loadEnv(root);

// At a terminal the URLs are useful, not one line per request; a deployment starts the processes directly.
// There is no load balancer that needs to notice a stop of the web, so there is no drain delay.
const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn', DRAIN_DELAY_MS: '0', ...readNonEmptySettings() };
const host = env.HOST ?? '127.0.0.1';
const webPort = env.PORT ?? '3000';
const backendPort = env.BACKEND_PORT ?? '4000';
/** Timeout of the first start, which imports the sample shop. */
const BACKEND_START_TIMEOUT_MS = 180_000;
const WEB_START_TIMEOUT_MS = 30_000;
// MB. The short-lived objects of both processes are small: with Node's default young space each needs over
// 100 MB more (docs/performance.md).
const SEMI_SPACE_OPTION = '--max-semi-space-size=8';

/** Supervisors in the order in which their processes were started. */
const runningSupervisors = [];
let isStopping = false;

/** Lists the ports that the processes listen on. */
function listPorts() {
  const adminHost = env.ADMIN_HOST ?? '127.0.0.1';
  const web = [
    { setting: 'PORT', port: Number(webPort), host },
    {
      setting: 'WEB_ADMIN_PORT',
      port: Number(env.WEB_ADMIN_PORT ?? env.ADMIN_PORT ?? 9100),
      host: adminHost,
    },
  ];
  if (env.API_BASE_URL) return web;
  return [
    ...web,
    { setting: 'BACKEND_PORT', port: Number(backendPort), host },
    { setting: 'BACKEND_ADMIN_PORT', port: Number(env.BACKEND_ADMIN_PORT ?? 9101), host: adminHost },
  ];
}

async function start() {
  // Before the build: if another process uses a port, the build would be in vain.
  const fault = await findPortConflict(listPorts(), 'npm start');
  if (fault) throw new Error(fault);
  ensureInstalled();
  if (ensureBuilt()) console.log('Built.');
  if (!env.API_BASE_URL) {
    await open('backend', {
      url: `http://${getReachableHost(host)}:${backendPort}/health/ready`,
      deadlineMs: BACKEND_START_TIMEOUT_MS,
      meanwhile: 'the web serves cached pages.',
    });
  }
  await open('web', {
    url: `http://${getReachableHost(host)}:${webPort}/health/ready`,
    deadlineMs: WEB_START_TIMEOUT_MS,
    meanwhile: 'the shop is unavailable until then.',
  });
  await printShopUrls();
}

/**
 * Starts a process, waits until it is ready, and then restarts it whenever it ends. If the first start fails,
 * everything stops, because a setting is wrong.
 */
async function open(name, { url, deadlineMs, meanwhile }) {
  let isOpen = false;
  const supervisor = supervise({
    name,
    meanwhile,
    start: () => {
      const child = spawnServer(name);
      if (!isOpen) {
        child.once('exit', (code, signal) => {
          if (isOpen || isStopping) return;
          supervisor.stop();
          console.error(`The ${name} exited (${signal ?? code}).`);
          void stop(1);
        });
      }
      return child;
    },
    say: (text) => console.error(text),
  });
  runningSupervisors.push(supervisor);
  await waitUntilReady(supervisor.child, name, url, deadlineMs);
  isOpen = true;
}

function spawnServer(name) {
  const file = path.join(root, 'dist/server', `${name}.mjs`);
  // A separate process group: Ctrl-C reaches this script only, which then stops the web before the backend.
  return spawn(pinnedNode, ['--enable-source-maps', SEMI_SPACE_OPTION, file], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
}

async function waitUntilReady(child, name, url, deadlineMs) {
  let end = Date.now() + deadlineMs;
  let lastReport = '';
  while (Date.now() < end && child.exitCode === null && !isStopping) {
    const { isReady, reasons } = await fetchReadiness(url);
    // After this process has ended, another process may answer at the URL.
    if (isReady && child.exitCode === null) return;
    if (reasons.length > 0) {
      // It waits for an action of an operator, for example an import.
      end = Date.now() + deadlineMs;
      if (lastReport !== reasons.join()) console.log(`The ${name} is not ready. ${reasons.join(' ')}`);
      lastReport = reasons.join();
    }
    await new Promise((resolve) => setTimeout(resolve, lastReport === '' ? 100 : 1000));
  }
  if (isStopping) return new Promise(() => {});
  if (child.exitCode === null) throw new Error(`The ${name} was not ready after ${deadlineMs / 1000} s`);
  return new Promise(() => {});
}

/** Prints the URLs of all sites and languages that the backend has. */
async function printShopUrls() {
  const base = env.API_BASE_URL ?? `http://${getReachableHost(host)}:${backendPort}`;
  const answer = await fetch(new URL('/api/sites', base)).then(
    (response) => (response.ok ? response.json() : []),
    () => [],
  );
  const rows = answer.flatMap((site) =>
    site.languages.map(({ localizedName, domain }) => [
      site.name,
      localizedName,
      `http://${domain}:${webPort}/`,
    ]),
  );
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column].length)));
  console.log(`\nThe shop is open: http://localhost:${webPort}/\n`);
  for (const [site, language, url] of rows)
    console.log(`  ${site.padEnd(widths[0])}  ${language.padEnd(widths[1])}  ${url}`);
  console.log(`\n  API document  ${new URL('/api/docs', base)}`);
  if (!env.API_BASE_URL && !env.SMTP_URL) {
    const folder = path.join(path.resolve(root, env.DATA_DIR ?? '.data'), 'mails');
    // The backend shows mails if all sites are on this machine.
    const page = `http://localhost:${backendPort}/mails/`;
    const isShown = await isAnswering(page);
    console.log(
      `  Mails         ${isShown ? page : folder} (SMTP_URL is not set: mails are written to files)`,
    );
  }
  if (!env.API_BASE_URL) {
    const page = `http://${getReachableHost(env.ADMIN_HOST ?? '127.0.0.1')}:${env.BACKEND_ADMIN_PORT ?? '9101'}/admin/`;
    console.log(`  Admin         ${page} (add staff members: npm run admin -- add <name>)`);
  }
  console.log('\nStop with Ctrl-C.');
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  // Web first: it must not serve visitors without a backend.
  for (const supervisor of runningSupervisors.toReversed()) {
    supervisor.stop();
    const { child } = supervisor;
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(force);
  }
  process.exit(code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGHUP', () => void stop(0));
  start().catch((error) => {
    console.error(error.message);
    void stop(1);
  });
}
