import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { count, eq } from 'drizzle-orm';
import { formSentTexts } from '../../client/pages/form-sent/FormSentPage.tsx';
import en from '../../locales/en.json' with { type: 'json' };
import { review } from '../../server/backend/catalogue/reviews/tables.ts';
import { stock } from '../../server/backend/catalogue/stock/tables.ts';
import { cart as cartTable } from '../../server/backend/commerce/carts/tables.ts';
import { eventually } from '../faults/visit.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { type Answer, fetchRaw } from '../fixtures/fetch-raw.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

const root = path.join(import.meta.dirname, '../..');
const host = 'en.havero-nl.localhost';
const productPath = '/prado-balance-muesli/';
const reviewsRequestLine = 'POST /api/products/101/reviews';

let backend: BackendFixture;
let web: TestWeb;
/** Handlers that replace the backend for a call. */
const replacementHandlers = new Map<string, RequestListener>();

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(
    (request, response) => {
      const answer =
        replacementHandlers.get(`${request.method} ${request.url?.split('?')[0]}`) ?? backend.app;
      answer(request, response);
    },
    { TRUST_PROXY: 'true', ADDRESS_BODIES_LIMIT: '1000' },
  );
});

afterEach(() => replacementHandlers.clear());

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

const writtenReview = {
  form: 'review',
  productId: '101',
  rating: '5',
  title: 'Eats it gladly',
  opinion: 'Good feed',
  text: 'My mare has eaten this muesli gladly for years.',
  name: 'Anna',
  emailAddress: 'anna.marker@example.com',
};

