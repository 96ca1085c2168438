import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { stockReminderRateLimits } from '../../../server/backend/commerce/stock-reminders/service.ts';
import type { OutgoingMail } from '../../../server/backend/core/mail/mail-transport.ts';
import { outboxMail, stock, stockReminder } from '../../../server/backend/schema/schema.ts';
import type { ProductDetail } from '../../../shared/contract/products.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';

/** Whole grain, 25 kg: the only sold-out variant of the sample shop. */
const SOLD_OUT_VARIANT_ID = 1042;
const IN_STOCK_VARIANT_ID = 1001;

type SiteLanguage = { readonly site: number; readonly language: number };
const nl: SiteLanguage = { site: 1, language: 1 };
const belgianDutch: SiteLanguage = { site: 2, language: 1 };
/** A site without stock reminders. */
const estonianScope: SiteLanguage = { site: 9, language: 9 };

let backend: BackendFixture;
let visitor = 0;
/** Start time of a test: a day after the previous one, so that no rate limit carries over. */
let testStart = FIXTURE_NOW;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(() => {
  visitor += 1;
  testStart = new Date(testStart.getTime() + 26 * HOUR_MS);
  backend.setNow(testStart);
});

afterEach(async () => {
  await setStock(0);
  await backend.database.delete(stockReminder);
  await backend.database.delete(outboxMail);
  backend.mails.length = 0;
  expect(backend.errors).toEqual([]);
});

const post = (path: string, body: object, { site, language }: SiteLanguage = nl) =>
  request(backend.app)
    .post(path)
    .set({
      siteid: String(site),
      languageid: String(language),
      'x-forwarded-for': `192.0.2.${visitor}`,
    })
    .send(body);

const requestReminder = (
  emailAddress: string,
  scope: SiteLanguage = nl,
  productVariantId = SOLD_OUT_VARIANT_ID,
) => post(`/api/products/${productVariantId}/stockreminder`, { emailAddress }, scope);

async function setStock(amount: number | null): Promise<void> {
  await backend.database.update(stock).set({ amount }).where(eq(stock.productVariantId, SOLD_OUT_VARIANT_ID));
}

/** Sends all due mails: runs the job of the reminders first, then the outbox. */
async function collectMails(): Promise<OutgoingMail[]> {
  await backend.runJob('stock-reminders');
  await backend.runJob('queue');
  return backend.mails.splice(0);
}

function readMailedToken(mail: OutgoingMail | undefined, page: 'confirm' | 'unsubscribe'): string {
  const found = new RegExp(`/stock-reminder/${page}/\\?token=([\\w-]+)`).exec(mail?.text ?? '');
  if (!found?.[1]) throw new Error(`The mail has no link to ${page}`);
  return found[1];
}

async function requestAndConfirmReminder(emailAddress: string, scope: SiteLanguage = nl): Promise<string> {
  await requestReminder(emailAddress, scope).expect(204);
  const [mail] = await collectMails();
  const token = readMailedToken(mail, 'confirm');
  await post('/api/stockreminders/confirm', { token }, scope).expect(200);
  return token;
}

