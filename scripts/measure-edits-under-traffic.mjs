// `node scripts/measure-edits-under-traffic.mjs [<folder>…]`: measures the time from saving a price or a text to the
// new page, and the time of an import of each folder (default: the sample shop, comparing every row). It also
// measures how long page visitors wait in the meantime. It runs a built web and backend on the empty database
// of DATABASE_URL, or on an embedded one.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getQuantile } from '../test/bench/alternating-rounds.ts';
import { startProgram, stopProgram, waitUntilReady } from '../test/bench/bench-processes.ts';
import { ensureBuilt } from './ensure-built.mjs';

const SHOP_HOST = 'havero-nl.localhost';
const EDIT_COUNT = 15;
const IDLE_PERIOD_MS = 10_000;
/** Pause between two page visits of a visitor. */
const PAUSE_BETWEEN_VISITS_MS = 20;
const POLL_MS = 5;
const VISITED_PATHS = [
  '/',
  '/paardenvoer/',
  '/paardenvoer/muesli/',
  '/terno-basis-brok/',
  '/prado-pony-muesli/',
  '/contact/',
  '/media/',
  '/verkooppunten/',
  '/zoeken/?q=muesli',
];

const projectRoot = path.resolve(import.meta.dirname, '..');
const sample = path.join(projectRoot, 'server/backend/sample-shop/data');
const shopFolders = process.argv.slice(2);
const adminToken = randomBytes(32).toString('hex');
const agent = new http.Agent({ keepAlive: true });

const pauseFor = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const findFreePort = () =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Returns status, text and duration in milliseconds of an answer. */
function sendRequest(port, { path: asked, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const sent = http.request({ agent, host: '127.0.0.1', port, path: asked, method, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          text: Buffer.concat(parts).toString(),
          ms: performance.now() - begin,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

ensureBuilt();
const dataFolder = mkdtempSync(path.join(tmpdir(), 'open-shop-'));
const [port, adminPort, backendPort, backendAdminPort] = await Promise.all(
  Array.from({ length: 4 }, findFreePort),
);
const settings = {
  PORT: String(port),
  WEB_ADMIN_PORT: String(adminPort),
  BACKEND_PORT: String(backendPort),
  BACKEND_ADMIN_PORT: String(backendAdminPort),
  PURGE_TARGETS: `http://127.0.0.1:${adminPort}`,
  DATA_DIR: dataFolder,
  ADMIN_TOKEN: adminToken,
};
const startShopProcess = async (name, words) => {
  const ready = name === 'web' ? port : backendPort;
  const program = startProgram({ name, core: null, port: ready, command: words, settings });
  await waitUntilReady(program);
  return program;
};

/** Runs a command in the backend. @throws Error with its message if the command is refused */
async function command(name, words) {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ words, workingDirectory: projectRoot });
  const { text } = await sendRequest(backendAdminPort, { path: `/commands/${name}`, headers, body });
  if (!text.includes('"exit":0')) throw new Error(`${name}: ${text}`);
}

const visitPage = (asked) =>
  sendRequest(port, { path: asked, headers: { host: SHOP_HOST, accept: 'text/html' } });

function printTimeStatistics(name, times) {
  const rise = times.toSorted((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(getQuantile(rise, share)));
  console.log(
    `${name}: p50 ${p50} ms, p99 ${p99} ms, longest ${Math.round(rise.at(-1))} ms (${rise.length})`,
  );
}

/** Visits pages sequentially until the work is done, and reports the durations. */
async function visitPagesDuring(name, work) {
  const times = [];
  const odd = [];
  let isDone = false;
  const visitor = async (from) => {
    for (let number = from; !isDone; number += 1) {
      const asked = VISITED_PATHS[number % VISITED_PATHS.length];
      const { status, ms } = await visitPage(asked);
      times.push(ms);
      if (status !== 200) odd.push(`${asked} ${status}`);
      await pauseFor(PAUSE_BETWEEN_VISITS_MS);
    }
  };
  const visitors = [0, 3, 6].map(visitor);
  const begin = performance.now();
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(visitors);
  }
  const took = performance.now() - begin;
  printTimeStatistics(`pages, ${name} (${(took / 1000).toFixed(1)} s)`, times);
  if (odd.length > 0) console.log(`  not 200: ${odd.join(', ')}`);
}

/** Measures the time from saving to the first page with the change. */
async function measureEditTimes(name, { page, save, getMark }) {
  const times = [];
  for (let number = 0; number < EDIT_COUNT; number += 1) {
    await visitPage(page);
    const begin = performance.now();
    await save(number);
    while (!(await visitPage(page)).text.includes(getMark(number))) await pauseFor(POLL_MS);
    times.push(performance.now() - begin);
  }
  printTimeStatistics(name, times);
}

const startedPrograms = [];
try {
  startedPrograms.push(
    await startShopProcess('backend', [path.join(projectRoot, 'dist/server/backend.mjs')]),
  );
  startedPrograms.push(
    await startShopProcess('web', ['--max-semi-space-size=8', path.join(projectRoot, 'dist/server/web.mjs')]),
  );
  for (const asked of VISITED_PATHS) await visitPage(asked);
  await visitPagesDuring('nothing else', () => pauseFor(IDLE_PERIOD_MS));

  // Whole euros, so that 21 % on top are whole cents.
  const getEuros = (number) => 20 + number;
  await measureEditTimes('from a price to its page', {
    page: '/terno-basis-brok/',
    save: (number) => {
      const price = [
        '--articleNumber',
        '1100112',
        '--amount',
        String(getEuros(number)),
        '--basis',
        'exclVat',
      ];
      return command('admin', ['do', 'price.set', ...price, '--isMeant', 'true', '--yes']);
    },
    getMark: (number) => (getEuros(number) * 1.21).toFixed(2).replace('.', ','),
  });
  const saveContentEntry = (kind, key, field, words) => {
    const text = ['--kind', kind, '--key', key, '--language', 'nl', field, words, '--mayLose', 'true'];
    return command('admin', ['do', 'text.save', ...text, '--publish', 'now']);
  };
  const getTitle = (number) => `Contact ${1000 + number}`;
  await measureEditTimes('from a text to its page', {
    page: '/contact/',
    save: (number) => saveContentEntry('page', 'contact', '--title', getTitle(number)),
    getMark: getTitle,
  });
  // Alternates between both ends of the alphabet, so that the position of all products in between changes.
  const getName = (number) => `${number % 2 === 0 ? 'Aan' : 'Zuid'} ${1000 + number}`;
  await measureEditTimes('from the name of a product to its page', {
    page: '/terno-basis-brok/',
    save: (number) => saveContentEntry('product', 'terno-basis', '--name', getName(number)),
    getMark: getName,
  });

  for (const folder of shopFolders.length > 0 ? shopFolders : [sample]) {
    const words = [path.resolve(folder), '--again'];
    await visitPagesDuring(`while ${path.basename(folder)} is imported`, () => command('import', words));
  }
} finally {
  for (const program of startedPrograms.toReversed()) await stopProgram(program);
  agent.destroy();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
}