interface FormSubmission {
  readonly to?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a form as a browser without script does. */
function postForm(
  body: string,
  type: string,
  { to = productPath, headers = {} }: FormSubmission = {},
): Promise<Answer> {
  return fetchRaw({
    port: web.port,
    path: to,
    method: 'POST',
    headers: { host, 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
}
const sendUrlEncodedForm = (fields: Record<string, string>, sending?: FormSubmission) =>
  postForm(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', sending);

const boundary = '----boundary7MA4YWxk';
const multipartContentType = `multipart/form-data; boundary=${boundary}`;
const formatMultipartBody = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`;

const get = (to: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchRaw({ port: web.port, path: to, method, headers: { host, ...headers } });

const readSetCookies = ({ headers }: Answer) => headers['set-cookie'] ?? [];
const countReviews = async () =>
  (await backend.database.select({ rows: count() }).from(review))[0]?.rows ?? 0;
/** Number of visitors so far: each request uses another one, so that rate limits do not affect the next. */
let visitors = 0;
const createVisitorHeaders = () => ({ 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors++ & 255}` });

describe('a form without script that succeeds', () => {
  it.each([
    [
      'plain',
      (fields: Record<string, string>, sending: FormSubmission) => sendUrlEncodedForm(fields, sending),
    ],
    [
      'multipart',
      (fields: Record<string, string>, sending: FormSubmission) =>
        postForm(formatMultipartBody(fields), multipartContentType, sending),
    ],
  ])('redirects to a private page that confirms it once (%s)', async (how, sendForm) => {
    const fields = { ...writtenReview, emailAddress: `anna.${how.replace(' ', '-')}@example.com` };
    const answer = await sendForm(fields, { headers: createVisitorHeaders() });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/form/sent/');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const [cookie = '', ...others] = readSetCookies(answer);
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^notice=[\w-]+; Path=\/; Max-Age=120; SameSite=Lax; HttpOnly$/);
    const notice = cookie.slice(0, cookie.indexOf(';'));
    // The notice contains no form input.
    const told = Buffer.from(notice.slice('notice='.length), 'base64url').toString();
    for (const value of Object.values(fields).slice(3)) expect(told).not.toContain(value);

    const looked = await get('/form/sent/', { cookie: notice }, 'HEAD');
    expect(readSetCookies(looked)).toEqual([]);
    const page = await get('/form/sent/', { cookie: notice });
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.text).toContain(en['review.thanks']);
    expect(page.text).toContain(`href="${productPath}"`);
    expect(readSetCookies(page)).toEqual(['notice=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);

    const again = await get('/form/sent/');
    expect(again.text).toContain(en['form.sentBefore']);
    expect(again.text).not.toContain(en['review.thanks']);
    expect(readSetCookies(again)).toEqual([]);
  });

  it('has a message for each form without its own result page', async () => {
    const folder = path.join(root, 'client/pages');
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const modules: object[] = await Promise.all(
      folders.map(({ name }) => import(path.join(folder, name, 'page.ts'))),
    );
    const names = modules
      .flatMap((module): { readonly actions?: object; readonly showsFormNotices?: true }[] =>
        Object.values(module),
      )
      .flatMap(({ actions, showsFormNotices }) => (showsFormNotices ? [] : Object.keys(actions ?? {})));
    // Forms that redirect to a page that shows the result: impersonation to the cart, previews to the page at
    // another moment, and account forms to the account or to the sign-in.
    const leading = [
      'account-activate',
      'account-login',
      'account-register',
      'account-reset',
      'cart-impersonate',
      'cart-leave',
      'checkout-billing',
      'checkout-code',
      'checkout-code-remove',
      'checkout-delivery',
      'checkout-payment',
      'dealer-collect',
      'order-change',
      'order-pay',
      'preview-leave',
      'preview-move',
      'preview-open',
      'sign-out',
    ];
    // Its own page no longer exists after the account was closed.
    const leaving = ['account-close'];
    expect([...names, ...leaving].sort()).toEqual([...Object.keys(formSentTexts), ...leading].sort());
  });

  it('shows no notice on a public page', async () => {
    const answer = await sendUrlEncodedForm(
      { ...writtenReview, emailAddress: 'anna.public@example.com' },
      { headers: createVisitorHeaders() },
    );
    const cookie = readSetCookies(answer)[0]?.split(';')[0] ?? '';
    const page = await get(productPath, { cookie });
    expect(page.text).not.toContain(en['review.thanks']);
    expect(readSetCookies(page)).toEqual([]);
  });
});

describe('a form without script that is refused', () => {
  it.each([
    ['plain', (fields: Record<string, string>) => sendUrlEncodedForm(fields)],
    [
      'multipart',
      (fields: Record<string, string>) => postForm(formatMultipartBody(fields), multipartContentType),
    ],
  ])('is returned with the complete input (%s)', async (_how, sendForm) => {
    const text = `${'word '.repeat(1000)}a <b>&amp; --${boundary} "end`;
    const answer = await sendForm({ ...writtenReview, rating: '', text });
    expect(answer.status).toBe(422);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.location).toBeUndefined();
    expect(readSetCookies(answer)).toEqual([]);
    expect(answer.text).toContain(en['review.ratingRequired']);
    expect(answer.text).toContain(`a &lt;b&gt;&amp;amp; --${boundary} &quot;end`);
    expect(answer.text).toContain('word '.repeat(1000));
  });

  it('keeps its 41st field', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`more-${n}`, 'x']));
    const answer = await sendUrlEncodedForm({ ...many, ...writtenReview, rating: '' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(writtenReview.emailAddress);
  });
});

