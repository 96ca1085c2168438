import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between two processes that breaks connections. */
export interface BreakingProxy {
  readonly port: number;
  /**
   * Returns the number of bytes, in both directions together, after which the next connection breaks;
   * `Infinity` for never. Called once for each connection.
   */
  plan: () => number;
  /**
   * Breaks the connection that transfers the given number of bytes from now on, counted over all connections;
   * `Infinity` for none. Applies once, in addition to the plan.
   */
  cutAfter(bytes: number): void;
  /** Number of broken connections. */
  readonly cuts: number;
  close(): Promise<void>;
}

/**
 * Opens a proxy.
 *
 * @param findPort returns the port of the target process for each connection, because it may have been
 *   restarted
 */
export async function openBreakingProxy(findPort: () => number, host = '127.0.0.1'): Promise<BreakingProxy> {
  let cuts = 0;
  let bytesUntilBreak = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    let left = line.plan();
    const far = connect(findPort(), host);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (to.destroyed) return;
      const most = Math.min(left, bytesUntilBreak);
      if (chunk.length < most) {
        left -= chunk.length;
        bytesUntilBreak -= chunk.length;
        to.write(chunk);
        return;
      }
      cuts += 1;
      if (most === bytesUntilBreak) bytesUntilBreak = Number.POSITIVE_INFINITY;
      // Forwarded data arrives, and nothing after it.
      const last = chunk.subarray(0, most);
      left = 0;
      to.write(last, end);
    };
    near.on('data', pass(far));
    far.on('data', pass(near));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // Errors are expected after a cut.
      socket.on('error', () => {});
      socket.on('end', () => other.end());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: BreakingProxy & { plan: () => number } = {
    port: (server.address() as AddressInfo).port,
    plan: () => Number.POSITIVE_INFINITY,
    cutAfter(bytes) {
      bytesUntilBreak = bytes;
    },
    get cuts() {
      return cuts;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return line;
}
