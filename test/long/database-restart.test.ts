import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually, visit } from '../faults/visit.ts';
import { callInputs } from '../fixtures/call-inputs.ts';
import { findFreePorts } from '../fixtures/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const RESTART_COUNT = 5;
const VISITOR_COUNT = 12;
const PAGE_PATHS = ['/', '/paardenvoer/', '/prado-balans-muesli/', '/zoeken/?q=slobber'];
const executeFile = promisify(execFile);

/** Folder of a server for this test only, which stops it. Empty if the machine has no server. */
let folder = '';
let databaseUrl = '';
let postgresBinFolder = '';
let shop: ReturnType<typeof spawn> | undefined;
let port = 0;

const runPgCtl = (...words: string[]) => {
  // With a separate log: otherwise the server would keep the pipe of this process open.
  const command = [
    path.join(postgresBinFolder, 'pg_ctl'),
    '-D',
    `${folder}/data`,
    '-l',
    `${folder}/log`,
    '-w',
    ...words,
  ];
  const [file, ...rest] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return executeFile(file!, rest, { cwd: folder });
};

beforeAll(async () => {
  const script = 'source .ci/postgresql.sh; pg_start >&2 && echo "$TEST_DATABASE_URL $pg_folder $pg_bin"';
  const { stdout } = await executeFile('bash', ['-c', script], { cwd: root }).catch(() => ({ stdout: '' }));
  [databaseUrl = '', folder = '', postgresBinFolder = ''] = stdout.trim().split(' ');
  if (!folder) return;
  // The test server may lose acknowledged data at an immediate stop; that of a shop must not.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('alter role current_user set synchronous_commit = on');
  await client.end();
  const [web, backend, webAdmin, backendAdmin] = await findFreePorts(4);
  port = web!;
  const { NODE_OPTIONS: _forJestOnly, ...inherited } = process.env;
  shop = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...inherited,
      DATABASE_URL: databaseUrl,
      PORT: `${web}`,
      BACKEND_PORT: `${backend}`,
      WEB_ADMIN_PORT: `${webAdmin}`,
      BACKEND_ADMIN_PORT: `${backendAdmin}`,
      DATA_DIR: folder,
      // All visitors have one address here, and the load of the machine is not tested.
      SEARCHES_LIMIT: '100',
      ADDRESS_SEARCHES_LIMIT: '100',
      PAGE_TIMEOUT_MS: '30000',
      REQUEST_TIMEOUT_MS: '60000',
    },
  });
  await eventually(() => get('/').then(({ status }) => expect(status).toBe(200)), 300_000);
}, 400_000);

afterAll(async () => {
  if (shop && shop.exitCode === null) {
    const ended = new Promise((resolve) => shop?.once('exit', resolve));
    shop.kill('SIGTERM');
    await ended;
  }
  if (folder) await runPgCtl('-m', 'immediate', 'stop').catch(() => undefined);
  if (folder) await executeFile('rm', ['-rf', folder]);
});

const get = (address: string) => visit({ port, host: 'havero-nl.localhost', path: address });

it('the shop survives restarts of its database under load, and keeps all acknowledged data', async () => {
  if (!folder) {
    console.warn('Not run: no PostgreSQL server could be started here');
    return;
  }
  const answers = new Map<string, number>();
  const accepted: string[] = [];
  let isOver = false;
  let n = 0;
  const count = (key: string) => answers.set(key, (answers.get(key) ?? 0) + 1);
  const look = async () => {
    while (!isOver) {
      // A new search term, which no cache has.
      n += 1;
      const address = n % 2 === 0 ? PAGE_PATHS[n % PAGE_PATHS.length]! : `/zoeken/?q=muesli+${n}`;
      const { status, headers } = await get(address);
      count(`page ${status}`);
      if (status === 503) expect(headers['retry-after']).toBeDefined();
    }
  };
  const write = async () => {
    while (!isOver) {
      n += 1;
      const emailAddress = `restart-${n}@stable.example`;
      const { status } = await visit({
        port,
        host: 'havero-nl.localhost',
        path: '/api/products/101/reviews',
        headers: { 'content-type': 'application/json', siteid: '1', languageid: '1' },
        body: JSON.stringify({ ...callInputs.writeReview.body, emailAddress }),
      });
      count(`review ${status}`);
      if (status < 300) accepted.push(emailAddress);
    }
  };
  const work = Promise.all([...Array.from({ length: VISITOR_COUNT }, look), write()]);
  for (let restart = 0; restart < RESTART_COUNT; restart += 1) {
    const before = n;
    await eventually(async () => expect(n).toBeGreaterThan(before + 100));
    if (restart % 2 === 0) await runPgCtl('-m', 'fast', 'restart');
    else {
      // A restart needs the options with which the server was started.
      const options = (await readFile(`${folder}/data/postmaster.opts`, 'utf8')).replace(/^\S+/, '').trim();
      await runPgCtl('-m', 'immediate', 'stop');
      const during = n;
      await eventually(async () => expect(n).toBeGreaterThan(during + 100));
      await runPgCtl('-o', options, 'start');
    }
    // Available again: an uncached request is answered.
    await eventually(() => get(`/zoeken/?q=muesli+back+${n}`).then(({ status }) => expect(status).toBe(200)));
  }
  isOver = true;
  await work;
  process.stdout.write(
    `Answers around ${RESTART_COUNT} restarts: ${JSON.stringify(Object.fromEntries(answers))}\n`,
  );
  expect(shop?.exitCode).toBeNull();
  expect([...answers.keys()].filter((key) => !/ (200|201|202|204|429|503)$/.test(key))).toEqual([]);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ recipient: string }>('select recipient from outbox_mail');
  await client.end();
  const mailed = rows.map(({ recipient }) => recipient).filter((address) => accepted.includes(address));
  // Each acknowledged order, exactly once.
  expect(mailed.sort()).toEqual(accepted.sort());
}, 1_200_000);