describe('an invalid form', () => {
  const half = formatMultipartBody(writtenReview).slice(0, 400);
  const large = 'x'.repeat(9_000_000);
  it.each([
    ['a truncated multipart body', () => postForm(half, multipartContentType), 400],
    [
      'a multipart body without its boundary',
      () => postForm(formatMultipartBody(writtenReview), 'multipart/form-data'),
      400,
    ],
    [
      'a multipart body with another boundary',
      () => postForm(formatMultipartBody(writtenReview), 'multipart/form-data; boundary=other'),
      400,
    ],
    ['9 MB', () => sendUrlEncodedForm({ ...writtenReview, text: large }), 413],
    [
      '9 MB in a multipart body',
      () => postForm(formatMultipartBody({ ...writtenReview, text: large }), multipartContentType),
      413,
    ],
    [
      '1101 fields',
      () => sendUrlEncodedForm(Object.fromEntries(Array.from({ length: 1101 }, (_, n) => [`f${n}`, '']))),
      413,
    ],
    [
      '1101 parts',
      () =>
        postForm(
          formatMultipartBody(Object.fromEntries(Array.from({ length: 1101 }, (_, n) => [`f${n}`, '']))),
          multipartContentType,
        ),
      413,
    ],
    ['an unknown form', () => sendUrlEncodedForm({ form: 'constructor' }), 400],
    ['nothing', () => sendUrlEncodedForm({}), 400],
    [
      'a form of another site',
      () => sendUrlEncodedForm(writtenReview, { headers: { 'sec-fetch-site': 'cross-site' } }),
      403,
    ],
    [
      'a form that names no page',
      () => sendUrlEncodedForm(writtenReview, { headers: { 'content-type': 'text/plain' } }),
      405,
    ],
  ])('is refused with a message: %s', async (_case, sendForm, status) => {
    const before = await countReviews();
    const answer = await sendForm();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).not.toContain(writtenReview.emailAddress);
    expect(readSetCookies(answer)).toEqual([]);
    expect(await countReviews()).toBe(before);
  });
});

const json = { 'content-type': 'application/json' };

