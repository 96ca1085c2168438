import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SentryServer, startSentryServer } from '../../test/fixtures/sentry-server.ts';
import { createLog } from './logging.ts';
import { createErrorReporter, type ErrorReporter, parseDsn } from './sentry.ts';

const logLines: Record<string, unknown>[] = [];
const log = createLog({ name: 'web', level: 'info' }, { write: (line) => logLines.push(JSON.parse(line)) });
const listenerCountBefore = process.listenerCount('uncaughtException');
let service: SentryServer;
let reporter: ErrorReporter;

beforeAll(async () => {
  service = await startSentryServer();
  reporter = await createErrorReporter({ dsn: service.dsn, process: 'web', release: '1.2.3', log });
});

afterAll(async () => {
  await reporter.flush(1000);
  await service.close();
});

describe('createErrorReporter with SENTRY_DSN', () => {
  it('sends an error with its causes and fields, and logs it', async () => {
    const error = new TypeError('cannot render', { cause: new RangeError('too far') });
    reporter.reportError(error, { requestId: 'request-1', siteId: 10 });
    await reporter.flush(2000);
    expect(service.events).toEqual([
      expect.objectContaining({
        release: '1.2.3',
        tags: { process: 'web', requestId: 'request-1', siteId: 10 },
        exception: {
          values: [
            expect.objectContaining({ type: 'RangeError', value: 'too far' }),
            expect.objectContaining({
              type: 'TypeError',
              value: 'cannot render',
              stacktrace: expect.anything(),
            }),
          ],
        },
      }),
    ]);
    expect(logLines).toContainEqual(
      expect.objectContaining({ msg: 'unexpected_error', requestId: 'request-1', level: 'error' }),
    );
  });

  it('sends no personal data: no query, e-mail address, variables, request or list of packages', async () => {
    const password = 'TELL-1';
    reporter.reportError(
      new Error(`GET http://backend/x?password=${password} for jo.doe@example.com failed`),
    );
    const event = await service.waitFor((found) => JSON.stringify(found).includes('GET http://backend/x'));
    expect(JSON.stringify(event)).not.toMatch(/TELL-1|jo\.doe/);
    for (const name of ['request', 'user', 'breadcrumbs', 'modules']) expect(event).not.toHaveProperty(name);
  });

  it('sends an error of a browser as such, with the innermost frame last', async () => {
    reporter.reportBrowserError?.({
      type: 'TypeError',
      message: 'x is undefined',
      frames: [
        { name: 'inner', file: 'http://shop/assets/main-1.js', line: 1, column: 20 },
        { name: 'outer', file: 'http://elsewhere/x.js', line: 3, column: 4 },
      ],
      fields: { path: '/muesli/', browser: 'Firefox 140' },
    });
    const event = await service.waitFor(({ platform }) => platform === 'javascript');
    expect(event).not.toHaveProperty('contexts.runtime');
    expect(event).not.toHaveProperty('server_name');
    expect(event).toMatchObject({
      tags: { process: 'browser', path: '/muesli/', browser: 'Firefox 140' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'x is undefined',
            stacktrace: {
              frames: [
                { function: 'outer', lineno: 3, colno: 4, in_app: false },
                { function: 'inner', filename: 'http://shop/assets/main-1.js', in_app: true },
              ],
            },
          },
        ],
      },
    });
  });

  it('neither ends the process nor adds headers to other requests', async () => {
    expect(process.listenerCount('uncaughtException')).toBe(listenerCountBefore);
    const server = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const headers = await new Promise((resolve) => {
      get({ port: (server.address() as AddressInfo).port }, (answer) => {
        answer.setEncoding('utf8').on('data', resolve);
      });
    });
    server.close();
    expect(headers).not.toMatch(/sentry|baggage/);
  });

  it('sends no sessions and no client reports', () => {
    expect(service.others).toEqual([]);
  });

  it('stops waiting for an unresponsive service after the timeout', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const other = await createErrorReporter({ dsn: `http://key@127.0.0.1:${port}/1`, process: 'web', log });
    other.reportError(new Error('unheard'));
    // Without a timeout, the wait would exceed the timeout of the test.
    await expect(other.flush(100)).resolves.not.toThrow();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('createErrorReporter without SENTRY_DSN', () => {
  it('logs errors, and accepts none of browsers', async () => {
    const plain = await createErrorReporter({ dsn: undefined, process: 'web', log });
    plain.reportError(new Error('logged only'));
    expect(logLines.at(-1)).toMatchObject({ msg: 'unexpected_error', err: { message: 'logged only' } });
    expect(plain.reportBrowserError).toBeUndefined();
  });
});

describe('parseDsn', () => {
  it('accepts the address of a service', () => {
    expect(parseDsn('https://abc@o1.ingest.example/42')).toBe('https://abc@o1.ingest.example/42');
  });

  it.each(['example', 'https://o1.ingest.example/42', 'ftp://abc@host/42', 'https://abc@host/'])(
    'refuses %s',
    (value) => {
      expect(() => parseDsn(value)).toThrow('must be the address');
    },
  );
});
