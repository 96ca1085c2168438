import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_INTERVAL_MS = 50;

/**
 * A small load balancer in front of several web processes: it sends requests to those that report to be
 * ready.
 */
export interface Balancer {
  readonly port: number;
  /** Ports of the processes that are ready now. */
  readonly ready: ReadonlySet<number>;
  close(): Promise<void>;
}

/** Starts the balancer. It retries nothing: a failure of a process reaches the visitor. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const check = async (port: number) => {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`, {
        signal: AbortSignal.timeout(5000),
      });
      if (ok) ready.add(port);
      else ready.delete(port);
    } catch (error) {
      // A timeout on a busy machine does not mean that the process is gone.
      if (!(error instanceof DOMException)) ready.delete(port);
    }
  };
  await Promise.all(ports.map(check));
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void Promise.all(ports.map(check)).then(() => {
      isChecking = false;
    });
  }, CHECK_INTERVAL_MS);

  const server = createServer((incoming, response) => {
    const choice = ports.filter((port) => ready.has(port));
    turn += 1;
    const port = choice[turn % choice.length];
    if (port === undefined) {
      response.writeHead(502).end('no backend is ready');
      return;
    }
    const { method, url, headers } = incoming;
    const { connection: _ofThisHop, ...rest } = headers;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers: rest, agent });
    outgoing.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
    });
    outgoing.on('response', (answer) => {
      const { connection: _ofThatHop, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ready,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
