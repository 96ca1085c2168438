import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { insertVersion } from '../../server/backend/content/content-editing/queries.ts';
import { previewCommand } from '../../server/backend/content/previews/preview-command.ts';
import { signPreviewCookie } from '../../server/backend/content/previews/preview-cookie.ts';
import type { CommandContext } from '../../server/backend/core/cli/command.ts';
import {
  auditEntry,
  contentPage,
  contentPageTranslation,
  previewLink,
  price,
} from '../../server/backend/schema/schema.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { type Answer, fetchRaw } from '../fixtures/fetch-raw.ts';
import { createPreviewCookie, FIXTURE_PREVIEW_KEY } from '../fixtures/previews.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

interface PreviewHost {
  readonly siteId: number;
  readonly languageId: number;
  readonly code: 'nl' | 'en';
  readonly host: string;
  readonly product: string;
  readonly sale: string;
  readonly article: string;
  readonly dealers: string;
  readonly service: string;
  readonly title: string;
}

const dutchHost: PreviewHost = {
  siteId: 1,
  languageId: 1,
  code: 'nl',
  host: 'havero-nl.localhost',
  product: '/prado-balans-muesli/',
  sale: '/paardenvoer/muesli/?sale=yes',
  article: '/media/10/nieuwe-voerzak-van-papier/',
  dealers: '/verkooppunten/',
  service: '/klantenservice/',
  title: 'Zqx voerzak van morgen',
};
const englishHost: PreviewHost = {
  siteId: 1,
  languageId: 4,
  code: 'en',
  host: 'en.havero-nl.localhost',
  product: '/prado-balance-muesli/',
  sale: '/horse-feed/muesli/?sale=yes',
  article: '/media/10/new-paper-feed-bag/',
  dealers: '/dealers/',
  service: '/customer-service/',
  title: 'Zqx feed bag of tomorrow',
};

/**
 * The article, texts of the site and the first price start on Christmas Eve, the second price in February.
 */
const christmas = '2026-12-24T17:00:00.000Z';
const february = '2027-02-10T11:00:00.000Z';
/**
 * Prices of 1001 at those moments, with 21 % VAT: 10.17 → 12.31, 11.05 → 13.37. They rise, so there is no
 * former price.
 */
const pricePatterns = { christmas: /12[.,]31/, february: /13[.,]37/ } as const;
const VARIANT_ID = 1001;

let backend: BackendFixture;
let web: TestWeb;

