import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { sendCommandToBackend } from '../../../server/backend/core/cli/send-command.ts';
import { createSampleDataFolder } from '../../browser/start-shop.ts';
import { findFreePort, findFreePorts } from '../../fixtures/free-port.ts';
import { generousSettings } from '../../fixtures/generous-settings.ts';
import { type MailServer, startMailServer } from '../../fixtures/mail-server.ts';
import { type MollieServer, openMollieServer } from '../../fixtures/mollie-server.ts';
import { eventually } from '../visit.ts';
import { startWebProcess, type WebProcess } from '../web-process.ts';
import { type BreakingProxy, openBreakingProxy } from './breaking-proxy.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const preloadUrl = pathToFileURL(path.join(import.meta.dirname, 'kill-at-points.ts')).href;
const ADMIN_TOKEN = randomBytes(24).toString('hex');
const GIFT_CARD_KEY = randomBytes(24).toString('hex');
const PASSWORD_PEPPER = randomBytes(24).toString('hex');
const LINK_KEY = randomBytes(24).toString('hex');
const START_TIMEOUT_MS = 280_000;
const MAX_START_ATTEMPTS = 5;

export type Row = Readonly<Record<string, unknown>>;

/** A backend that is restarted on the same data after each kill. */
export interface RestartableBackend {
  readonly port: number;
  /** Number of kills. */
  readonly deaths: number;
  /**
   * Lets it die at a point, or after a number of further statements.
   *
   * @returns a promise that resolves when it is dead
   */
  arm(point: string | number): Promise<void>;
  /** Cancels `arm` if the point was not reached. */
  disarm(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it as a deployment does. */
  stop(): Promise<void>;
  /** Advances its clock, also for later restarts. */
  pass(ms: number): Promise<void>;
  /** Milliseconds by which its clock was advanced. */
  readonly elapsedMs: number;
  /** Returns the number of mails that it has sent since its start. */
  countSentMails(): Promise<number>;
  /** Returns rows of its embedded database. */
  ask(statement: string): Promise<Row[]>;
  readonly isAlive: boolean;
  /** The end of its output. */
  readonly output: string;
}

interface BackendOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly adminPort: number;
}

