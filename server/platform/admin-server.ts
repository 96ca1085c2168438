import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Router } from 'express';
import type { Log } from './logging.ts';

/** The port for operators: metrics and purge. Never reachable by visitors. */
export interface AdminServer {
  /** The port it listens on, null where it could not. */
  readonly port: number | null;
  close(): Promise<void>;
}

export interface AdminServerOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Each answers its own paths; whatever is left is 404. */
  readonly routers: readonly Router[];
  readonly log: Log;
}

const limits = {
  // Longer than clients keep an idle connection: one that is closed while a form is sent on it looks like a failure, and forms are not sent twice.
  keepAliveTimeout: 65_000,
  headersTimeout: 5000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
} as const;

/** Names what failed in the log only. */
function answerErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    // A path that cannot be decoded: nothing of ours has failed.
    if (error instanceof URIError && !response.headersSent) {
      response.status(404).json({ status: 'not_found' });
      return;
    }
    log.error({ err: error }, 'admin_failed');
    if (response.headersSent) response.destroy();
    else response.status(500).json({ status: 'failed' });
  };
}

/**
 * Starts the admin server. Selling comes before measuring: a port that is taken is a warning in the log, and the shop opens without.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const { host, port, routers, log } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  for (const router of routers) app.use(router);
  app.use((_request, response) => {
    response.status(404).json({ status: 'not_found' });
  });
  app.use(answerErrors(log));

  const server = createServer(limits, app);
  const listening = await new Promise<AddressInfo | null>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error, host, port }, 'admin_listen_failed');
      resolve(null);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? address : null);
    });
  });
  if (listening) log.info({ host, port: listening.port }, 'admin_listening');
  return {
    port: listening?.port ?? null,
    close: () =>
      new Promise((resolve) => {
        if (!listening) {
          resolve();
          return;
        }
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