describe('a stock reminder', () => {
  it('is valid once it is confirmed, and is sent once when the stock is back', async () => {
    await requestReminder(' Marit@Stal.example ').expect(204, {});
    const [question, ...others] = await collectMails();
    expect(others).toEqual([]);
    expect(question).toMatchObject({ kind: 'stock-reminder-confirm', recipient: 'marit@stal.example' });
    expect(question?.text).toContain('http://havero-nl.localhost:3000/stock-reminder/confirm/?token=');

    await setStock(7);
    expect(await collectMails()).toEqual([]);
    await setStock(0);

    const { body } = await post('/api/stockreminders/confirm', {
      token: readMailedToken(question, 'confirm'),
    }).expect(200);
    expect(body.title).toMatch(/, 25 kg$/);
    expect(body.url).toMatch(/^\/[a-z0-9-]+\/$/);
    expect(await collectMails()).toEqual([]);

    await setStock(7);
    const [answer, ...more] = await collectMails();
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ kind: 'stock-reminder-back', recipient: 'marit@stal.example' });
    expect(answer?.subject).toContain(body.title);
    expect(answer?.text).toContain(`http://havero-nl.localhost:3000${body.url}`);
    expect(answer?.unsubscribeUrl).toContain('/stock-reminder/unsubscribe/?token=');

    await setStock(0);
    await setStock(7);
    expect(await collectMails()).toEqual([]);
  });

  it('is sent to each person once, however many wait', async () => {
    const people = ['a@stal.example', 'b@stal.example', 'c@stal.example'];
    for (const person of people) await requestAndConfirmReminder(person);
    await setStock(1);
    await Promise.all([backend.runJob('stock-reminders'), backend.runJob('stock-reminders')]);
    expect((await collectMails()).map(({ recipient }) => recipient).sort()).toEqual(people);
  });

  it('is sent for the site and in the language of its request', async () => {
    await requestReminder('marit@stal.example', { site: 10, language: 2 }).expect(204);
    const [mail] = await collectMails();
    expect(mail).toMatchObject({ senderName: 'Hafero', culture: 'de-DE' });
    expect(mail?.text).toContain('http://hafero-de.localhost:3000/stock-reminder/confirm/');
    expect(mail?.text).toContain('Hafero GmbH');
    expect(`${mail?.text}${mail?.html}`).not.toContain('Havero');
  });

  it('returns the same response for a known address, without a second mail after the confirmation', async () => {
    await requestAndConfirmReminder('marit@stal.example');
    await requestReminder('MARIT@stal.example').expect(204, {});
    expect(await collectMails()).toEqual([]);
    await setStock(1);
    expect(await collectMails()).toHaveLength(1);
  });

  it('can be requested again before its confirmation: the newest link is valid', async () => {
    await requestReminder('marit@stal.example').expect(204);
    const [first] = await collectMails();
    await requestReminder('marit@stal.example').expect(204);
    const [second] = await collectMails();
    await post('/api/stockreminders/confirm', { token: readMailedToken(first, 'confirm') }).expect(400);
    await post('/api/stockreminders/confirm', { token: readMailedToken(second, 'confirm') }).expect(200);
  });

  it('can be confirmed twice without an error', async () => {
    const token = await requestAndConfirmReminder('marit@stal.example');
    await post('/api/stockreminders/confirm', { token }).expect(200);
  });

  it('cannot be confirmed after two days', async () => {
    await requestReminder('marit@stal.example').expect(204);
    const [mail] = await collectMails();
    backend.setNow(new Date(testStart.getTime() + 2 * DAY_MS + 1));
    const { status, body } = await post('/api/stockreminders/confirm', {
      token: readMailedToken(mail, 'confirm'),
    });
    expect([status, body.code]).toEqual([410, 'token_expired']);
  });

  it('is ended by the link of either mail, on its own site only, any number of times', async () => {
    const confirmToken = await requestAndConfirmReminder('marit@stal.example');
    await post('/api/stockreminders/unsubscribe', { token: confirmToken }, belgianDutch).expect(204);
    expect(await backend.database.select().from(stockReminder)).toHaveLength(1);
    await post('/api/stockreminders/unsubscribe', { token: confirmToken }).expect(204, {});
    await post('/api/stockreminders/unsubscribe', { token: confirmToken }).expect(204);
    await setStock(3);
    expect(await collectMails()).toEqual([]);

    await setStock(0);
    await requestAndConfirmReminder('anna@stal.example');
    await setStock(3);
    const [mail] = await collectMails();
    await post('/api/stockreminders/unsubscribe', { token: readMailedToken(mail, 'unsubscribe') }).expect(
      204,
    );
    expect(await backend.database.select().from(stockReminder)).toEqual([]);
  });

  it('stores no token, and the address only as long as it is needed', async () => {
    const token = await requestAndConfirmReminder('marit@stal.example');
    const [row] = await backend.database.select().from(stockReminder);
    expect(JSON.stringify(row)).not.toContain(token);
    await requestReminder('late@stal.example').expect(204);
    await setStock(1);
    await collectMails();
    for (const [days, left] of [
      [8, ['marit@stal.example']],
      [31, []],
    ] as const) {
      backend.setNow(new Date(testStart.getTime() + days * DAY_MS));
      await backend.runJob('stock-reminders');
      const rows = await backend.database.select().from(stockReminder);
      expect(rows.map(({ emailAddress }) => emailAddress)).toEqual(left);
    }
  });

  it('is sent for any type of stock: an uncounted product is available', async () => {
    await requestAndConfirmReminder('marit@stal.example');
    await setStock(null);
    expect(await collectMails()).toHaveLength(1);
  });
});

