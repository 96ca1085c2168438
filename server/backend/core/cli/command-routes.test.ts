import { once } from 'node:events';
import { createServer, request as sendHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type AdminServer, startAdminServer } from '../../../platform/admin-server.ts';
import { createLog } from '../../../platform/logging.ts';
import { ImportError, IssueList } from '../../shop-store/import-error.ts';
import { type Command, createCommand } from './command.ts';
import { type CommandRoutesOptions, createCommandRoutes } from './command-routes.ts';
import { sendCommandToBackend } from './send-command.ts';

const TOKEN = 'a-token-that-is-long-enough-for-anybody';
const echoArguments = { words: ['one', 'two'], workingDirectory: '/here' };

let admin: AdminServer | undefined;
const reportedErrors: unknown[] = [];
/** Arguments and folders with which the command was run. */
const runs: unknown[] = [];

afterEach(async () => {
  await admin?.close();
  reportedErrors.length = 0;
  runs.length = 0;
});

/** Prints its arguments. The first one can make it fail. */
const echo = createCommand<readonly string[]>({
  name: 'echo',
  usage: 'Usage: echo <word> …',
  read: (words, workingDirectory) => (words.length === 0 ? null : [workingDirectory, ...words]),
  async run([folder, ...words], { print: say, warn }) {
    runs.push([folder, ...words]);
    if (words[0] === 'faults') {
      const issues = new IssueList();
      issues.add('sites.json', 'sites', 'key', 'is missing');
      issues.throwIfAny();
    }
    if (words[0] === 'break') throw new Error('marit@stal.example is secret');
    for (const word of words) say(word);
    warn('two lines\nof one text');
    return words[0] === 'seven' ? 7 : 0;
  },
});

async function startCommandServer(options: Partial<CommandRoutesOptions> = {}): Promise<number> {
  const log = createLog({ name: 'backend', level: 'silent' });
  admin = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    log,
    routers: [
      createCommandRoutes({
        commands: [echo],
        token: TOKEN,
        host: '127.0.0.1',
        createContext: (output) => ({
          ...output,
          openDatabase: () => Promise.reject(new Error('There is none')),
          deliverPurges: async () => 0,
          now: new Date(0),
          getOrigin: (domain) => `http://${domain}`,
          secondPersonAboveCents: null,
          collectGarbage: () => {},
        }),
        runInSeparateProcess: undefined,
        log,
        errors: { reportError: (error) => void reportedErrors.push(error), flush: () => Promise.resolve() },
        ...options,
      }),
    ],
  });
  return admin.port ?? 0;
}

async function runEcho(
  port: number,
  words: readonly string[] = echoArguments.words,
  token = TOKEN,
  name = 'echo',
) {
  const [said, warned]: [string[], string[]] = [[], []];
  const exit = await sendCommandToBackend(
    name,
    { ...echoArguments, words },
    { host: '127.0.0.1', port, token },
    { print: (line) => said.push(line), warn: (line) => warned.push(line) },
  );
  return { exit, said, warned };
}

interface RawRequest {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
}

/** Sends a request with any headers and body. */
async function send(
  port: number,
  { headers, body, method = 'POST', path = '/commands/echo' }: RawRequest = {},
) {
  const request = sendHttp({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  });
  request.end(method === 'GET' ? undefined : (body ?? JSON.stringify(echoArguments)));
  const [response] = await once(request, 'response');
  return { status: response.statusCode, body: await text(response) };
}