beforeAll(async () => {
  backend = await openBackendFixture();
  const { database } = backend;
  await database.insert(price).values([
    {
      siteId: 1,
      productVariantId: VARIANT_ID,
      amountExclVat: 1017,
      validFrom: new Date('2026-12-24T00:00:00Z'),
    },
    {
      siteId: 1,
      productVariantId: VARIANT_ID,
      amountExclVat: 1105,
      validFrom: new Date('2027-02-01T00:00:00Z'),
    },
  ]);
  await database
    .update(contentPage)
    .set({ publishedOn: '2026-12-24' })
    .where(eq(contentPage.contentPageId, 10));
  for (const language of ['nl', 'en'] as const) {
    for (const [kind, key, before, after] of [
      ['desk', 'dealerPageTitle', 'Dealers of {brand}', `Zqx dealers of {brand}, ${language}`],
      ['desk', 'customerServiceTitle', 'Talk to us', `Zqx ask, ${language}`],
      ['page', 'become-a-dealer', { title: 'Become one' }, { title: `Zqx become one, ${language}` }],
    ] as const) {
      const version = { before, after, state: 'planned', publishAt: new Date(christmas) } as const;
      const beside = { publishedAt: null, backTo: null, madeAt: FIXTURE_NOW, madeBy: 'command' };
      await insertVersion(database, { kind, key, language }, { ...version, ...beside });
    }
  }
  for (const { languageId, title } of [dutchHost, englishHost]) {
    await database
      .update(contentPageTranslation)
      .set({ title })
      .where(
        and(eq(contentPageTranslation.contentPageId, 10), eq(contentPageTranslation.languageId, languageId)),
      );
  }
  web = await startShopWeb(backend.app, { TRUST_PROXY: 'true' });
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

beforeEach(() => backend.setNow(FIXTURE_NOW));

const get = ({ host }: Pick<PreviewHost, 'host'>, address: string, headers: Record<string, string> = {}) =>
  fetchRaw({ port: web.port, path: address, headers: { host, ...headers } });

const postPreviewForm = ({ host }: Pick<PreviewHost, 'host'>, fields: Record<string, string>, cookie = '') =>
  fetchRaw({
    port: web.port,
    path: '/preview/',
    method: 'POST',
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie !== '' && { cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  });

const createLink = (at: PreviewHost, instant = christmas, where = '/') =>
  backend.shop.previews.createLink({
    siteId: at.siteId,
    languageId: at.languageId,
    path: where,
    instant: new Date(instant),
    staffMemberId: 'staff-7',
  });

const readLinkToken = (link: string) => new URL(link).hash.slice(1);

/**
 * Returns the preview cookie that a response sets; '' if it removes the cookie, undefined if it does neither.
 */
const readCookie = ({ headers }: Answer) =>
  headers['set-cookie']
    ?.flatMap((field) => /^((?:__Host-)?preview=)([^;]*)/.exec(field) ?? [])
    .slice(1)
    .reduce((name, value) => (value === '' ? '' : name + value));

async function open(at: PreviewHost, instant = christmas): Promise<string> {
  const answer = await postPreviewForm(at, {
    form: 'preview-open',
    token: readLinkToken(await createLink(at, instant)),
  });
  return readCookie(answer) ?? '';
}

describe('a preview link', () => {
  it('is on the requested host, with its token in the fragment, which is sent to no server', async () => {
    const link = new URL(await createLink(englishHost, christmas, '/horse-feed/?sort=price'));
    expect(link.origin + link.pathname + link.search).toBe('http://en.havero-nl.localhost:3000/preview/');
    expect(link.hash).toMatch(/^#[\w-]{43}$/);
    const kept = await backend.database.select().from(previewLink);
    expect(JSON.stringify(kept)).not.toContain(readLinkToken(link.href));
  });

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    'https://evil.example/',
    'muesli/',
    '',
    `/${'x'.repeat(2000)}`,
  ])('leads to a path of the shop only: %j', async (where) => {
    await expect(createLink(dutchHost, christmas, where)).rejects.toMatchObject({
      name: 'PreviewRequestError',
    });
  });

  it.each([
    [{ languageId: 7 }, 'a language that the site does not have'],
    [{ staffMemberId: 'Kees de Vries' }, 'an unknown target id'],
    [{ instant: new Date(Number.NaN) }, 'no moment'],
    [{ instant: new Date('9000-01-01T00:00:00Z') }, 'a moment out of range'],
  ])('cannot be created for %j: %s', async (over, _what) => {
    const { siteId, languageId } = dutchHost;
    const order = {
      siteId,
      languageId,
      path: '/',
      instant: new Date(christmas),
      staffMemberId: 'staff-7',
      ...over,
    };
    await expect(backend.shop.previews.createLink(order)).rejects.toMatchObject({
      name: 'PreviewRequestError',
    });
  });

  it('starts no preview before its button is pressed', async () => {
    const link = await createLink(dutchHost);
    const page = await get(dutchHost, '/preview/');
    expect(page).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
    });
    expect(page.headers).not.toHaveProperty('set-cookie');
    const [row] = await backend.database.select().from(previewLink).where(eq(previewLink.path, '/'));
    expect(row?.usedAt).toBeNull();
    expect(page.text).not.toContain(readLinkToken(link));
  });

  it('redirects to its page, and sets an HttpOnly cookie for two hours', async () => {
    const token = readLinkToken(await createLink(dutchHost, christmas, '/media/?p=1'));
    const answer = await postPreviewForm(dutchHost, { form: 'preview-open', token });
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: '/media/?p=1', 'cache-control': 'private, no-store' },
    });
    expect(answer.headers['set-cookie']?.find((field) => field.startsWith('preview='))).toMatch(
      /^preview=[\w.-]+; Path=\/; Max-Age=7200; SameSite=Lax; HttpOnly$/,
    );
  });

  it('sets a cookie for this host only if the visitor uses https', async () => {
    const token = readLinkToken(await createLink(dutchHost));
    const answer = await fetchRaw({
      port: web.port,
      path: '/preview/',
      method: 'POST',
      headers: {
        host: dutchHost.host,
        origin: `https://${dutchHost.host}`,
        'x-forwarded-proto': 'https',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ form: 'preview-open', token }).toString(),
    });
    expect(answer.headers['set-cookie']?.find((field) => field.startsWith('__Host-preview='))).toMatch(
      /; Path=\/; Max-Age=7200; SameSite=Lax; Secure; HttpOnly$/,
    );
    const cookie = readCookie(answer) ?? '';
    const secure = { 'x-forwarded-proto': 'https' };
    expect((await get(dutchHost, dutchHost.article, { ...secure, cookie })).status).toBe(200);
    // A cookie without the prefix could have been set by another host.
    expect((await get(dutchHost, dutchHost.article, { ...secure, cookie: cookie.slice(7) })).status).toBe(
      404,
    );
  });

  it('works once, even if it is used twice at the same time', async () => {
    const fields = { form: 'preview-open', token: readLinkToken(await createLink(dutchHost)) };
    const both = await Promise.all([postPreviewForm(dutchHost, fields), postPreviewForm(dutchHost, fields)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const again = await postPreviewForm(dutchHost, fields);
    expect(again.status).toBe(422);
    expect(readCookie(again)).toBeUndefined();
  });

  it('works for ten minutes', async () => {
    const fields = { form: 'preview-open', token: readLinkToken(await createLink(dutchHost)) };
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 11 * MINUTE_MS));
    const answer = await postPreviewForm(dutchHost, fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('ouder dan tien minuten');
  });

  it.each([
    ['another language of the site', englishHost],
    ['another site', { host: 'havero-be.localhost' }],
  ])('does not work on a host of %s', async (_what, at) => {
    const fields = { form: 'preview-open', token: readLinkToken(await createLink(dutchHost)) };
    const answer = await postPreviewForm(at, fields);
    expect(answer.status).toBe(422);
    expect(readCookie(answer)).toBeUndefined();
    // The refusal does not use up the link.
    expect((await postPreviewForm(dutchHost, fields)).status).toBe(303);
  });

  it.each(['x', 'x'.repeat(43), '../../', '<script>', 'ä', 'x'.repeat(5000)])(
    'is refused with the token %j',
    async (token) => {
      const answer = await postPreviewForm(dutchHost, { form: 'preview-open', token });
      expect(answer.status).toBe(422);
      expect(readCookie(answer)).toBeUndefined();
      expect(answer.text).not.toContain('<script>"');
    },
  );

  it('is in the audit log with its creator, when it is created and when it is opened', async () => {
    await open(dutchHost);
    const acts = await backend.database.select().from(auditEntry).where(eq(auditEntry.resource, 'preview'));
    expect(acts.map(({ act, actorKind, actorId }) => [act, actorKind, actorId])).toEqual(
      expect.arrayContaining([
        ['make-preview-link', 'keeper', 'staff-7'],
        ['open-preview', 'keeper', 'staff-7'],
      ]),
    );
  });
});

