import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { findFreePorts } from '../fixtures/free-port.ts';
import { generousSettings } from '../fixtures/generous-settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const serverFolder = path.join(root, 'dist/server');
const preparedDataFolder = path.join(tmpdir(), 'horse-feed-shop-tests');
const SHARED_PICTURES_FOLDER_NAME = 'pictures';
const START_TIMEOUT_MS = 280_000;
const POLL_MS = 50;

/** The two processes as `npm start` runs them, with their own data directory. */
export interface RunningShop {
  /** Port of the web on 127.0.0.1. */
  readonly port: number;
  /** Port of its backend on 127.0.0.1, for a second web in front of it. */
  readonly backendPort: number;
  /** Port on 127.0.0.1 on which its backend accepts admin commands. */
  readonly backendAdminPort: number;
  /** Its data directory; mails are files in the folder `mails`. */
  readonly dataFolder: string;
  /** Stops both processes and removes their data. */
  stop(): Promise<void>;
}

interface ShopService {
  readonly child: ChildProcess;
  readonly name: string;
  /** Returns the end of the output, for the error message of a failed start. */
  tail(): string;
}

/**
 * Starts the built shop on free ports.
 *
 * The sample shop is imported once per version of the build and cached in the system's temporary folder;
 * every run works on a copy.
 *
 * @param extraSettings of both processes, in addition to those of every test shop
 * @throws Error with the end of a process's output if it does not become ready
 */
export async function startShop(extraSettings: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const dataFolder = await createSampleDataFolder();
  const services: ShopService[] = [];
  const stop = async () => {
    await Promise.all(services.map(stopService));
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const [port, backendPort, backendAdminPort, adminPort] = await findFreePorts(4);
    // The backend notifies the web there of changes.
    const settings = {
      ...createServiceSettings(port!, backendPort!, extraSettings),
      WEB_ADMIN_PORT: String(adminPort),
    };
    const ofBackend = { BACKEND_ADMIN_PORT: String(backendAdminPort), DATA_DIR: dataFolder };
    services.push(startService('backend', { ...settings, ...ofBackend }));
    await waitUntilReady(services[0]!, backendPort!);
    services.push(startService('web', settings));
    await waitUntilReady(services[1]!, port!);
    return {
      port: port!,
      backendPort: backendPort!,
      backendAdminPort: backendAdminPort!,
      dataFolder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a second web in front of the shop that all browser tests share, to test other settings of the web.
 *
 * @param extraSettings of that web
 * @throws Error with the end of its output if it does not become ready
 */
export async function startSecondWeb(
  extraSettings: Readonly<Record<string, string>>,
): Promise<Pick<RunningShop, 'port' | 'stop'>> {
  const [port] = await findFreePorts(1);
  const settings = createServiceSettings(port!, Number(process.env.SHOP_TEST_BACKEND_PORT), extraSettings);
  const web = startService('web', settings);
  try {
    await waitUntilReady(web, port!);
  } catch (error) {
    await stopService(web);
    throw error;
  }
  return { port: port!, stop: () => stopService(web) };
}

/** Returns the settings of a shop. Several shops run concurrently, so each uses any free admin port. */
function createServiceSettings(
  port: number,
  backendPort: number,
  extraSettings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    ...extraSettings,
    ...generousSettings,
    BACKEND_PORT: String(backendPort),
    PORT: String(port),
    // Requests of an opened page carry a visitor address (`openPage`).
    TRUST_PROXY: 'loopback',
    WEB_ADMIN_PORT: '0',
    BACKEND_ADMIN_PORT: '0',
  };
}

/**
 * Creates a data directory with the sample shop, as the built backend does. The caller removes it.
 *
 * @returns absolute path
 */
export async function createSampleDataFolder(): Promise<string> {
  const prepared = path.join(preparedDataFolder, hashBuild());
  if (!existsSync(prepared)) await prepareSampleData(prepared);

  const dataFolder = mkdtempSync(path.join(tmpdir(), 'horse-feed-shop-'));
  cpSync(prepared, dataFolder, { recursive: true });
  // Pictures are named by their content, so all runs can share them; generating them is slow.
  const pictures = path.join(preparedDataFolder, SHARED_PICTURES_FOLDER_NAME);
  mkdirSync(pictures, { recursive: true });
  symlinkSync(pictures, path.join(dataFolder, 'images'), 'junction');
  return dataFolder;
}

/** Starts a backend on an empty directory and stops it cleanly, so that the directory can be copied. */
async function prepareSampleData(target: string): Promise<void> {
  mkdirSync(preparedDataFolder, { recursive: true });
  removeOldPreparedData();
  const folder = mkdtempSync(path.join(preparedDataFolder, 'new-'));
  const [port] = await findFreePorts(1);
  const backend = startService('backend', { BACKEND_PORT: String(port), DATA_DIR: folder });
  try {
    await waitUntilReady(backend, port!);
    await stopService(backend);
    rmSync(path.join(folder, 'images'), { recursive: true, force: true });
    renameSync(folder, target);
  } catch (error) {
    await stopService(backend);
    rmSync(folder, { recursive: true, force: true });
    // Another run may have created the same data first.
    if (!existsSync(target)) throw error;
  }
}

/** Removes the data of earlier builds after an hour: another clone of the project may be copying them. */
function removeOldPreparedData(): void {
  for (const name of readdirSync(preparedDataFolder)) {
    const folder = path.join(preparedDataFolder, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (name !== SHARED_PICTURES_FOLDER_NAME && found && Date.now() - found.mtimeMs > HOUR_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function hashBuild(): string {
  const hash = createHash('sha256');
  const folders = ['sample-shop/data', 'sample-shop/packshots', 'migrations'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(serverFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of [...files, path.join(serverFolder, 'backend.mjs')].sort()) {
    hash.update(path.relative(serverFolder, file)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function startService(name: 'backend' | 'web', settings: Readonly<Record<string, string>>): ShopService {
  const { NODE_OPTIONS: _forJestOnly, DATABASE_URL: _forOtherData, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(serverFolder, `${name}.mjs`)], {
    cwd: root,
    env: {
      ...inherited,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DRAIN_DELAY_MS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return { child, name, tail: () => output };
}

async function waitUntilReady(service: ShopService, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (service.child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const what = service.child.exitCode === null ? 'was not ready before the timeout' : 'exited unexpectedly';
  throw new Error(`The ${service.name} ${what}:\n${service.tail()}`);
}

async function stopService({ child }: ShopService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(killer);
}
