import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DatabaseError } from './database-error.ts';
import { defaultLimits, openDatabaseServer } from './server-database.ts';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** Creates a message of PostgreSQL's protocol. */
function createMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const authenticatedMessage = createMessage('R', Buffer.from([0, 0, 0, 0]));
const ready = createMessage('Z', Buffer.from('I'));
const terminatedMessage = createMessage(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
);

/** Starts a server that sends these messages at once to the first client, and then closes the connection. */
async function startServer(words: readonly Buffer[]): Promise<string> {
  const started = createServer((socket) => {
    started.close();
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat(words)));
  });
  server = started;
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return `postgresql://shop:secret@127.0.0.1:${(started.address() as AddressInfo).port}/shop`;
}

describe('server that closes a connection', () => {
  it.each([
    ['before it is ready for queries', [authenticatedMessage, terminatedMessage]],
    ['in the same packet as ReadyForQuery', [authenticatedMessage, ready, terminatedMessage]],
    ['right after it is ready, without a message', [authenticatedMessage, ready]],
  ])('%s: fails only the statement that used it', async (_when, words) => {
    const databaseUrl = await startServer(words);
    const opening = openDatabaseServer({
      databaseUrl,
      migrationsFolder,
      limits: defaultLimits,
      onQuery: undefined,
      onCallbackFailed: () => {},
      onWake: () => {},
    });
    await expect(opening).rejects.toThrow(DatabaseError);
  });
});
