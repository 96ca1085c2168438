import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { count } from 'drizzle-orm';
import request from 'supertest';
import { adminCommand } from '../../../server/backend/core/admin/admin-command.ts';
import { removeStaffMember } from '../../../server/backend/core/admin/staff-accounts.ts';
import { adminLog } from '../../../server/backend/core/admin/tables.ts';
import { readAdminTexts } from '../../../server/backend/core/admin/texts.ts';
import { createCommandRoutes } from '../../../server/backend/core/cli/command-routes.ts';
import { startAdminServer } from '../../../server/platform/admin-server.ts';
import { createLog } from '../../../server/platform/logging.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackOfficeFixture, openBackOfficeFixture } from '../../fixtures/back-office-fixture.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureSecondFactors,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createCommandContext, runCommand } from '../../fixtures/run-command.ts';

const ADMIN_TOKEN = 'a token of the back office with more than 32 characters'.replaceAll(' ', '-');

let backend: BackendFixture;
let pages: BackOfficeFixture;
const createAdminTools = () => ({
  operations: backend.admin.operations,
  texts: readAdminTexts(`${import.meta.dirname}/../../../locales`),
  createSecondFactors: async () => fixtureSecondFactors,
  address: 'http://127.0.0.1:9101/admin/',
});
let admin: { readonly port: number | null; close(): Promise<void> };

beforeAll(async () => {
  backend = await openBackendFixture();
  pages = await openBackOfficeFixture(backend);
  const log = createLog({ name: 'admin', level: 'silent' });
  admin = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    log,
    routers: [
      createCommandRoutes({
        commands: [adminCommand],
        token: ADMIN_TOKEN,
        host: '127.0.0.1',
        createContext: (output) =>
          createCommandContext(output, { database: backend.database, admin: createAdminTools() }),
        runInSeparateProcess: undefined,
        log,
        errors: { reportError: () => {}, flush: () => Promise.resolve() },
      }),
    ],
  });
});

afterAll(async () => {
  await admin?.close();
  await pages?.close();
  await backend?.close();
});

const countAdminLogRows = async () =>
  (await backend.database.select({ rows: count() }).from(adminLog))[0]?.rows ?? 0;