describe('command run by the running backend', () => {
  it('streams its output and returns its exit code', async () => {
    const port = await startCommandServer();
    expect(await runEcho(port)).toEqual({
      exit: 0,
      said: ['one', 'two'],
      warned: ['two lines\nof one text'],
    });
    expect(await runEcho(port, ['seven'])).toMatchObject({ exit: 7 });
    expect(runs).toEqual([
      ['/here', 'one', 'two'],
      ['/here', 'seven'],
    ]);
  });

  it('prints its usage if the arguments are invalid', async () => {
    expect(await runEcho(await startCommandServer(), [])).toEqual({
      exit: 1,
      said: [],
      warned: ['Usage: echo <word> …'],
    });
  });

  it('prints every error that the user can fix', async () => {
    const { exit, warned } = await runEcho(await startCommandServer(), ['faults']);
    expect(exit).toBe(1);
    expect(warned.join()).toContain('is missing');
    expect(reportedErrors).toEqual([]);
    expect(ImportError).toBeDefined();
  });

  it('reports unexpected errors to the log only', async () => {
    const { exit, warned } = await runEcho(await startCommandServer(), ['break']);
    expect([exit, reportedErrors.length]).toEqual([1, 1]);
    expect(warned.join()).not.toContain('marit');
  });

  it('runs in a separate process if it is heavy and that process can access the data', async () => {
    const heavy: Command = { ...echo, isHeavy: true };
    const apart: unknown[] = [];
    const port = await startCommandServer({
      commands: [heavy],
      runInSeparateProcess: async (name, given, output) => {
        apart.push([name, given]);
        output.print('from elsewhere');
        return 3;
      },
    });
    expect(await runEcho(port)).toEqual({ exit: 3, said: ['from elsewhere'], warned: [] });
    expect(apart).toEqual([['echo', echoArguments]]);
    expect(runs).toEqual([]);
  });
});

describe('sendCommandToBackend', () => {
  it('returns null if no backend is running, or one without commands', async () => {
    const port = await startCommandServer();
    await admin?.close();
    expect(await runEcho(port)).toMatchObject({ exit: null, warned: [] });
    const log = createLog({ name: 'backend', level: 'silent' });
    admin = await startAdminServer({ host: '127.0.0.1', port: 0, routers: [], log });
    expect(await runEcho(admin.port ?? 0)).toMatchObject({ exit: null, warned: [] });
  });

  it('reports a wrong token, and runs nothing', async () => {
    const { exit, warned } = await runEcho(await startCommandServer(), ['one'], `${TOKEN}x`);
    expect(exit).toBe(1);
    expect(warned.join()).toContain('ADMIN_TOKEN');
    expect(runs).toEqual([]);
  });

  it('reports a connection lost before the command ended', async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(200);
      response.write('{"say":"started"}\n', () => response.destroy());
    });
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { exit, said, warned } = await runEcho((broken.address() as AddressInfo).port);
    expect([exit, said]).toEqual([1, ['started']]);
    expect(warned.join()).toContain('lost');
    broken.close();
  });
});

describe('access to commands', () => {
  const refusals: readonly (readonly [string, number, RawRequest])[] = [
    ['a request without a token', 401, { headers: { authorization: '' } }],
    ['a prefix of the token', 401, { headers: { authorization: `Bearer ${TOKEN.slice(1)}` } }],
    ['the token in another authentication scheme', 401, { headers: { authorization: `Basic ${TOKEN}` } }],
    ['a request from a web page', 403, { headers: { origin: 'http://127.0.0.1' } }],
    ['a web page with an opaque origin', 403, { headers: { origin: 'null' } }],
    ['a browser that sends Sec-Fetch-Site', 403, { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['a foreign host name (DNS rebinding)', 421, { headers: { host: 'rebound.example' } }],
    ['its host name without the port', 421, { headers: { host: '127.0.0.1' } }],
    ['no JSON', 400, { headers: { 'content-type': 'text/plain' } }],
    ['truncated JSON', 400, { body: '{"words":' }],
    ['arguments that are not strings', 400, { body: '{"words":[1],"workingDirectory":"/"}' }],
    [
      'an argument that is too long',
      400,
      { body: JSON.stringify({ ...echoArguments, words: ['x'.repeat(5000)] }) },
    ],
    ['an unknown command', 404, { path: '/commands/nope' }],
    ['another HTTP method', 404, { method: 'GET' }],
    ['another HTTP method without the token', 401, { method: 'GET', headers: { authorization: '' } }],
  ];

  it.each(refusals)('is refused for %s', async (_what, status, sent) => {
    const port = await startCommandServer();
    expect((await send(port, sent)).status).toBe(status);
    expect(runs).toEqual([]);
  });

  it('is refused for everyone if there is no token', async () => {
    const port = await startCommandServer({ token: undefined });
    expect((await send(port)).status).toBe(401);
    expect((await send(port, { headers: { authorization: 'Bearer undefined' } })).status).toBe(401);
  });

  it('is allowed by the loopback names of the machine', async () => {
    const port = await startCommandServer();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await send(port, { headers: { host } })).status).toBe(200);
    }
  });
});