describe.each([
  ['Dutch', dutchHost, '24 december 2026 om 18:00 (Europe/Berlin)'],
  ['English', englishHost, '24 December 2026 at 18:00 (Europe/Berlin)'],
])('a preview in %s', (_language, at, moment) => {
  it('shows prices, lists and content of its moment, in a layout that shows the moment', async () => {
    const cookie = await open(at);
    const pages = await Promise.all(
      [at.product, at.sale, at.article, '/media/', '/'].map((address) => get(at, address, { cookie })),
    );
    for (const { status, headers, text } of pages) {
      expect({ status, headers }).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
      });
      for (const name of ['surrogate-key', 'cache-tag', 'etag', 'age', 'set-cookie'])
        expect(headers).not.toHaveProperty(name);
      expect(text).toContain(moment);
    }
    const [product, sale, article, news] = pages.map(({ text }) => text);
    expect(product).toMatch(pricePatterns.christmas);
    expect(product).toMatch(/21[.,]95/);
    expect(sale).toMatch(pricePatterns.christmas);
    expect(article).toContain(at.title);
    expect(news).toContain(at.title);
  });

  it('shows the texts of the site that are planned for its moment; without it, the present ones', async () => {
    const { code } = at;
    const then = (await get(at, at.dealers, { cookie: await open(at) })).text;
    expect(then).toMatch(new RegExp(`<h1[^>]*>Zqx dealers of Havero, ${code}</h1>`));
    expect(then).toMatch(new RegExp(`<title>Zqx dealers of Havero, ${code}`));
    expect(then).toContain(`Zqx become one, ${code}`);
    expect((await get(at, at.service, { cookie: await open(at) })).text).toContain(`Zqx ask, ${code}`);
    const tooEarly = await open(at, '2026-12-24T16:59:00.000Z');
    for (const headers of [{ cookie: tooEarly }, {}]) {
      for (const address of [at.dealers, at.service]) {
        const { status, text } = await get(at, address, headers);
        expect(status).toBe(200);
        expect(text).not.toContain('Zqx');
      }
    }
  });

  it('also applies to requests by scripts of the page', async () => {
    const cookie = await open(at);
    const { headers, text } = await get(at, `/api/products/${VARIANT_ID}`, { cookie });
    expect(JSON.parse(text).variants[0].price).toMatchObject({
      amountInclVat: 1231,
      formerAmountInclVat: 2195,
    });
    expect(headers).toMatchObject({ 'x-preview': christmas, 'cache-control': 'no-store' });
    expect((await get(at, '/api/media', { cookie })).text).toContain(at.title);
  });

  it('cannot be opened by other visitors, neither by a header nor by a forged cookie', async () => {
    for (const headers of [
      {},
      { datetime: christmas },
      { cookie: `preview=${'x'.repeat(80)}`, datetime: christmas },
      { cookie: 'preview=1.1.1.1.a.b' },
      { 'x-preview': christmas },
    ]) {
      for (const address of [at.product, at.sale, '/media/', `/api/products/${VARIANT_ID}`, '/api/media']) {
        const { headers: told, text } = await get(at, address, headers);
        expect(text).not.toMatch(pricePatterns.christmas);
        expect(text).not.toContain(at.title);
        expect(text).not.toContain(moment);
        expect(told).not.toHaveProperty('x-preview');
      }
      expect((await get(at, at.article, headers)).status).toBe(404);
    }
  });
});

