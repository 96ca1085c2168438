import { once } from 'node:events';
import { createServer, request as sendHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type AdminServer, startAdminServer } from '../../platform/admin-server.ts';
import { createLog } from '../../platform/logging.ts';
import { ImportError, IssueList } from '../catalogue-import/import-error.ts';
import { askBackend } from './ask-backend.ts';
import { type Command, createCommand } from './command.ts';
import { type CommandRoutesOptions, createCommandRoutes } from './command-routes.ts';

const TOKEN = 'a-token-that-is-long-enough-for-anybody';
const asked = { words: ['one', 'two'], workingDirectory: '/here' };

let admin: AdminServer | undefined;
const reported: unknown[] = [];
/** Words and folders that the command was run with. */
const runs: unknown[] = [];

afterEach(async () => {
  await admin?.close();
  reported.length = 0;
  runs.length = 0;
});

/** Says what it is given; its first word can make it fail. */
const echo = createCommand<readonly string[]>({
  name: 'echo',
  usage: 'Usage: echo <word> …',
  read: (words, workingDirectory) => (words.length === 0 ? null : [workingDirectory, ...words]),
  async run([folder, ...words], { say, warn }) {
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

async function start(options: Partial<CommandRoutesOptions> = {}): Promise<number> {
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
          readKeyRings: () => Promise.reject(new Error('No command of this test needs keys')),
          secondPersonAboveCents: null,
          collectGarbage: () => {},
        }),
        runApart: undefined,
        log,
        errors: { reportError: (error) => void reported.push(error), flush: () => Promise.resolve() },
        ...options,
      }),
    ],
  });
  return admin.port ?? 0;
}

async function ask(port: number, words: readonly string[] = asked.words, token = TOKEN, name = 'echo') {
  const [said, warned]: [string[], string[]] = [[], []];
  const exit = await askBackend(
    name,
    { ...asked, words },
    { host: '127.0.0.1', port, token },
    { say: (line) => said.push(line), warn: (line) => warned.push(line) },
  );
  return { exit, said, warned };
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
}

/** A request of anybody. */
async function send(port: number, { headers, body, method = 'POST', path = '/commands/echo' }: Sent = {}) {
  const request = sendHttp({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  });
  request.end(method === 'GET' ? undefined : (body ?? JSON.stringify(asked)));
  const [response] = await once(request, 'response');
  return { status: response.statusCode, body: await text(response) };
}

describe('a command that the running backend does', () => {
  it('says what it says as it goes, and its exit code is kept', async () => {
    const port = await start();
    expect(await ask(port)).toEqual({ exit: 0, said: ['one', 'two'], warned: ['two lines\nof one text'] });
    expect(await ask(port, ['seven'])).toMatchObject({ exit: 7 });
    expect(runs).toEqual([
      ['/here', 'one', 'two'],
      ['/here', 'seven'],
    ]);
  });

  it('explains its use where it does not understand the words', async () => {
    expect(await ask(await start(), [])).toEqual({ exit: 1, said: [], warned: ['Usage: echo <word> …'] });
  });

  it('tells every fault that a person can mend', async () => {
    const { exit, warned } = await ask(await start(), ['faults']);
    expect(exit).toBe(1);
    expect(warned.join()).toContain('is missing');
    expect(reported).toEqual([]);
    expect(ImportError).toBeDefined();
  });

  it('reports what nobody expected to the log alone', async () => {
    const { exit, warned } = await ask(await start(), ['break']);
    expect([exit, reported.length]).toEqual([1, 1]);
    expect(warned.join()).not.toContain('marit');
  });

  it('is done in a process of its own where it is heavy and the data can be reached from there', async () => {
    const heavy: Command = { ...echo, isHeavy: true };
    const apart: unknown[] = [];
    const port = await start({
      commands: [heavy],
      runApart: async (name, given, output) => {
        apart.push([name, given]);
        output.say('from elsewhere');
        return 3;
      },
    });
    expect(await ask(port)).toEqual({ exit: 3, said: ['from elsewhere'], warned: [] });
    expect(apart).toEqual([['echo', asked]]);
    expect(runs).toEqual([]);
  });
});

describe('whoever asks', () => {
  it('finds nobody where no backend listens, or one that knows no commands', async () => {
    const port = await start();
    await admin?.close();
    expect(await ask(port)).toMatchObject({ exit: null, warned: [] });
    const log = createLog({ name: 'backend', level: 'silent' });
    admin = await startAdminServer({ host: '127.0.0.1', port: 0, routers: [], log });
    expect(await ask(admin.port ?? 0)).toMatchObject({ exit: null, warned: [] });
  });

  it('is told that the token is another one, and nothing is done', async () => {
    const { exit, warned } = await ask(await start(), ['one'], `${TOKEN}x`);
    expect(exit).toBe(1);
    expect(warned.join()).toContain('KEEPER_TOKEN');
    expect(runs).toEqual([]);
  });

  it('is told that the connection was lost before the command had ended', async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(200);
      response.write('{"say":"begun"}\n', () => response.destroy());
    });
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { exit, said, warned } = await ask((broken.address() as AddressInfo).port);
    expect([exit, said]).toEqual([1, ['begun']]);
    expect(warned.join()).toContain('lost');
    broken.close();
  });
});

describe('the door', () => {
  const refusals: readonly (readonly [string, number, Sent])[] = [
    ['no token', 401, { headers: { authorization: '' } }],
    ['a part of the token', 401, { headers: { authorization: `Bearer ${TOKEN.slice(1)}` } }],
    ['the token in another scheme', 401, { headers: { authorization: `Basic ${TOKEN}` } }],
    ['a page of a browser', 403, { headers: { origin: 'http://127.0.0.1' } }],
    ['a page without an origin', 403, { headers: { origin: 'null' } }],
    ['a browser that says where it asks from', 403, { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['a name that somebody has pointed here', 421, { headers: { host: 'rebound.example' } }],
    ['its address without the port', 421, { headers: { host: '127.0.0.1' } }],
    ['no JSON', 400, { headers: { 'content-type': 'text/plain' } }],
    ['half a document', 400, { body: '{"words":' }],
    ['words that are none', 400, { body: '{"words":[1],"workingDirectory":"/"}' }],
    ['a word too long', 400, { body: JSON.stringify({ ...asked, words: ['x'.repeat(5000)] }) }],
    ['a command that there is not', 404, { path: '/commands/nope' }],
    ['another method', 404, { method: 'GET' }],
    ['another method without the token', 401, { method: 'GET', headers: { authorization: '' } }],
  ];

  it.each(refusals)('is shut for %s', async (_what, status, sent) => {
    const port = await start();
    expect((await send(port, sent)).status).toBe(status);
    expect(runs).toEqual([]);
  });

  it('is shut for everybody where there is no token', async () => {
    const port = await start({ token: undefined });
    expect((await send(port)).status).toBe(401);
    expect((await send(port, { headers: { authorization: 'Bearer undefined' } })).status).toBe(401);
  });

  it('is open by the names of the machine itself', async () => {
    const port = await start();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await send(port, { headers: { host } })).status).toBe(200);
    }
  });
});