async function createRestartableBackend({
  settings,
  adminPort,
}: BackendOptions): Promise<RestartableBackend> {
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let deaths = 0;
  let elapsedMs = 0;
  let asked = 0;
  let output = '';
  const waiting = new Map<number, { resolve: (told: unknown) => void; reject: (error: Error) => void }>();

  const say = (words: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      waiting.set(id, { resolve, reject });
      if (!child?.connected) reject(new Error('The backend process is not running'));
      else
        child.send({ id, ...words }, (error) => {
          if (error) reject(error);
        });
    });

  /** @returns false if it ended before it was ready */
  async function startOnce(): Promise<boolean> {
    const { NODE_OPTIONS: _forJestOnly, DATABASE_URL: _ofOthers, ...inherited } = process.env;
    const own = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', preloadUrl, path.join(root, 'dist/server/backend.mjs')],
      {
        cwd: root,
        env: {
          ...inherited,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          LOG_LEVEL: 'warn',
          NODE_NO_WARNINGS: '1',
          ...settings,
          BACKEND_PORT: String(port),
          BACKEND_ADMIN_PORT: String(adminPort),
          ADMIN_TOKEN,
          GIFT_CARD_KEY,
          PASSWORD_PEPPER,
          LINK_KEY,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    child = own;
    ended = new Promise((resolve) => own.once('exit', resolve));
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8000);
    };
    own.stdout?.on('data', collect);
    own.stderr?.on('data', collect);
    own.on('message', (answer: { id: number; told?: unknown; failure?: string }) => {
      const { id, told, failure } = answer;
      if (failure === undefined) waiting.get(id)?.resolve(told);
      else waiting.get(id)?.reject(new Error(failure));
      waiting.delete(id);
    });
    own.once('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error('The backend process exited'));
      waiting.clear();
    });
    if (elapsedMs > 0) await say({ passMs: elapsedMs }).catch(() => undefined);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (own.exitCode === null && own.signalCode === null && Date.now() < deadline) {
      const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (Date.now() >= deadline) throw new Error(`The backend was not ready before the timeout:\n${output}`);
    return false;
  }

  /** Starts it as a process manager does: again, if its database was unavailable during the start. */
  async function start(): Promise<void> {
    for (let tries = 0; tries < MAX_START_ATTEMPTS; tries += 1) if (await startOnce()) return;
    throw new Error(`The backend ended ${MAX_START_ATTEMPTS} times before it was ready:\n${output}`);
  }

  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    port,
    get deaths() {
      return deaths;
    },
    get isAlive() {
      return isAlive();
    },
    get output() {
      return output;
    },
    start,
    async arm(point) {
      const death = ended.then(() => {
        if (child?.signalCode !== 'SIGKILL') throw new Error(`The backend exited unexpectedly:\n${output}`);
        deaths += 1;
      });
      // It may die before it has acknowledged.
      await Promise.race([say({ arm: point }).catch(() => undefined), death]);
      await death;
    },
    disarm: () => say({ arm: null }).then(() => undefined),
    async kill() {
      child?.kill('SIGKILL');
      await ended;
      deaths += 1;
    },
    async stop() {
      if (isAlive()) child?.kill('SIGTERM');
      await ended;
    },
    async pass(ms) {
      elapsedMs += ms;
      if (isAlive()) await say({ passMs: ms });
    },
    get elapsedMs() {
      return elapsedMs;
    },
    async countSentMails() {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
      const [, count] = /^backend_mails_total\{outcome="sent"\} (\d+)/m.exec(await answer.text()) ?? [];
      return Number(count ?? 0);
    },
    ask: async (statement) => (await say({ ask: statement })) as Row[],
  };
}

/**
 * The built shop with kills, broken connections and an adjustable clock, and with a provider and mail server
 * of the test.
 */