describe('a sold-out product', () => {
  const fetchProduct = async (productVariantId: number, { site, language }: SiteLanguage = nl) => {
    const { body } = await request(backend.app)
      .get(`/api/products/${productVariantId}`)
      .set({ siteid: String(site), languageid: String(language) })
      .expect(200);
    return body as ProductDetail;
  };

  it.each([nl, belgianDutch, estonianScope])(
    'has the most similar product in stock as alternative: %j',
    async (scope) => {
      const { productId, categoryId, alternatives } = await fetchProduct(SOLD_OUT_VARIANT_ID, scope);
      expect(alternatives.length).toBeGreaterThan(0);
      for (const other of alternatives) {
        expect(other.stock.isAvailable).toBe(true);
        expect(other.categoryId).toBe(categoryId);
        expect(other.productId).not.toBe(productId);
      }
    },
  );

  it('has alternatives sorted by similarity, without sold-out ones', async () => {
    const { alternatives, facts } = await fetchProduct(SOLD_OUT_VARIANT_ID);
    const countShared = async (id: number) =>
      (await fetchProduct(id)).facts
        .flatMap(({ key, values }) => values.map((value) => `${key} ${value}`))
        .filter((fact) => facts.some(({ key, values }) => values.some((value) => fact === `${key} ${value}`)))
        .length;
    const shared = [];
    for (const { productVariantId } of alternatives) shared.push(await countShared(productVariantId));
    expect(shared).toEqual(shared.toSorted((a, b) => b - a));

    const nearest = alternatives[0]!.productVariantId;
    const kept = await backend.database.select().from(stock).where(eq(stock.productVariantId, nearest));
    await backend.database
      .insert(stock)
      .values({ productVariantId: nearest, amount: 0 })
      .onConflictDoUpdate({ target: stock.productVariantId, set: { amount: 0 } });
    const others = (await fetchProduct(SOLD_OUT_VARIANT_ID)).alternatives;
    await backend.database.delete(stock).where(eq(stock.productVariantId, nearest));
    if (kept.length > 0) await backend.database.insert(stock).values(kept);
    expect(others.map(({ productVariantId }) => productVariantId)).not.toContain(nearest);
  });

  it('has alternatives only while it is sold out', async () => {
    expect((await fetchProduct(IN_STOCK_VARIANT_ID)).alternatives).toEqual([]);
  });
});

describe('a refused request', () => {
  it('for a variant in stock, which can be ordered', async () => {
    const { status, body } = await requestReminder('marit@stal.example', nl, IN_STOCK_VARIANT_ID);
    expect([status, body.code]).toEqual([409, 'in_stock']);
  });

  it('for a site without the feature, and for a variant that the site does not sell', async () => {
    await requestReminder('marit@stal.example', estonianScope).expect(404);
    await requestReminder('marit@stal.example', nl, 999_999).expect(404);
    await requestReminder('marit@stal.example', { site: 12, language: 4 }).expect(404);
  });

  it.each([
    'marit',
    'a@b',
    '<script>@stal.example',
    "' or 1=1 --",
    'marit@stal.example\r\nBcc: b@stal.example',
    'marit@stal.example\0',
    'x'.repeat(300),
    'a@stal.example,b@stal.example',
  ])('for the address %j', async (emailAddress) => {
    const { status, body } = await requestReminder(emailAddress);
    expect(status).toBe(400);
    expect(body.errors[0].field).toMatch(/emailAddress$/);
    expect(await collectMails()).toEqual([]);
  });

  it('with an invalid body', async () => {
    const path = `/api/products/${SOLD_OUT_VARIANT_ID}/stockreminder`;
    for (const body of [{}, { emailAddress: 5 }, { emailAddress: null }, []])
      await post(path, body).expect(400);
    await post(path, { emailAddress: 'x'.repeat(100_000) }).expect(413);
    await request(backend.app).get(path).expect(405);
  });

  it('with an unknown token, a token of another site, or none', async () => {
    await requestReminder('marit@stal.example').expect(204);
    const [mail] = await collectMails();
    const token = readMailedToken(mail, 'confirm');
    for (const [body, scope] of [
      [{ token: 'A'.repeat(43) }, nl],
      [{ token: "'; drop table stock_reminder; --" }, nl],
      [{ token }, belgianDutch],
    ] as const) {
      const answer = await post('/api/stockreminders/confirm', body, scope);
      expect([answer.status, answer.body.code]).toEqual([400, 'token_invalid']);
    }
    for (const body of [{}, { token: '' }, { token: ['a'] }]) {
      await post('/api/stockreminders/confirm', body).expect(400);
      await post('/api/stockreminders/unsubscribe', body).expect(400);
    }
  });

  it('for more than a few reminders of one address, with the time to retry', async () => {
    for (let wish = 0; wish < stockReminderRateLimits.perAddress.maxAttempts; wish += 1) {
      visitor += 1;
      await requestReminder('flood@stal.example').expect(204);
    }
    const { status, body, headers } = await requestReminder('flood@stal.example');
    expect([status, body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(headers['retry-after'])).toBe(3600);
    backend.setNow(new Date(testStart.getTime() + HOUR_MS));
    await requestReminder('flood@stal.example').expect(204);
  });

  it('for more than a few dozen reminders of one visitor', async () => {
    for (let wish = 0; wish < stockReminderRateLimits.perVisitor.maxAttempts; wish += 1) {
      await requestReminder(`rider-${wish}@stal.example`).expect(204);
    }
    await requestReminder('one-more@stal.example').expect(429);
  });
});
