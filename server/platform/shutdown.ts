import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readiness } from './health.ts';
import type { Log } from './logging.ts';

const idleConnectionSweepMs = 100;

export interface ShutdownOptions {
  readonly server: Server;
  readonly readiness: Readiness;
  readonly log: Log;
  /** Time to continue serving while the load balancer notices, in milliseconds; 0 without a load balancer. */
  readonly drainDelayMs: number;
  /** Maximum time for running requests, in milliseconds. Then their connections are cut. */
  readonly deadlineMs: number;
  /** Closes the dependencies of the server (agents, database). Called when no request is running. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the function that stops a server gracefully: not ready, drain delay, no new connections, running
 * requests finished or cut at the deadline, dependencies closed. A second call returns the same promise.
 *
 * @returns a function whose promise resolves to the exit code: 0 if every request could finish, 1 if some
 *   were cut or closing failed
 */
export function createShutdown(options: ShutdownOptions): (reason: string) => Promise<0 | 1> {
  const { server, readiness, log, drainDelayMs, deadlineMs, close } = options;
  let isStopping = false;
  // A client would send its next request over a persistent connection into a stopping server. `Connection:
  // close` is sent from the start, so that a load balancer has no open connection left at the end.
  server.prependListener('request', (_request, response) => {
    if (isStopping) response.setHeader('connection', 'close');
  });

  const run = async (reason: string): Promise<0 | 1> => {
    log.info({ reason }, 'shutdown_started');
    readiness.stop();
    isStopping = true;
    await wait(drainDelayMs);
    const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')));
    // A connection becomes idle when its request ends, so the check is repeated.
    const sweep = setInterval(() => server.closeIdleConnections(), idleConnectionSweepMs);
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