export interface OrderingShop {
  readonly where: 'PGlite' | 'PostgreSQL';
  /** Port for clients: a proxy in front of its web. */
  readonly port: number;
  readonly backend: RestartableBackend;
  /**
   * A second backend on the same server, not started; null for the embedded database, which has one process.
   */
  readonly second: RestartableBackend | null;
  readonly lines: {
    readonly client: BreakingProxy;
    readonly backend: BreakingProxy;
    readonly database: BreakingProxy | null;
  };
  readonly mollie: MollieServer;
  readonly mail: MailServer;
  readonly webKillCount: number;
  killWeb(): Promise<void>;
  ask(statement: string): Promise<Row[]>;
  /** Runs a command in the running backend: `giftcard create 25.00`. @returns its output */
  command(name: string, ...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the shop.
 *
 * @param serverUrl of a PostgreSQL server on which a database can be created; without it, the shop has the
 *   embedded one
 * @param own further settings of its backends
 */
export async function startOrderingShop(
  serverUrl: string | undefined,
  own: Readonly<Record<string, string>> = {},
): Promise<OrderingShop> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const mollie = await openMollieServer();
    closers.push(() => mollie.close());
    const mail = await startMailServer();
    closers.push(() => mail.close());
    const { settings, databaseProxy, ask } = await prepareDatabase(serverUrl, closers);
    const [adminPort, secondAdminPort, webPort] = await findFreePorts(3);
    const common = {
      ...generousSettings,
      ...settings,
      ...own,
      PORT: String(webPort),
      PURGE_TARGETS: '',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MOLLIE_PORT: new URL(mollie.url).port,
      PAYMENT_PROVIDERS: formatProviderSettings(mollie.url),
    };
    const backend = await createRestartableBackend({ settings: common, adminPort: adminPort! });
    const second =
      serverUrl === undefined
        ? null
        : await createRestartableBackend({ settings: common, adminPort: secondAdminPort! });
    closers.push(
      () => backend.stop(),
      async () => second?.stop(),
    );
    await backend.start();
    const backendToDatabaseProxy = await openBreakingProxy(() => backend.port);
    closers.push(() => backendToDatabaseProxy.close());
    const startWeb = () =>
      startWebProcess({
        apiBaseUrl: `http://127.0.0.1:${backendToDatabaseProxy.port}`,
        port: webPort!,
        environment: { ...generousSettings, TRUST_PROXY: 'loopback' },
      });
    let web: WebProcess = await startWeb();
    let webKillCount = 0;
    closers.push(() => web.stop());
    const clientProxy = await openBreakingProxy(() => webPort!);
    closers.push(() => clientProxy.close());
    return {
      where: serverUrl === undefined ? 'PGlite' : 'PostgreSQL',
      port: clientProxy.port,
      backend,
      second,
      lines: { client: clientProxy, backend: backendToDatabaseProxy, database: databaseProxy },
      mollie,
      mail,
      get webKillCount() {
        return webKillCount;
      },
      async killWeb() {
        const ended = new Promise((resolve) => web.child.once('exit', resolve));
        web.child.kill('SIGKILL');
        await ended;
        webKillCount += 1;
        web = await startWeb();
      },
      ask: ask ?? backend.ask,
      async command(name, ...words) {
        const said: string[] = [];
        const output = { print: (text: string) => said.push(text), warn: (text: string) => said.push(text) };
        const address = { host: '127.0.0.1', port: adminPort!, token: ADMIN_TOKEN };
        const exit = await sendCommandToBackend(name, { words, workingDirectory: root }, address, output);
        if (exit !== 0) throw new Error(`${name} ${words.join(' ')}: ${exit} ${said.join('\n')}`);
        return said.join('\n');
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const formatProviderSettings = (apiUrl: string): string =>
  JSON.stringify(
    Object.fromEntries(
      ['havero', 'hafero'].map((id) => [
        id,
        {
          kind: 'mollie',
          apiKey: `test_${'a'.repeat(30)}`,
          apiUrl,
          // A valid origin; the test sends the notifications itself.
          webhookOrigin: 'https://shop.example.com',
        },
      ]),
    ),
  );

interface PreparedDatabase {
  readonly settings: Readonly<Record<string, string>>;
  readonly databaseProxy: BreakingProxy | null;
  readonly ask: ((statement: string) => Promise<Row[]>) | undefined;
}

async function prepareDatabase(
  serverUrl: string | undefined,
  closers: (() => Promise<unknown>)[],
): Promise<PreparedDatabase> {
  if (serverUrl === undefined) {
    const dataFolder = await createSampleDataFolder();
    closers.push(async () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 }));
    return { settings: { DATA_DIR: dataFolder }, databaseProxy: null, ask: undefined };
  }
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'horse-feed-shop-'));
  closers.push(async () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 }));
  const name = `ordering_${randomBytes(6).toString('hex')}`;
  const maintenance = new pg.Pool({ connectionString: serverUrl, max: 1 });
  await maintenance.query(`create database ${name} template template0 encoding 'UTF8'`);
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: own.href, max: 1 });
  pool.on('error', () => {});
  closers.push(async () => {
    await pool.end();
    await eventually(() => maintenance.query(`drop database if exists ${name} with (force)`));
    await maintenance.end();
  });
  const { hostname, port } = own;
  const databaseProxy = await openBreakingProxy(() => Number(port || 5432), hostname);
  closers.push(() => databaseProxy.close());
  const reached = new URL(own);
  reached.hostname = '127.0.0.1';
  reached.port = String(databaseProxy.port);
  return {
    settings: { DATA_DIR: dataFolder, DATABASE_URL: reached.href },
    databaseProxy,
    ask: async (statement) => (await pool.query<Row>(statement)).rows,
  };
}