describe('the cart without script', () => {
  const cartPath = '/cart/';
  const fill = (fields: Record<string, string>, cookie?: string, to = cartPath) =>
    sendUrlEncodedForm(fields, { to, headers: { ...createVisitorHeaders(), ...(cookie && { cookie }) } });
  /**
   * Sends a form that succeeds, and reads the next page: the notice, which is shown once, and the resulting
   * cookies.
   */
  const fillAndRead = async (fields: Record<string, string>, cookie: string) => {
    const answer = await fill(fields, cookie);
    expect([answer.status, answer.headers.location]).toEqual([303, cartPath]);
    const notice = readSetCookies(answer).map((field) => field.split(';')[0]);
    return get(cartPath, { cookie: [cookie, ...notice].join('; ') });
  };
  const createCart = async (fields: Record<string, string> = { productVariantId: '1031', quantity: '2' }) => {
    const answer = await fill({ form: 'cart-add', ...fields }, undefined, productPath);
    const field = readSetCookies(answer).find((cookie) => cookie.startsWith('cart='));
    return { answer, field, cookie: field?.split(';')[0] ?? '' };
  };
  /** Returns the visible text of a page, without serialised state and tags. */
  const read = ({ text }: Answer) =>
    text
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  it('is created with its first product, from a public page, and confirmed once', async () => {
    const { answer, field, cookie } = await createCart();
    expect([answer.status, answer.headers.location]).toEqual([303, cartPath]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(field).toMatch(/^cart=[\w-]{43}; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    const notice = readSetCookies(answer)
      .find((other) => other.startsWith('notice='))
      ?.split(';')[0];
    const page = await get(cartPath, { cookie: `${cookie}; ${notice}` });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(read(page)).toContain('2 × Sopra Classic Mash in the cart');
    expect(readSetCookies(page)).toEqual(['notice=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);
    expect(read(await get(cartPath, { cookie }))).not.toContain('in the cart,');
  });

  it('is not created by a visit of its page', async () => {
    const countCarts = async () =>
      (await backend.database.select({ rows: count() }).from(cartTable))[0]?.rows ?? 0;
    const before = await countCarts();
    const page = await get(cartPath);
    expect(page.status).toBe(200);
    expect(read(page)).toContain('Your cart is empty.');
    expect(readSetCookies(page)).toEqual([]);
    expect(page.text).toContain('<meta name="robots" content="noindex');
    expect(await countCarts()).toBe(before);
  });

  it('adds one more by a button, and sets a typed quantity without it', async () => {
    const { cookie } = await createCart();
    const line = { form: 'cart-quantity', of: '1031', productVariantId: '1031', quantity: '2' };
    expect(read(await fillAndRead({ ...line, step: '1' }, cookie))).toContain(
      '3 × Sopra Classic Mash in the cart',
    );
    expect(read(await fillAndRead({ ...line, quantity: '7' }, cookie))).toContain('7 × Sopra Classic Mash');
    const refused = await fill({ ...line, quantity: '0' }, cookie);
    expect(refused.status).toBe(422);
    expect(read(refused)).toContain('Enter a quantity from 1 to 999.');
  });

  it('reports the available quantity, keeps the input, and offers that quantity', async () => {
    const { cookie } = await createCart({ productVariantId: '1063', quantity: '1' });
    const answer = await fill(
      { form: 'cart-quantity', of: '1063', productVariantId: '1063', quantity: '50' },
      cookie,
    );
    expect(answer.status).toBe(422);
    expect(read(answer)).toContain('Only 3 pieces in stock');
    expect(read(answer)).toContain('Set quantity to 3');
    expect(answer.text).toMatch(/<input[^>]* name="quantity"[^>]* value="50"/);
    expect(answer.text).toMatch(/<input type="hidden" name="quantity" value="3"/);
  });

  it('restores a removed line with the names of its samples', async () => {
    const name = `${'n'.repeat(55)}<b>"&`;
    const { cookie } = await createCart({ productVariantId: '1086', quantity: '2' });
    const test = { of: '1086', productVariantId: '1086' };
    const save = { form: 'cart-sample', line: '1086' };
    expect(
      read(await fillAndRead({ ...save, 'sample-1086-1': name, 'sample-1086-2': '' }, cookie)),
    ).toContain('have been saved');
    const removed = await fillAndRead({ form: 'cart-remove', ...test }, cookie);
    expect(read(removed)).toContain('has been removed.');
    expect(read(removed)).toContain('Your cart is empty.');
    expect(removed.text).not.toContain('<b>"');
    const [, sampleNames = ''] = /name="sampleNames" value="([^"]*)"/.exec(removed.text) ?? [];
    const typed = sampleNames
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(typed)).toEqual([name, null]);
    const page = await fillAndRead({ form: 'cart-undo', ...test, quantity: '2', sampleNames: typed }, cookie);
    expect(page.text).toMatch(/name="sample-1086-1" [^>]*value="n{55}&lt;b&gt;&quot;&amp;"/);
    expect(page.text).toMatch(/name="sample-1086-2" [^>]*value=""/);
  });

  it('stores typed sample names when the checkout button is pressed', async () => {
    const { cookie } = await createCart({ productVariantId: '1086', quantity: '2' });
    const leave = { form: 'cart-sample', next: 'checkout', 'sample-1086-1': 'Hay' };
    const refused = await fill(leave, cookie);
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/name="sample-1086-1" [^>]*value="Hay"/);
    expect(refused.text).toMatch(/aria-invalid="true"[^>]* name="sample-1086-2"/);
    const done = await fill({ ...leave, 'sample-1086-2': 'Straw' }, cookie);
    expect([done.status, done.headers.location]).toEqual([303, '/checkout/billing/']);
    const page = await get(cartPath, { cookie });
    expect(page.text).toMatch(/name="sample-1086-2" [^>]*value="Straw"/);
  });

  it('names each of the maximum number of samples of a line', async () => {
    await backend.database.update(stock).set({ amount: 999 }).where(eq(stock.productVariantId, 1086));
    const { cookie } = await createCart({ productVariantId: '1086', quantity: '999' });
    const names = Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`sample-1086-${n + 1}`, '']));
    const line = { form: 'cart-sample', line: '1086', ...names };
    const typed = { ...line, 'sample-1086-1': 'Hay', 'sample-1086-999': 'Straw' };
    const page = await fillAndRead(typed, cookie);
    expect(page.text).toMatch(/name="sample-1086-999" [^>]*value="Straw"/);
  });

  it('explains a refused discount code, shows the effect of an accepted one, and removes it', async () => {
    const { cookie } = await createCart();
    const refused = await fill({ form: 'cart-code', code: 'nobody knows' }, cookie);
    expect(refused.status).toBe(422);
    expect(read(refused)).toContain('This code is not valid or has expired.');
    expect(refused.text).toMatch(/name="code"[^>]*value="nobody knows"/);
    expect(read(await fillAndRead({ form: 'cart-code', code: 'stal 10' }, cookie))).toContain(
      'Code STAL10 has been applied.',
    );
    expect(read(await fillAndRead({ form: 'cart-code-remove' }, cookie))).toContain('has been removed');
  });

  it('is unavailable while the backend is, and then available again', async () => {
    const { cookie } = await createCart();
    const id = cookie.slice('cart='.length);
    const call = `POST /api/cartcalculation/${id}/calculate2`;
    replacementHandlers.set(call, (_request, response) => response.writeHead(500).end());
    const failed = await get(cartPath, { cookie });
    expect([failed.status, failed.headers['cache-control']]).toEqual([503, 'private, no-store']);
    expect(read(failed)).toContain('We couldn’t load your cart.');
    expect(failed.text).not.toContain(id);
    expect(readSetCookies(failed)).toEqual([]);
    const refused = await fill({ form: 'cart-remove', of: '1031', productVariantId: '1031' }, cookie);
    expect(readSetCookies(refused)).toEqual([]);
    replacementHandlers.clear();
    expect(read(await get(cartPath, { cookie }))).toContain('Sopra Classic Mash');
  });

  it('is removed from the browser if it does not exist or belongs to another site', async () => {
    for (const answer of [
      await get(cartPath, { cookie: `cart=${'g'.repeat(43)}` }),
      await get('/warenkorb/', { host: 'hafero-de.localhost', cookie: (await createCart()).cookie }),
    ]) {
      expect(answer.status).toBe(200);
      expect(readSetCookies(answer)).toEqual(['cart=; Path=/; Max-Age=0; SameSite=Lax']);
    }
  });

  it('does not change a public page', async () => {
    const { cookie } = await createCart();
    const [own, others] = [await get(productPath, { cookie }), await get(productPath)];
    expect(own.text).not.toContain(cookie.slice('cart='.length));
    expect(own.text).toBe(others.text);
  });

  it('of one visitor is never shown to another, with concurrent pages and calls', async () => {
    const marks = ['north', 'south'];
    const owners = await Promise.all(
      marks.map(async (mark) => {
        const { cookie } = await createCart({ productVariantId: '1086', quantity: '1' });
        const id = cookie.slice('cart='.length);
        const name = {
          form: 'cart-sample',
          line: '1086',
          'sample-1086-1': `Hay of ${mark}`,
        };
        expect((await fill(name, cookie)).status).toBe(303);
        return { mark, id, cookie };
      }),
    );
    const anonymousVisitor = { mark: 'nobody', id: '', cookie: 'localization=2026-11-01' };
    const looks = [...owners, anonymousVisitor].flatMap((visitor) => {
      const headers = { cookie: visitor.cookie };
      const paths = visitor.id
        ? [cartPath, `/api/cart/${visitor.id}`, `/api/cart/${visitor.id}/recommendations`]
        : [cartPath];
      return [...paths, '/', productPath, '/horse-feed/mash/'].map((to) => ({ visitor, to, headers }));
    });
    // Ten copies of each request of both visitors, interleaved.
    const all = Array.from({ length: 10 }, () => looks).flat();
    const answers = await Promise.all(all.map(({ to, headers }) => get(to, headers)));
    for (const [index, { visitor, to }] of all.entries()) {
      const { status, text, headers } = answers[index]!;
      const isOwn = to === cartPath || to.startsWith('/api/');
      const others = owners.filter((owner) => owner !== visitor);
      expect({ to, status }).toEqual({ to, status: 200 });
      for (const { mark, id } of isOwn ? others : owners) {
        expect([to, text.includes(`Hay of ${mark}`), text.includes(id)]).toEqual([to, false, false]);
      }
      if (to === cartPath && visitor.id) expect(text).toContain(`Hay of ${visitor.mark}`);
      if (!isOwn) expect([to, headers['set-cookie']]).toEqual([to, undefined]);
      else expect([to, headers['cache-control']]).toEqual([to, expect.stringContaining('no-store')]);
    }
    // Whole lines, so that a failure shows which line it is.
    const told = [...web.lines, ...web.reported.map(String)].map((line) => JSON.stringify(line));
    for (const { mark, id } of owners) {
      expect(told.filter((line) => line.includes(mark) || line.includes(id))).toEqual([]);
    }
  });

  it.each<[string, RequestListener]>([
    ['an error', (_request, response) => void response.writeHead(500).end('{"code":"internal_error"}')],
    ['a closed connection', (request) => void request.socket.destroy()],
    ['a malformed cart', (_request, response) => void response.writeHead(200, json).end('{"a":1}')],
    ['invalid JSON', (_request, response) => void response.writeHead(200, json).end('<p>')],
    ['a truncated response', (_request, response) => void response.writeHead(200, json).write('{"a":')],
  ])('has an id that is in no log if its call gets %s', async (_what, listener) => {
    const { cookie } = await createCart();
    const id = cookie.slice('cart='.length);
    expect(id).not.toBe('');
    const before = [web.lines.length, web.reported.length] as const;
    const failing: RequestListener = (request, response) => {
      listener(request, response);
      // Cuts off an endless response. The connection of a complete response stays open: the next call may
      // already use it.
      setTimeout(() => {
        if (!response.writableFinished) request.socket.destroy();
      }, 50).unref();
    };
    for (const call of [
      `GET /api/cart/${id}/recommendations`,
      `POST /api/cartcalculation/${id}/calculate2`,
      `GET /api/cart/${id}`,
      `POST /api/cart/${id}/products`,
    ]) {
      replacementHandlers.clear();
      replacementHandlers.set(call, failing);
      // The page breaks off together with the response of the backend.
      await get(cartPath, { cookie }).catch(() => undefined);
      await get(`/api/cart/${id}`, { cookie }).catch(() => undefined);
      await fill({ form: 'cart-add', productVariantId: '1001', quantity: '1' }, cookie).catch(
        () => undefined,
      );
    }
    const told = [...web.lines.slice(before[0]), ...web.reported.slice(before[1]).map(String)];
    expect(told.length).toBeGreaterThan(0);
    expect(told.map((line) => JSON.stringify(line)).filter((line) => line.includes(id))).toEqual([]);
  });

  it('does not exist on the corporate site', async () => {
    expect((await get(cartPath, { host: 'havero-corporate.localhost' })).status).toBe(404);
  });
});