describe('the preview cookie', () => {
  it.each([
    ['of another language of the site', dutchHost, englishHost],
    ['of another site', { ...dutchHost, siteId: 2 }, dutchHost],
  ])('shows no preview if it is %s, and is removed', async (_what, of, at) => {
    const answer = await get(at, at.article, { cookie: createPreviewCookie(of, christmas) });
    expect(answer.status).toBe(404);
    expect(readCookie(answer)).toBe('');
  });

  it('expires after two hours, and is removed', async () => {
    const cookie = await open(dutchHost);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 119 * MINUTE_MS));
    expect((await get(dutchHost, dutchHost.article, { cookie })).status).toBe(200);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 120 * MINUTE_MS));
    const answer = await get(dutchHost, dutchHost.product, { cookie });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
    expect(readCookie(answer)).toBe('');
    expect(answer.text).toMatch(/21[.,]95/);
    expect(answer.text).not.toMatch(pricePatterns.christmas);
  });

  it('does not prevent a page if it is forged, and is removed by responses to its sender only', async () => {
    const forged = await get(dutchHost, dutchHost.product, {
      cookie: 'preview=1.1.1798131600000.9999999999999.k.x',
    });
    expect(forged.status).toBe(200);
    expect(readCookie(forged)).toBe('');
    const anonymousVisitor = await get(dutchHost, dutchHost.product);
    expect(anonymousVisitor.headers).not.toHaveProperty('set-cookie');
    expect(anonymousVisitor.headers['cache-control']).toContain('s-maxage');
  });

  it('shows two concurrent readers their own moments', async () => {
    const [first, second] = await Promise.all([open(dutchHost, christmas), open(dutchHost, february)]);
    const pages = await Promise.all(
      [first, second, first, second].map((cookie) => get(dutchHost, dutchHost.product, { cookie })),
    );
    for (const [index, { text }] of pages.entries()) {
      const [own, other] = index % 2 === 0 ? ['christmas', 'february'] : ['february', 'christmas'];
      expect(text).toMatch(pricePatterns[own as keyof typeof pricePatterns]);
      expect(text).not.toMatch(pricePatterns[other as keyof typeof pricePatterns]);
    }
  });

  it('redirects from addresses that will have moved, with responses that are not cached', async () => {
    const cookie = await open(dutchHost);
    const answer = await get(dutchHost, '/MEDIA/10/', { cookie });
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: dutchHost.article, 'cache-control': 'private, no-store' },
    });
    expect((await get(dutchHost, '/media/10/')).status).toBe(404);
  });
});

