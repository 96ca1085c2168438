import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A line between two processes that breaks connections. */
export interface CuttingLine {
  readonly port: number;
  /**
   * Says after how many bytes, of both directions together, the next connections break; `Infinity`: not at all. Asked once for each.
   */
  plan: () => number;
  /**
   * Breaks the connection over which the line comes to so many bytes from now on, those of all its connections counted together;
   * `Infinity`: none. Once, and beside what is planned.
   */
  cutAfter(bytes: number): void;
  /** Connections that it has broken. */
  readonly cuts: number;
  close(): Promise<void>;
}

/**
 * Opens a line.
 *
 * @param findPort of the process at its other end, asked anew for each connection: it may have been started again
 */
export async function openCuttingLine(findPort: () => number, host = '127.0.0.1'): Promise<CuttingLine> {
  let cuts = 0;
  let untilCut = Number.POSITIVE_INFINITY;
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
      const most = Math.min(left, untilCut);
      if (chunk.length < most) {
        left -= chunk.length;
        untilCut -= chunk.length;
        to.write(chunk);
        return;
      }
      cuts += 1;
      if (most === untilCut) untilCut = Number.POSITIVE_INFINITY;
      // What was let through arrives, and nothing after it.
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
      // A cut is what it is for.
      socket.on('error', () => {});
      socket.on('end', () => other.end());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: CuttingLine & { plan: () => number } = {
    port: (server.address() as AddressInfo).port,
    plan: () => Number.POSITIVE_INFINITY,
    cutAfter(bytes) {
      untilCut = bytes;
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
