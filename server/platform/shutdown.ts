import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readiness } from './health.ts';
import type { Log } from './logging.ts';

const idleSweepMs = 100;

export interface ShutdownOptions {
  readonly server: Server;
  readonly readiness: Readiness;
  readonly log: Log;
  /** How long to keep serving while the balancer notices, in milliseconds; 0 where there is none. */
  readonly drainDelayMs: number;
  /** How long running requests may still take, in milliseconds; then their connections are cut. */
  readonly deadlineMs: number;
  /** Closes what the server stood on (agents, database), called once no request runs any more. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the function that stops a server with grace: not ready, drain delay, no new connections, running requests finished or cut
 * at the deadline, then what is below closed. A second call returns the same promise.
 *
 * @returns resolves with the exit code: 0 when every request could finish, 1 when some were cut or closing failed
 */
export function createShutdown(options: ShutdownOptions): (reason: string) => Promise<0 | 1> {
  const { server, readiness, log, drainDelayMs, deadlineMs, close } = options;
  let isStopping = false;
  // A kept-alive connection would send its next request into a server that is going away. Said from the first moment on, so that by
  // the time of closing a balancer holds no connection any more that it could still write into.
  server.prependListener('request', (_request, response) => {
    if (isStopping) response.setHeader('connection', 'close');
  });

  const run = async (reason: string): Promise<0 | 1> => {
    log.info({ reason }, 'shutdown_started');
    readiness.stop();
    isStopping = true;
    await wait(drainDelayMs);
    const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')));
    // A connection falls idle when its request ends, so once is not enough.
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    const timer = new AbortController();
    const outcome = await Promise.race([closed, wait(deadlineMs, 'late' as const, { signal: timer.signal })]);
    timer.abort();
    clearInterval(sweep);
    if (outcome === 'late') server.closeAllConnections();
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'shutdown_failed');
      return 1;
    }
    log.info({ cut: outcome === 'late' }, 'shutdown_finished');
    return outcome === 'late' ? 1 : 0;
  };

  let running: Promise<0 | 1> | undefined;
  return (reason) => {
    running ??= run(reason);
    return running;
  };
}