/** Sends the command for an operation, with the given credentials. */
const command = (name: string, headers: Record<string, string>, words: readonly string[] = ['--none', 'x']) =>
  fetch(`http://127.0.0.1:${admin.port}/commands/admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ words: ['do', name, ...words], workingDirectory: '/' }),
  });

describe('every operation of the back office', () => {
  it('has a name of the form resource.action, and a label', () => {
    const t = readAdminTexts(`${import.meta.dirname}/../../../locales`).getTranslate('en');
    for (const { name, input, files } of backend.admin.operations.list) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/i);
      expect(t(`admin.do.${name}`)).not.toBe('');
      for (const field of [...Object.keys(input.properties), ...Object.keys(files)]) {
        expect(t(`admin.field.${field}`)).not.toBe('');
      }
    }
  });

  it('is refused without a token, with a wrong token, an ended session or a customer session, and on the public port', async () => {
    const removed = await pages.signIn('gone');
    const formToken =
      (await removed.get('/admin/')).document.querySelector<HTMLInputElement>('input[name=_token]')?.value ??
      '';
    await removeStaffMember(backend.database, { name: 'gone', now: FIXTURE_NOW });
    const customer = await createSignedInAccount(backend, { now: FIXTURE_NOW });
    const before = await countAdminLogRows();
    const cookies = {
      nobody: '',
      removed: removed.cookie,
      customer: customer.cookie,
      'customer as staff': customer.cookie.replace(/(__Host-)?sid=/, 'admin='),
      guessed: `admin=${'A'.repeat(43)}`,
    };
    for (const { name } of backend.admin.operations.list) {
      for (const [who, cookie] of Object.entries(cookies)) {
        const answer = await pages.ask(`/admin/do/${name}`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams({ _token: formToken, _page: '/admin/', _consent: 'true' }),
        });
        expect([name, who, answer.status]).toEqual([name, who, 401]);
      }
      const tokens: Record<string, string>[] = [
        {},
        { authorization: `Bearer ${'A'.repeat(43)}` },
        { cookie: customer.cookie },
        { cookie: removed.cookie },
      ];
      for (const headers of tokens) expect((await command(name, headers)).status).toBe(401);
      expect(
        (await command(name, { authorization: `Bearer ${ADMIN_TOKEN}`, origin: 'https://evil.example' }))
          .status,
      ).toBe(403);
      for (const path of [`/admin/do/${name}`, `/api/admin/do/${name}`, '/commands/admin']) {
        const asked = request(backend.app)
          .post(path)
          .set('authorization', `Bearer ${ADMIN_TOKEN}`)
          .set('cookie', removed.cookie);
        expect([path, (await asked.send({})).status]).toEqual([path, 404]);
      }
    }
    expect(await countAdminLogRows()).toBe(before);
  });

  it('is refused with a form token of another session', async () => {
    const anna = await pages.signIn('anna');
    const before = await countAdminLogRows();
    for (const { name } of backend.admin.operations.list) {
      const answer = await pages.ask(`/admin/do/${name}`, {
        method: 'POST',
        headers: { cookie: anna.cookie },
        body: new URLSearchParams({ _token: 'A'.repeat(43), _page: '/admin/' }),
      });
      expect([name, answer.status]).toEqual([name, 403]);
    }
    expect(await countAdminLogRows()).toBe(before);
  });

  it('reports unknown fields, by page and by command, and changes nothing', async () => {
    const bert = await pages.signIn('bert');
    const token =
      (await bert.get('/admin/')).document.querySelector<HTMLInputElement>('input[name=_token]')?.value ?? '';
    const before = await countAdminLogRows();
    for (const { name } of backend.admin.operations.list) {
      const answer = await pages.ask(`/admin/do/${name}`, {
        method: 'POST',
        headers: { cookie: bert.cookie },
        body: new URLSearchParams({
          _token: token,
          _page: '/admin/',
          _consent: 'true',
          none: '<script>x</script>',
        }),
      });
      expect([name, answer.status]).toEqual([name, 422]);
      expect(answer.html).not.toContain('<script>x');
      const told = await (
        await command(name, { authorization: `Bearer ${ADMIN_TOKEN}` }, ['--none', 'x', '--yes'])
      ).text();
      expect([name, told.trim().split('\n').at(-1)]).toEqual([name, '{"exit":1}']);
    }
    expect(await countAdminLogRows()).toBe(before);
  });
});

describe('every page and file of the back office', () => {
  it('is available to staff only, and not on a public port', async () => {
    const parts = backend.shop.modules.flatMap(({ admin }) => admin ?? []);
    const paths = [
      '/',
      '/log',
      ...parts.flatMap(({ pages: shown = [], files = [] }) => [...shown, ...files].map(({ path }) => path)),
    ].map((path) => `/admin${path.replaceAll(/:\w+/g, '1')}`);
    expect(paths.length).toBeGreaterThan(30);
    const removed = await pages.signIn('left');
    await removeStaffMember(backend.database, { name: 'left', now: FIXTURE_NOW });
    const customer = await createSignedInAccount(backend, { now: FIXTURE_NOW });
    const cookies = {
      nobody: '',
      removed: removed.cookie,
      customer: customer.cookie,
      'customer as staff': customer.cookie.replace(/(__Host-)?sid=/, 'admin='),
      guessed: `admin=${'A'.repeat(43)}`,
    };
    for (const path of paths) {
      for (const [who, cookie] of Object.entries(cookies)) {
        const headers = { cookie, authorization: `Bearer ${ADMIN_TOKEN}` };
        const { status, location, html } = await pages.ask(path, { headers });
        expect([path, who, status, location, html]).toEqual([path, who, 303, '/admin/sign-in', '']);
      }
      const asked = request(backend.app).get(path).set('authorization', `Bearer ${ADMIN_TOKEN}`);
      expect([path, (await asked).status]).toEqual([path, 404]);
    }
  });
});

describe('npm run admin', () => {
  const say = async (words: readonly string[]) => {
    const done = await runCommand(adminCommand, words, {
      database: backend.database,
      admin: createAdminTools(),
    });
    return { exit: done?.exit, text: done?.told ?? '' };
  };

  it('lists every operation with its fields', async () => {
    const lines = (await say(['operations'])).text.split('\n');
    expect(lines).toHaveLength(backend.admin.operations.list.length);
    expect(lines).toContain(
      'stock.list --act deliver|count|set [--list <text>] [--reason mistake|damaged|lost|found] [--file <path>]',
    );
    expect(lines).toContain(
      'order.refund --orderId <text> [--pieces <position:pieces,…>] [--delivery yes|no] [--paymentCosts yes|no] [--goodwill <euro>] [--vatRate <number>] [--means payment|giftCard] [--refundedBefore <number>] --yes',
    );
    expect(lines.find((line) => line.startsWith('price.set'))).toContain(
      '[--from <instant>] [--isMeant yes|no]',
    );
  });

  it('adds a staff member once, lists and removes them, each with a row of the log', async () => {
    const before = await countAdminLogRows();
    const added = await say(['add', 'zoe']);
    expect(added.exit).toBe(0);
    expect(added.text).toContain('http://127.0.0.1:9101/admin/enrol');
    expect((await say(['add', 'zoe'])).exit).toBe(1);
    expect((await say(['list'])).text).toMatch(/^zoe .*has not chosen a password$/m);
    expect((await say(['remove', 'zoe'])).exit).toBe(0);
    expect((await say(['remove', 'zoe'])).exit).toBe(1);
    expect((await say(['add', 'zoe'])).exit).toBe(0);
    expect(await countAdminLogRows()).toBe(before + 3);
  });

  it.each([
    [['add']],
    [['add', 'Zoë']],
    [['add', 'a b']],
    [['do']],
    [['do', 'x', 'y']],
    [['do', 'x', '--y']],
    [['list', 'x']],
    [[]],
  ])('rejects the arguments %j', (words) => {
    expect(adminCommand.prepare(words, '/')).toBeNull();
  });
});