describe('during a preview', () => {
  it('another moment can be chosen in shop time, without extending the preview', async () => {
    const cookie = await open(dutchHost, christmas);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 60 * MINUTE_MS));
    const form = { form: 'preview-move', moment: '2027-02-10T12:00', returnPath: dutchHost.product };
    const moved = await postPreviewForm(dutchHost, form, cookie);
    expect(moved).toMatchObject({ status: 303, headers: { location: dutchHost.product } });
    expect(moved.headers['set-cookie']?.join()).toMatch(/preview=[^;]+; Path=\/; Max-Age=3600;/);
    const page = await get(dutchHost, dutchHost.product, { cookie: readCookie(moved) ?? '' });
    expect(page.text).toMatch(pricePatterns.february);
    expect(page.text).toContain('10 februari 2027 om 12:00');
  });

  it.each(['', 'tomorrow', '2026-02-30T10:00', '2026-12-24', '9000-01-02T00:00', '1969-01-01T00:00'])(
    'the moment %j is refused with a message',
    async (moment) => {
      const cookie = await open(dutchHost);
      const answer = await postPreviewForm(dutchHost, { form: 'preview-move', moment }, cookie);
      expect(answer.status).toBe(422);
      expect(readCookie(answer)).toBeUndefined();
      expect(answer.text).toContain('Vul een datum en een tijd in');
    },
  );

  it('no moment can be chosen without a preview', async () => {
    const answer = await postPreviewForm(dutchHost, { form: 'preview-move', moment: '2027-02-10T12:00' });
    expect(answer.status).toBe(422);
    expect(readCookie(answer)).toBeUndefined();
  });

  it.each([
    [dutchHost.product, dutchHost.product],
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['/preview/', '/'],
    ['', '/'],
  ])('leaving it on %j redirects to %s and removes the cookie', async (returnPath, location) => {
    const cookie = await open(dutchHost);
    const answer = await postPreviewForm(dutchHost, { form: 'preview-leave', returnPath }, cookie);
    expect(answer).toMatchObject({ status: 303, headers: { location } });
    expect(readCookie(answer)).toBe('');
  });

  it('a page of another site can neither change nor leave it', async () => {
    const cookie = await open(dutchHost);
    for (const form of ['preview-move', 'preview-leave', 'preview-open']) {
      const answer = await fetchRaw({
        port: web.port,
        path: '/preview/',
        method: 'POST',
        headers: {
          host: dutchHost.host,
          origin: 'https://evil.example',
          'content-type': 'application/x-www-form-urlencoded',
          cookie,
        },
        body: new URLSearchParams({ form, moment: '2027-02-10T12:00', token: 'x' }).toString(),
      });
      expect(answer.status).toBe(403);
      expect(readCookie(answer)).toBeUndefined();
    }
  });

  it('orders are refused, and the cart works with present prices', async () => {
    const { call, openCart } = createBackendCaller(() => backend);
    const cookie = createPreviewCookie({ siteId: 1, languageId: 4 }, christmas);
    const id = await openCart([[VARIANT_ID, 1]]);
    const added = await call(
      'addCartProduct',
      { params: { id }, query: { productVariantId: VARIANT_ID, quantity: 1 } },
      { cookie },
    );
    expect(added.status).toBe(204);
    expect(added.headers).not.toHaveProperty('x-preview');
    const shown = await call('calculateCart', { params: { id } }, { cookie });
    const present = await call('calculateCart', { params: { id } });
    expect(shown.headers).toMatchObject({ 'x-preview': christmas });
    expect(shown.body.totalAmount).toBeLessThan(present.body.totalAmount);
    const order = {
      params: { id },
      body: { expectedTotalAmount: shown.body.totalAmount, acceptsTerms: true },
      idempotencyKey: 'in-a-preview-of-christmas',
    };
    const refused = await call('completeCart', order, { cookie });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_in_preview' } });
  });
});

