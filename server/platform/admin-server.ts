import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Router } from 'express';
import type { Log } from './logging.ts';

/** Server on the port for operators: metrics and purges. Not reachable for visitors. */
export interface AdminServer {
  /** Port it listens on; null if it could not start. */
  readonly port: number | null;
  close(): Promise<void>;
}

export interface AdminServerOptions {
  readonly host: string;
  /** Port; 0 for any free one. */
  readonly port: number;
  /** Routers with separate paths. Unmatched paths are 404. */
  readonly routers: readonly Router[];
  readonly log: Log;
}

const serverTimeouts = {
  // Longer than clients keep an idle connection: if the server closed it while a form is sent, the client
  // would report a failure, because forms are not sent again automatically.
  keepAliveTimeout: 65_000,
  headersTimeout: 5000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
} as const;

/** Logs what failed and sends no details. */
function answerErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    // The path cannot be decoded, which is an error of the client.
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
 * Starts the admin server. If its port is in use, it logs a warning and the shop opens without it, because
 * sales are more important than metrics.
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

  const server = createServer(serverTimeouts, app);
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
