import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createReadiness } from './health.ts';
import { createLog } from './logging.ts';
import { createShutdown } from './shutdown.ts';

const log = createLog({ name: 'test', level: 'silent' });
let server: Server;
let agent: Agent;
let pendingResponses: ServerResponse[];

beforeEach(async () => {
  pendingResponses = [];
  agent = new Agent({ keepAlive: true });
  server = createServer((request, response) => {
    if (request.url === '/slow') {
      pendingResponses.push(response);
      server.emit('slow');
    } else {
      response.end('x');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  agent.destroy();
  server.close();
  server.closeAllConnections();
});

function request(path: string) {
  return get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', path, agent });
}

async function getAnswer(path: string): Promise<IncomingMessage> {
  const [answer] = await once(request(path), 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
}

function createTestShutdown(
  options: { drainDelayMs?: number; deadlineMs?: number; close?: () => Promise<void> } = {},
) {
  const readiness = createReadiness();
  const shutDown = createShutdown({
    server,
    readiness,
    log,
    drainDelayMs: options.drainDelayMs ?? 0,
    deadlineMs: options.deadlineMs ?? 5000,
    close: options.close ?? (() => Promise.resolve()),
  });
  return { readiness, shutDown };
}

describe('createShutdown', () => {
  it('reports not ready immediately', async () => {
    const { readiness, shutDown } = createTestShutdown();
    const done = shutDown('test');
    expect(readiness.isReady()).toBe(false);
    expect(await done).toBe(0);
  });

  it('continues to serve during the drain delay, and closes each connection after its response', async () => {
    const { shutDown } = createTestShutdown({ drainDelayMs: 60 });
    expect((await getAnswer('/')).headers.connection).toBe('keep-alive');
    const done = shutDown('test');
    const answer = await getAnswer('/');
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    expect(await done).toBe(0);
  });

  it('lets a running request finish before it closes the dependencies', async () => {
    const order: string[] = [];
    const { shutDown } = createTestShutdown({ close: async () => void order.push('closed') });
    await getAnswer('/');
    const slow = request('/slow');
    slow.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => order.push('answered'));
    });
    await once(server, 'slow');
    const done = shutDown('test');
    setTimeout(() => pendingResponses[0]?.end('done'), 20);
    expect(await done).toBe(0);
    expect(order).toEqual(['answered', 'closed']);
  });

  it('cuts requests that exceed the deadline, and returns exit code 1', async () => {
    const { shutDown } = createTestShutdown({ deadlineMs: 20 });
    const slow = request('/slow');
    const cut = once(slow, 'error');
    cut.catch(() => {});
    await once(server, 'slow');
    expect(await shutDown('test')).toBe(1);
    await cut;
  });

  it('runs once if called several times', async () => {
    const close = jest.fn(() => Promise.resolve());
    const { shutDown } = createTestShutdown({ close });
    expect(await Promise.all([shutDown('one'), shutDown('two')])).toEqual([0, 0]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('returns exit code 1 if closing fails', async () => {
    const { shutDown } = createTestShutdown({ close: () => Promise.reject(new Error('stuck')) });
    expect(await shutDown('test')).toBe(1);
  });
});