describe('npm run preview', () => {
  const run = async (words: readonly string[]) => {
    const said: string[] = [];
    const keep = (text: string) => void said.push(text);
    const work = previewCommand.prepare(words, '/');
    const context = {
      print: keep,
      warn: keep,
      openDatabase: async () => ({ database: backend.database, description: '' }),
      now: FIXTURE_NOW,
      getOrigin: (domain: string) => `http://${domain}:3000`,
    } as unknown as CommandContext;
    return { code: await work?.(context), said: said.join('\n') };
  };

  it.each([
    [['/muesli/', '--at', '2026-12-24T18:00'], dutchHost.host, christmas],
    [
      ['/', '--at', '2026-12-24', '--site', 'havero-nl', '--language', 'en'],
      englishHost.host,
      '2026-12-23T23:00:00.000Z',
    ],
    [['http://en.havero-nl.localhost:3000/media/?p=2', '--at', christmas], englishHost.host, christmas],
    [
      ['--at', '2026-07-01T10:00', '--site', 'havero-ee', '/'],
      'havero-ee.localhost',
      '2026-07-01T07:00:00.000Z',
    ],
  ])('%j prints a link to %s at %s', async (words, host, instant) => {
    const { code, said } = await run(words);
    expect(code).toBe(0);
    const link = new URL(/http\S+/.exec(said)?.[0] ?? '');
    expect(link.hostname).toBe(host);
    const opened = await postPreviewForm({ host }, { form: 'preview-open', token: readLinkToken(link.href) });
    expect(opened.status).toBe(303);
    expect(readCookie(opened)).toContain(`.${Date.parse(instant)}.`);
  });

  it.each([
    [['/', '--at', 'tomorrow'], 'not a date and time'],
    [['/', '--at', '2026-12-24', '--site', 'nowhere'], 'havero-nl nl'],
    [['/', '--at', '2026-12-24', '--language', 'xx'], 'havero-nl nl'],
    [['https://evil.example/', '--at', '2026-12-24'], 'not on a host of the shop'],
    [['//evil.example/', '--at', '2026-12-24'], 'a path of the shop'],
  ])('explains why it prints no link for %j', async (words, reason) => {
    const { code, said } = await run(words);
    expect(code).toBe(1);
    expect(said).toContain(reason);
  });

  it.each([
    [[]],
    [['/']],
    [['--at', '2026-12-24']],
    [['/', '--at']],
    [['/', '/', '--at', 'x']],
    [['/', '--when', 'x']],
  ])('rejects the arguments %j', (words) => {
    expect(previewCommand.prepare(words, '/')).toBeNull();
  });
});

