import { once } from 'node:events';
import { request as sendHttp } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { listLogEntries } from '../../../server/backend/core/admin/change-log.ts';
import { addStaffMember, removeStaffMember } from '../../../server/backend/core/admin/staff-accounts.ts';
import { adminLog, staffMember } from '../../../server/backend/core/admin/tables.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import {
  type AdminResponse,
  type BackOfficeFixture,
  createAuthenticatorCode,
  openBackOfficeFixture,
  STAFF_PASSWORD,
} from '../../fixtures/back-office-fixture.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureSecondFactors,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';

/** More bytes than the buffers of a connection can hold. */
const MAX_BUFFERED_BYTES = 40_000_000;

let backend: BackendFixture;
let pages: BackOfficeFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
  pages = await openBackOfficeFixture(backend);
});

afterAll(async () => {
  await pages?.close();
  await backend?.close();
});

afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

const readFormToken = ({ document }: AdminResponse): string =>
  document.querySelector<HTMLInputElement>('input[name=_token]')?.value ?? '';

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  pages.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });

describe('sign-in', () => {
  it('is required for every page: visitors without a session are redirected to it', async () => {
    for (const path of ['/admin/', '/admin/log', '/admin/orders', '/admin/nowhere']) {
      const answer = await pages.ask(path);
      expect([answer.status, answer.location]).toEqual([303, '/admin/sign-in']);
    }
    const answer = await post('/admin/do/order.ship', { orderId: '1' });
    expect(answer.status).toBe(401);
  });

  it('needs the password and the code of the authenticator app, and lasts eight hours', async () => {
    const anna = await pages.signIn('anna');
    for (let minutes = 0; minutes < 480; minutes += 29) {
      backend.setNow(new Date(FIXTURE_NOW.getTime() + minutes * MINUTE_MS));
      expect([minutes, (await anna.get('/admin/')).status]).toEqual([minutes, 200]);
    }
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 8 * HOUR_MS));
    expect((await anna.get('/admin/')).location).toBe('/admin/sign-in');
    backend.setNow(FIXTURE_NOW);
  });

  it('shows the same message for a wrong name, password or code, and is locked after ten attempts', async () => {
    await pages.signIn('bert');
    const tries = [
      { name: 'nobody', password: STAFF_PASSWORD, figures: '123456' },
      { name: 'bert', password: 'another long word', figures: '123456' },
      { name: 'bert', password: STAFF_PASSWORD, figures: '000000' },
    ];
    const answers = [];
    for (const words of tries) answers.push(await post('/admin/sign-in', words));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
    for (let count = 0; count < 20; count += 1) await post('/admin/sign-in', tries[1] ?? {});
    const shut = await post('/admin/sign-in', tries[1] ?? {});
    expect(shut.status).toBe(429);
    expect(Number(shut.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('shows the same message for an invalid name', async () => {
    for (const name of ['', 'ber\0t', '\u{1f434}', "x' or 1=1", 'x'.repeat(5000)]) {
      const answer = await post('/admin/sign-in', { name, password: STAFF_PASSWORD, figures: '\0' });
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });

  it.each([
    ['/keeper', '/admin'],
    ['/keeper/orders?state=paid', '/admin/orders?state=paid'],
    ['/KEEPER/orders', '/admin/orders'],
    ['/keeper//example.com', '/admin//example.com'],
  ])('redirects the address %s of the previous release to %s', async (former, present) => {
    const answer = await pages.ask(former);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, present]);
  });

  it('ends for a staff member who is removed', async () => {
    const cleo = await pages.signIn('cleo');
    expect((await cleo.get('/admin/log')).status).toBe(200);
    await removeStaffMember(backend.database, { name: 'cleo', now: FIXTURE_NOW });
    expect((await cleo.get('/admin/log')).location).toBe('/admin/sign-in');
  });

  it('of a removed staff member is invalid for a form that is being sent', async () => {
    const ines = await pages.signIn('ines');
    const token = readFormToken(await ines.get('/admin/'));
    const part = (head: string) => `--part\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
    const sending = sendHttp(new URL('/admin/do/order.note', pages.origin), {
      method: 'POST',
      headers: { cookie: ines.cookie, 'content-type': 'multipart/form-data; boundary=part' },
    });
    const answered = once(sending, 'response');
    sending.write(`${part('name="_token"')}${token}\r\n${part('name="file"; filename="x"')}`);
    // More than the buffers can hold: once it is written, the session was checked, and the server waits for
    // the rest.
    await new Promise((resolve) => void sending.write(Buffer.alloc(MAX_BUFFERED_BYTES), resolve));
    await removeStaffMember(backend.database, { name: 'ines', now: FIXTURE_NOW });
    sending.end('\r\n--part--\r\n');
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
  });

  it('ends after 30 minutes without a request', async () => {
    const lena = await pages.signIn('lena');
    const moveTo = (minutes: number) => backend.setNow(new Date(FIXTURE_NOW.getTime() + minutes * MINUTE_MS));
    for (const minutes of [29, 58, 87]) {
      moveTo(minutes);
      expect([minutes, (await lena.get('/admin/')).status]).toEqual([minutes, 200]);
    }
    moveTo(118);
    expect((await lena.get('/admin/')).location).toBe('/admin/sign-in');
    backend.setNow(FIXTURE_NOW);
  });

  it('does not accept a common password, or one that contains the name', async () => {
    const added = await backend.database.transaction('admin-operation', (transaction) =>
      addStaffMember(transaction, {
        name: 'mona',
        secondFactor: fixtureSecondFactors.create(),
        now: FIXTURE_NOW,
      }),
    );
    const code = added?.code ?? '';
    for (const password of ['111111111111', 'Mona1234567890', 'qwertyuiop[]']) {
      const answer = await post('/admin/enrol', { code, password, figures: '000000' });
      expect([password, answer.status, answer.html.includes('mona')]).toEqual([password, 403, true]);
    }
    const [row] = await backend.database.select().from(staffMember).where(eq(staffMember.name, 'mona'));
    expect(row?.passwordHash).toBeNull();
  });

  it('is logged by name, as are failed sign-ins and sign-outs', async () => {
    const nora = await pages.signIn('nora');
    await post('/admin/sign-in', { name: 'nora', password: 'wrong', figures: '000000' });
    const token = (await nora.get('/admin/')).document.querySelector<HTMLInputElement>(
      '[name=_token]',
    )?.value;
    await post('/admin/sign-out', { _token: token ?? '' }, { cookie: nora.cookie });
    const entries = await listLogEntries(
      backend.database,
      { who: 'nora', operation: 'session', text: '', from: null, until: null },
      { limit: 10, offset: 0 },
    );
    expect(entries.map(({ operation, resourceId }) => [operation, resourceId])).toEqual([
      ['session.end', 'nora'],
      ['session.fail', 'nora'],
      ['session.begin', 'nora'],
    ]);
  });

  it('with an unknown name is logged as failed without the input', async () => {
    const typed = 'a password in the wrong field';
    await post('/admin/sign-in', { name: typed, password: 'wrong', figures: '000000' });
    const entries = await listLogEntries(
      backend.database,
      { who: '', operation: 'session', text: '', from: null, until: null },
      { limit: 1, offset: 0 },
    );
    expect(entries).toMatchObject([
      { operation: 'session.fail', resourceId: 'unknown', staffMemberName: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain(typed);
    const { document } = await (await pages.signIn('olga')).get('/admin/log?operation=session.fail');
    expect(document.querySelector('tbody tr')?.textContent).toContain('Unknown name');
  });

  it('ends with a sign-out', async () => {
    const dirk = await pages.signIn('dirk');
    const page = await dirk.get('/admin/');
    const token = page.document.querySelector<HTMLInputElement>('input[name=_token]')?.value ?? '';
    expect((await post('/admin/sign-out', { _token: token }, { cookie: dirk.cookie })).status).toBe(303);
    expect((await dirk.get('/admin/')).location).toBe('/admin/sign-in');
  });
});

describe('unsent input', () => {
  it('can be sent after another sign-in if the session has expired meanwhile', async () => {
    const iris = await pages.signIn('iris');
    const fields = {
      _token:
        (await iris.get('/admin/')).document.querySelector<HTMLInputElement>('input[name=_token]')?.value ??
        '',
      language: 'sv',
    };
    const later = FIXTURE_NOW.getTime() + 8 * HOUR_MS;
    backend.setNow(new Date(later));
    expect((await post('/admin/language', fields, { cookie: iris.cookie })).status).toBe(401);
    const words = {
      name: 'iris',
      password: STAFF_PASSWORD,
      figures: createAuthenticatorCode(iris.secret, later),
    };
    const cookie = (await post('/admin/sign-in', words)).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await post('/admin/language', fields, { cookie })).status).toBe(303);
    backend.setNow(FIXTURE_NOW);
  });
});

describe('another language', () => {
  it('is chosen by its own name on any page, which is shown again', async () => {
    const jens = await pages.signIn('jens');
    const page = await jens.get('/admin/log?who=jens');
    const form = page.document.querySelector('form[action="/admin/language"]')!;
    const names = [...form.querySelectorAll('option')].map(({ lang, textContent }) => [lang, textContent]);
    expect(Object.fromEntries(names)).toMatchObject({ de: 'Deutsch', et: 'eesti', nl: 'Nederlands' });
    const read = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
    const sent = { _token: read('_token'), _page: read('_page'), language: 'et' };
    const answer = await post('/admin/language', sent, { cookie: jens.cookie });
    expect(answer.location).toBe('/admin/log?who=jens');
    expect((await jens.get('/admin/log')).document.documentElement.lang).toBe('et');
    const away = { ...sent, _page: '//evil.example/' };
    expect((await post('/admin/language', away, { cookie: jens.cookie })).location).toBe('/admin/');
  });
});

describe('refused requests', () => {
  it('include forms of another page, session or host', async () => {
    const eva = await pages.signIn('eva');
    const fred = await pages.signIn('fred');
    const token = async (browser: typeof eva) =>
      (await browser.get('/admin/')).document.querySelector<HTMLInputElement>('input[name=_token]')?.value ??
      '';
    const send = (fields: Record<string, string>, headers: Record<string, string>) =>
      post('/admin/language', fields, { cookie: eva.cookie, ...headers });
    const own = await token(eva);
    expect((await send({ language: 'nl' }, {})).status).toBe(403);
    expect((await send({ language: 'nl', _token: await token(fred) }, {})).status).toBe(403);
    expect((await send({ language: 'nl', _token: own }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
    expect((await send({ language: 'nl', _token: own }, { origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await send({ language: 'nl', _token: own }, {})).status).toBe(303);
    expect((await eva.get('/admin/')).document.documentElement.lang).toBe('nl');
  });

  it('prevent attacks by other pages: headers forbid scripts, frames and caching', async () => {
    const gus = await pages.signIn('gus');
    const { headers } = await gus.get('/admin/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await pages.ask('/admin/sign-in', { headers: {} })).html).not.toContain('<script');
  });

  it.each(['/admin/%', '/admin/%ff', '/admin/orders/%zz', '/admin/do/%c3'])(
    'include a path that cannot be decoded: %s returns 404',
    async (path) => {
      const kim = await pages.signIn(`kim-${path.length}`);
      expect((await kim.get(path)).status).toBe(404);
      expect((await pages.ask(path, { method: 'POST' })).status).toBe(404);
    },
  );

  it('include hosts whose name resolves to this port', async () => {
    const ida = await pages.signIn('ida');
    const { port } = new URL(pages.origin);
    for (const host of [
      'rebound.example',
      `rebound.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.example:${port}`,
    ]) {
      for (const path of ['/admin/', '/admin/sign-in', '/admin/enrol', '/admin/admin.css']) {
        const answer = await request(pages.origin).get(path).set({ host, cookie: ida.cookie });
        expect([host, path, answer.status]).toEqual([host, path, 421]);
      }
      const done = await request(pages.origin).post('/admin/do/stock.set').set({ host, cookie: ida.cookie });
      expect([host, done.status]).toEqual([host, 421]);
    }
    expect((await ida.get('/admin/')).status).toBe(200);
  });

  it('include every back-office page on the public port', async () => {
    for (const path of ['/admin', '/admin/', '/admin/sign-in', '/admin/log', '/commands/admin']) {
      expect((await request(backend.app).get(path)).status).toBe(404);
      expect((await request(backend.app).post(path)).status).toBe(404);
    }
  });
});

describe('the log', () => {
  it('finds changes by staff member, object and text, and shows hostile text as text', async () => {
    const hugo = await pages.signIn('hugo');
    await backend.database.insert(adminLog).values({
      at: FIXTURE_NOW,
      staffMemberId: hugo.staffMemberId,
      operation: 'test.write',
      resource: 'test',
      resourceId: '<b>7</b>',
      before: { title: 'Oats & "hay"' },
      after: { title: '<script>alert(1)</script>' },
    });
    const all = await hugo.get('/admin/log?who=hugo&operation=test&text=alert');
    expect(all.html).not.toContain('<script>alert');
    expect(all.document.querySelector('ins')?.textContent).toBe('<script>alert(1)</script>');
    const none = await hugo.get('/admin/log?who=hugo&text=100%25');
    expect(none.document.querySelectorAll('tbody tr')).toHaveLength(0);
  });
});
