import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { findFreePort } from '../fixtures/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 200_000;
const POLL_MS = 20;

/** The built web server in a separate process, as in production. */
export interface WebProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Parsed lines of its log so far. */
  readonly lines: Record<string, unknown>[];
  /** Sends the stop signal; resolves with the exit code, or with the name of the signal that ended it. */
  stop(): Promise<number | string>;
}

export interface WebProcessOptions {
  readonly apiBaseUrl: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
}

/**
 * Starts the built web and waits until it is ready for requests.
 *
 * @throws Error with the end of its output if it does not become ready
 */
export async function startWebProcess(options: WebProcessOptions): Promise<WebProcess> {
  const port = options.port ?? (await findFreePort());
  const { NODE_OPTIONS: _forJestOnly, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--max-semi-space-size=8',
      ...(options.nodeArguments ?? []),
      path.join(root, process.env.WEB_BUNDLE ?? 'dist/server/web.mjs'),
    ],
    {
      cwd: root,
      env: {
        ...inherited,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        WEB_ADMIN_PORT: '0',
        // There is no balancer that has to notice.
        DRAIN_DELAY_MS: '0',
        // The load of other tests on this machine must not make it unready.
        EVENT_LOOP_DELAY_LIMIT_MS: '60000',
        ...options.environment,
        PORT: String(port),
        API_BASE_URL: options.apiBaseUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1));
  });
  const lines: Record<string, unknown>[] = [];
  let output = '';
  let rest = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stderr?.on('data', collect);
  child.stdout?.on('data', (chunk: Buffer) => {
    collect(chunk);
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('{')) lines.push(JSON.parse(part));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { port, child, lines, stop };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`The web was not ready before the timeout:\n${output}`);
}