describe('a failing backend', () => {
  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500, json).end('{"code":"internal_error"}')],
    ['closes the connection', (request) => request.socket.destroy()],
    [
      'closes the connection after the head',
      (_request, response) => {
        response.writeHead(200, { ...json, 'content-length': '100' });
        response.write('{');
        setImmediate(() => response.destroy());
      },
    ],
    ['returns a malformed refusal', (_request, response) => response.writeHead(422, json).end('"<b>')],
    [
      'sets unknown cookies',
      (_request, response) =>
        response
          .writeHead(500, {
            ...json,
            'set-cookie': [
              'evil=1; Domain=.localhost',
              'notice=abc',
              '__Host-notice=abc',
              'sid=a b; Path=/x',
            ],
          })
          .end('{}'),
    ],
  ])('that %s leaves the input of the visitor in the form', async (_case, answerCall) => {
    replacementHandlers.set(reviewsRequestLine, answerCall);
    const answer = await sendUrlEncodedForm(writtenReview, { headers: createVisitorHeaders() });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(writtenReview.text);
    expect(answer.text).toContain(en['error.tryLater']);
    expect(readSetCookies(answer)).toEqual([]);
  });
});

it('processes each of 200 concurrent forms separately', async () => {
  const before = await countReviews();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      // Half of them are invalid, each in another way.
      sendUrlEncodedForm(
        {
          ...writtenReview,
          emailAddress: `visitor-${n}@example.com`,
          title: `Title of ${n}.`,
          rating: n % 2 ? '' : '4',
        },
        { headers: createVisitorHeaders() },
      ),
    ),
  );
  const taken = answers.filter(({ status }) => status === 303);
  expect(await countReviews()).toBe(before + taken.length);
  expect(taken.length).toBeGreaterThan(0);
  for (const [n, { status, text }] of answers.entries()) {
    expect([303, 422]).toContain(status);
    if (status === 303) continue;
    const mine = [`visitor-${n}@example.com`, `Title of ${n}.`];
    expect(mine.filter((mark) => text.includes(mark))).toEqual(mine);
    expect(text.match(/visitor-\d+@example\.com/g)?.filter((mark) => mark !== mine[0])).toEqual([]);
  }
});

