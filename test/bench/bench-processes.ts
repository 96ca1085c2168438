import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const START_TIMEOUT_MS = 300_000;
const POLL_MS = 2;
/** Linux counts a process's time in hundredths of a second, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;

const taskset = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'taskset'))
  .find((file) => existsSync(file));

/**
 * Whether the measured server can have its own core: needs `taskset` and a second core for everything else.
 */
export const canPinToCore = taskset !== undefined && availableParallelism() > 1;

/** Core of the measured server, and core of the others: backend and load. */
export const cores = { server: 0, rest: 1 } as const;

/** A process of the benchmark. */
export interface Program {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts a Node program, on its own core if that is possible.
 *
 * @param command file and arguments
 */
export function startProgram(options: {
  name: string;
  core: number | null;
  port: number;
  command: readonly string[];
  settings?: Readonly<Record<string, string>>;
  hasChannel?: boolean;
}): Program {
  const { name, core, port, command, settings = {}, hasChannel = false } = options;
  const [file = '', ...words] =
    core !== null && taskset !== undefined && canPinToCore
      ? [taskset, '-c', String(core), process.execPath, ...command]
      : [process.execPath, ...command];
  const child = spawn(file, words, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      DRAIN_DELAY_MS: '0',
      ...settings,
    },
    stdio: hasChannel ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'ignore', 'inherit'],
  });
  return { name, child, port };
}

/**
 * Waits until a program reports that it is ready.
 *
 * @throws Error if it stops instead, or takes too long
 */
export async function waitUntilReady({ name, child, port }: Program): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The ${name} was not ready before the timeout`);
}

/** Stops a program as an operator would, and waits until it has exited. */
export async function stopProgram({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killer);
}

/** Returns the processor seconds of a process and its threads; null if the system has no /proc. */
export function readCpuSeconds({ child }: Program): number | null {
  const fields = readProcFile(child, 'stat')?.split(') ')[1]?.split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : null;
}

/** Returns the resident memory of a process in megabytes; null if the system does not report it. */
export function readResidentMegabytes({ child }: Program): number | null {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readProcFile(child, 'status') ?? '')?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}

function readProcFile(child: ChildProcess, file: string): string | null {
  try {
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
