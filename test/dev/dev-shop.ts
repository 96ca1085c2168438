import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { createSampleDataFolder } from '../browser/start-shop.ts';
import { findFreePorts } from '../fixtures/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copiedPaths = [
  'build',
  'client',
  'locales',
  'scripts',
  'server',
  'shared',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const startTimeoutMs = 200_000;
const stopTimeoutMs = MINUTE_MS;
const pollMs = 20;

/** `npm run dev` on a copy of the project, whose sources a test can edit. */
export interface DevShop {
  readonly port: number;
  readonly backendPort: number;
  /** Returns the output of the command so far. */
  output(): string;
  /** Replaces texts that the file must contain, and saves it once. */
  edit(file: string, ...replacements: readonly (readonly [from: string, to: string])[]): void;
  /** Returns the number of the line, from 1, that contains a text. */
  findLine(file: string, text: string): number;
  /** Starts the command a second time, on the same ports. */
  runAgain(): Promise<{ code: number | null; output: string }>;
  /**
   * Presses Ctrl-C: as in a terminal, the signal goes to the whole process group.
   *
   * @returns exit code
   */
  interrupt(): Promise<number | null>;
  /** Ends the remaining processes and removes the copy. */
  remove(): Promise<void>;
}

/** Waits until a condition is true. @throws Error that describes the condition, after the timeout */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timeout while waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** @throws Error with the output of the command if the shop does not open */
export async function startDevShop(): Promise<DevShop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-dev-'));
  for (const name of copiedPaths) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const dataFolder = await createSampleDataFolder();
  const [port = 0, backendPort = 0] = await findFreePorts(2);
  const {
    NODE_OPTIONS: _forJestOnly,
    DATABASE_URL: _forOtherData,
    API_BASE_URL: _elsewhere,
    ...inherited
  } = process.env;
  const env = {
    ...inherited,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    WEB_ADMIN_PORT: '0',
    BACKEND_ADMIN_PORT: '0',
    DATA_DIR: dataFolder,
    HOST: '127.0.0.1',
  };
  const run = () => {
    const child = spawn('npm', ['run', '--silent', 'dev'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    return { child, output: () => output };
  };
  const { child, output } = run();
  const at = (file: string) => path.join(folder, file);
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  const shop: DevShop = {
    port,
    backendPort,
    output,
    edit: (file, ...replacements) => {
      let source = readFileSync(at(file), 'utf8');
      for (const [from, to] of replacements) {
        if (!source.includes(from)) throw new Error(`${file} has no '${from}'`);
        source = source.replace(from, () => to);
      }
      writeFileSync(at(file), source);
    },
    findLine: (file, text) =>
      readFileSync(at(file), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1,
    runAgain: async () => {
      const second = run();
      const code = await waitForExit(second.child);
      return { code, output: second.output() };
    },
    interrupt: () => {
      const exit = waitForExit(child);
      signal('SIGINT');
      return exit;
    },
    remove: async () => {
      const exit = waitForExit(child);
      signal('SIGTERM');
      await exit;
      for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await waitUntil(
      'the open shop',
      () => output().includes('The shop is open') || child.exitCode !== null,
      startTimeoutMs,
    );
    if (child.exitCode !== null) throw new Error('The command has exited');
    return shop;
  } catch (error) {
    await shop.remove();
    throw new Error(`npm run dev did not open the shop:\n${output()}`, { cause: error });
  }
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The command did not exit before the timeout')),
      stopTimeoutMs,
    );
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}