describe('a private page', () => {
  it('is streamed completely, in reading order', async () => {
    const { headers, text } = await get('/search/?q=muesli');
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(headers['content-length']).toBeUndefined();
    expect(text.startsWith('<!DOCTYPE html><html')).toBe(true);
    expect(text.endsWith('</body></html>')).toBe(true);
    // There is no content that a script of React would move into place.
    expect(text).not.toMatch(/<div hidden id="S:|\$RC\(/);
    expect(text.match(/<!DOCTYPE/g)).toHaveLength(1);
  });

  it('can be aborted at any moment: no error is reported, and the next visitor is served', async () => {
    const { bytes } = await get('/search/?q=muesli');
    const reportedBefore = web.reported.length;
    for (let n = 0; n < 40; n += 1) {
      const leaveAfter = Math.floor((bytes.length * n) / 40);
      await new Promise<void>((resolve) => {
        let received = 0;
        const socket = connect(web.port, '127.0.0.1', () => {
          socket.write(
            `GET /search/?q=muesli HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 10.2.0.${n}\r\n\r\n`,
          );
          if (leaveAfter === 0) setImmediate(() => socket.destroy());
        });
        socket.on('data', (chunk) => {
          received += chunk.length;
          if (received >= leaveAfter) socket.destroy();
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await get('/search/?q=muesli')).bytes.length).toBe(bytes.length);
    await eventually(async () => expect(web.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]));
    expect(web.reported.length).toBe(reportedBefore);
  });
});

describe('a registration without script', () => {
  const find = (page: string, ...texts: readonly string[]) => texts.filter((text) => page.includes(text));

  it('reports all faults together, including those of the VAT number', async () => {
    const wrong = {
      form: 'account-register',
      firstName: '',
      lastName: '',
      emailAddress: 'nope',
      password: 'short',
      isCompany: 'yes',
      companyName: 'x'.repeat(101),
      vatNumber: 'NL1',
      languageId: '4',
    };
    const { status, text } = await sendUrlEncodedForm(wrong, { to: '/account/register/' });
    expect(status).toBe(422);
    const faulty = [...text.matchAll(/<input[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes('aria-invalid="true"'))
      .map((tag) => /name="([^"]*)"/.exec(tag)?.[1]);
    expect(faulty).toEqual(['firstName', 'lastName', 'emailAddress', 'password', 'companyName', 'vatNumber']);
    expect(find(text, 'value="nope"', 'value="NL1"', 'value="short"')).toEqual([
      'value="nope"',
      'value="NL1"',
    ]);
  });
});
