import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultBackend, startFaultBackend } from './fault-backend.ts';
import { eventually, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

const HOST = 'havero-nl.localhost';
const CLIENT_COUNT = 30;
/** The longest timeout below, the second between two checks, and a tolerance for a busy machine. */
const MAX_DISCONNECT_MS = 2500 + 1000 + 3000;

let backend: FaultBackend;
let web: WebProcess;
let openSockets: Socket[] = [];

beforeAll(async () => {
  backend = await startFaultBackend();
  web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    environment: { HEADERS_TIMEOUT_MS: '1500', RECEIVE_TIMEOUT_MS: '2500', SOCKET_IDLE_TIMEOUT_MS: '2500' },
  });
  // On a busy machine the first page takes longer than the timeouts above allow; afterwards it is in memory.
  await eventually(() => visit({ port: web.port, host: HOST, path: '/' }));
});

afterAll(async () => {
  for (const socket of openSockets) socket.destroy();
  await web?.stop();
  await backend?.close();
});

interface HostileClient {
  readonly socket: Socket;
  /** Returns the received text. */
  readonly heard: () => string;
  readonly isClosed: () => boolean;
}

async function open(allowHalfOpen = false): Promise<HostileClient> {
  const socket = connect({ host: '127.0.0.1', port: web.port, allowHalfOpen });
  openSockets.push(socket);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  return { socket, heard: () => text, isClosed: () => isClosed };
}

/** Sends a piece every 100 ms while the connection is open. */
function sendPiecesSlowly(socket: Socket, piece: string): void {
  const timer = setInterval(() => {
    if (socket.writable) socket.write(piece);
  }, 100);
  socket.on('close', () => clearInterval(timer));
}

const hostHeaderLine = `Host: ${HOST}\r\n`;
const hostileBehaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  'send nothing': () => {},
  'send their headers slowly': (socket) => {
    socket.write(`GET / HTTP/1.1\r\n${hostHeaderLine}`);
    sendPiecesSlowly(socket, 'x-a: b\r\n');
  },
  'send their body slowly': (socket) => {
    socket.write(
      `POST /api/products/search HTTP/1.1\r\n${hostHeaderLine}content-type: application/json\r\ncontent-length: 90000\r\n\r\n`,
    );
    sendPiecesSlowly(socket, ' ');
  },
  'announce a body and send none': (socket) => {
    socket.write(`POST /api/products/search HTTP/1.1\r\n${hostHeaderLine}content-type: application/json\r\n`);
    socket.write('content-length: 5\r\n\r\n');
  },
  'send endless headers': (socket) => {
    socket.write(`GET / HTTP/1.1\r\n${hostHeaderLine}x-large: `);
    sendPiecesSlowly(socket, 'x'.repeat(4000));
  },
  'send bytes that are not HTTP': (socket) => {
    socket.write('\u0016\u0003\u0001\u0002 hello\r\n\r\n');
  },
  'send two contradictory lengths': (socket) => {
    socket.write(
      `POST / HTTP/1.1\r\n${hostHeaderLine}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
  },
};

describe.each(Object.entries(hostileBehaviours))('clients that %s', (_name, behave) => {
  it('are cut off in time, and other visitors are served', async () => {
    const hostile = await Promise.all(Array.from({ length: CLIENT_COUNT }, () => open()));
    for (const { socket } of hostile) behave(socket);

    for (let n = 0; n < 20; n += 1) {
      const { status } = await visit({ port: web.port, host: HOST, path: '/' });
      expect(status).toBe(200);
    }

    await eventually(async () => {
      expect(hostile.filter(({ isClosed }) => !isClosed())).toHaveLength(0);
    }, MAX_DISCONNECT_MS);
    // Either a refusal or a closed connection, never a page.
    for (const { heard } of hostile) expect(heard()).not.toMatch(/^HTTP\/1.1 [23]/);
    expect(web.child.exitCode).toBeNull();
    openSockets = [];
  });
});

describe('a client that closes its sending side', () => {
  it('still gets its response through the half-closed connection', async () => {
    const { socket, heard, isClosed } = await open(true);
    socket.end(`GET / HTTP/1.1\r\n${hostHeaderLine}\r\n`);
    await eventually(async () => expect(isClosed()).toBe(true));
    expect(heard()).toMatch(/^HTTP\/1.1 200 /);
    expect(heard()).toContain('</html>');
  });
});

describe('a request with too many headers', () => {
  it('is refused with 431', async () => {
    const { socket, heard, isClosed } = await open();
    socket.write(`GET / HTTP/1.1\r\n${hostHeaderLine}x-large: ${'x'.repeat(20_000)}\r\n\r\n`);
    await eventually(async () => expect(isClosed()).toBe(true));
    expect(heard()).toMatch(/^HTTP\/1.1 431 /);
  });
});