it('1,000 concurrent requests with and without previews never show preview content to other visitors', async () => {
  const random = createSeededRandom(20_261_224);
  const [atChristmas, inFebruary] = await Promise.all([
    open(dutchHost, christmas),
    open(dutchHost, february),
  ]);
  const customer = await createSignedInAccount(backend, { languageId: dutchHost.languageId });
  const addresses = [
    '/',
    dutchHost.product,
    `${dutchHost.product}?x=1`,
    dutchHost.sale,
    '/paardenvoer/muesli/',
    '/paardenvoer/muesli/?sort=price',
    '/media/',
    dutchHost.article,
    dutchHost.dealers,
    dutchHost.service,
    '/media/10/',
    '/zoeken/?q=zqx',
    '/cart/',
    '/nowhere/',
    '/sitemap.xml',
    '/feeds/products.xml',
    '/api/media',
    '/api/media/10',
    `/api/products/${VARIANT_ID}`,
    `/api/products?ids=${VARIANT_ID}`,
    '/api/products/suggestions?term=zqx',
    `/api/routing/getbyurl?url=${encodeURIComponent(dutchHost.article)}`,
    '/api/routing/sitemap/articles/1',
  ];
  const marks = { title: /Zqx/, bar: /Voorvertoning: je ziet/, ...pricePatterns } as const;
  type Mark = keyof typeof marks;
  interface Visitor {
    readonly headers: Record<string, string>;
    /** Marks that responses to this visitor may contain. */
    readonly own: readonly Mark[];
  }
  const forged = signPreviewCookie(Buffer.alloc(32, 9), dutchHost, {
    instant: new Date(christmas),
    endsAt: new Date('2999-01-01T00:00:00Z'),
    staffMemberId: 'k',
  });
  const anonymousVisitors: readonly Visitor[] = [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip', 'if-none-match': '*' },
    { cookie: 'cart=abcdefghijklmnopqrstuvwxyz; other=1' },
    { cookie: customer.cookie },
    { cookie: `preview=${forged}` },
    { cookie: 'previews=1; xpreview=2' },
    { datetime: christmas },
    { cookie: `__Host-${atChristmas}` },
  ].map((headers) => ({ headers: headers as Record<string, string>, own: [] }));
  const readers: readonly Visitor[] = [
    { headers: { cookie: atChristmas }, own: ['title', 'bar', 'christmas'] },
    { headers: { cookie: inFebruary }, own: ['title', 'bar', 'february'] },
  ];
  const faults: string[] = [];
  const seen = new Set<string>();
  let asked = 0;
  let besides = 0;
  const askOnce = async () => {
    const isReader = random.below(6) === 0;
    const visitor = random.pick(isReader ? readers : anonymousVisitors);
    const address = random.pick(addresses);
    if (!isReader) besides += 1;
    // Pages become stale, and are rendered again during other requests.
    web.time.ms += random.below(700);
    const method = random.below(10) === 0 ? 'HEAD' : 'GET';
    const plain: Record<string, string> = { ...visitor.headers };
    // A compressed response is checked by its length only: it is requested again uncompressed.
    const answer = await fetchRaw({
      port: web.port,
      path: address,
      method,
      headers: { host: dutchHost.host, ...plain },
    });
    delete plain['accept-encoding'];
    delete plain['if-none-match'];
    const { text, headers } =
      'accept-encoding' in visitor.headers
        ? await fetchRaw({ port: web.port, path: address, headers: { host: dutchHost.host, ...plain } })
        : answer;
    const sent = JSON.stringify({ ...headers, 'set-cookie': undefined }) + text;
    for (const [mark, pattern] of Object.entries(marks)) {
      if (!pattern.test(sent)) continue;
      if (visitor.own.includes(mark as Mark)) seen.add(mark);
      else faults.push(`${method} ${address} with ${JSON.stringify(visitor.headers)} says ${mark}`);
    }
    if (
      isReader &&
      !String(answer.headers['cache-control']).includes('no-store') &&
      !/\.xml$/.test(address)
    ) {
      faults.push(`${address} is sent to its reader as ${answer.headers['cache-control']}`);
    }
    if (!isReader && 'x-preview' in answer.headers) faults.push(`${address} has the header of a preview`);
  };
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (besides < 1000) {
        asked += 1;
        await askOnce();
      }
    }),
  );
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(1100);
  // Ensures that previews did show their content, so the check was meaningful.
  expect([...seen].toSorted()).toEqual(['bar', 'christmas', 'february', 'title']);
  // Checks all cached pages again, as cached now and after they became stale.
  for (const ageMs of [0, 3000, 400_000]) {
    web.time.ms += ageMs;
    for (const address of addresses) {
      const { headers, text } = await get(dutchHost, address);
      for (const pattern of Object.values(marks)) expect(JSON.stringify(headers) + text).not.toMatch(pattern);
    }
  }
  const log = JSON.stringify(web.lines);
  for (const cookie of [atChristmas, inFebruary]) expect(log).not.toContain(cookie.split('=')[1]);
  expect(web.reported).toEqual([]);
  expect(backend.errors).toEqual([]);
  expect(FIXTURE_PREVIEW_KEY).toHaveLength(32);
});
