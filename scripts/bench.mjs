// `npm run bench`: what the category page weighs and costs, measured on the built shop.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, isPinnedNode, pinnedNode, root } from './ensure-installed.mjs';

ensureInstalled();
if (isPinnedNode(process.argv[1], process.argv.slice(2))) {
  ensureBuilt();
  await bench();
}

async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-bench-'));
  const [port, backendPort] = await Promise.all([freePort(), freePort()]);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PORT: port,
    BACKEND_PORT: backendPort,
    DATA_DIR: folder,
  };
  const children = [];
  const run = (name) => {
    const child = spawn(pinnedNode, [path.join(root, 'dist/server', `${name}.mjs`)], {
      env,
      stdio: 'ignore',
    });
    children.push(child);
    return child;
  };
  try {
    const began = performance.now();
    run('backend');
    await untilReady(backendPort);
    const imported = performance.now();
    const web = run('web');
    await untilReady(port);
    const host = 'havero-nl.localhost';
    const fetchPage = (url, headers = {}) => request({ port, path: url, headers: { host, ...headers } });

    const home = await fetchPage('/');
    const firstPage = performance.now();
    print('backend start with import', `${Math.round(imported - began)} ms`);
    print('web start to first page', `${Math.round(firstPage - imported)} ms (home: ${home.status})`);

    const category = findCategory(home.body);
    const page = await fetchPage(category);
    reportSizes(page.body);
    await reportCost(web.pid, () => fetchPage(category));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first category of the menu. */
function findCategory(html) {
  const path_ = /<nav[\s\S]*?href="(\/[a-z0-9-]+\/)"/.exec(html)?.[1];
  if (!path_) throw new Error('The home page has no menu');
  return path_;
}

function reportSizes(html) {
  const state = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const bytes = (text) => Buffer.byteLength(text);
  print(
    'category page: HTML / markup',
    `${bytes(html)} / ${bytes(html) - bytes(state)} bytes = ${(bytes(html) / (bytes(html) - bytes(state))).toFixed(2)}`,
  );
  const namesIn = (text) => [...text.matchAll(/\/assets\/([^"\s]+\.js)\b/g)].map(([, name]) => name);
  const early = new Set([...html.matchAll(/(?:src|href)="[^"]+\.js"/g)].flatMap(([text]) => namesIn(text)));
  // What the first script fetches once the page is idle or touched, and the error page that it keeps at hand.
  const late = namesIn(/data-modules="([^"]*)"/.exec(html)?.[1] ?? '');
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/server/asset-manifest.json'), 'utf8'));
  const filesOf = (group) =>
    manifest.loadableStats.namedChunkGroups[group].assets
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js'));
  const scripts = new Set([
    ...early,
    ...late,
    ...filesOf('main'),
    ...filesOf('client/pages/error/ErrorPage'),
  ]);
  const styles = new Set([...html.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, name]) => name));
  print('first visit, JavaScript', `${sumOf(scripts)} bytes brotli in ${scripts.size} files`);
  print('  before the page is idle or touched', `${sumOf(early)} bytes brotli in ${early.size} files`);
  print('first visit, CSS', `${sumOf(styles)} bytes brotli`);
}

function sumOf(names) {
  const size = (name) => {
    const file = path.join(root, 'dist/client', name);
    try {
      return statSync(`${file}.br`).size;
    } catch {
      return statSync(file).size;
    }
  };
  return [...names].reduce((sum, name) => sum + size(name), 0);
}

async function reportCost(pid, fetchPage) {
  for (let count = 0; count < 200; count += 1) await fetchPage();
  const cpu = readCpuSeconds(pid);
  const began = performance.now();
  const rounds = 500;
  for (let count = 0; count < rounds; count += 1) await fetchPage();
  const seconds = (performance.now() - began) / 1000;
  print('category page, backend answers cached', `${Math.round(rounds / seconds)} requests/s, one at a time`);
  if (cpu !== null)
    print('  per CPU second of the web', `${Math.round(rounds / (readCpuSeconds(pid) - cpu))} requests`);
}

/** User and system time of a process, in seconds; null where there is no /proc. */
function readCpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

function request({ port, path: url, headers }) {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: url, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, body: Buffer.concat(parts).toString() }),
      );
    }).on('error', reject);
  });
}

async function untilReady(port) {
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}

function print(name, value) {
  console.log(`${name.padEnd(40)} ${value}`);
}
