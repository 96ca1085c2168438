import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, isNull } from 'drizzle-orm';
import request from 'supertest';
import { reviewRateLimits } from '../../../server/backend/catalogue/reviews/service.ts';
import { queueItem } from '../../../server/backend/core/queue/tables.ts';
import {
  outboxMail,
  productRating,
  review,
  reviewTranslation,
} from '../../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

type SiteLanguage = { readonly site: number; readonly language: number };
const nl: SiteLanguage = { site: 1, language: 1 };
const en: SiteLanguage = { site: 1, language: 4 };
const corporateScope: SiteLanguage = { site: 12, language: 4 };

const createScopeHeaders = ({ site, language }: SiteLanguage) => ({
  siteid: String(site),
  languageid: String(language),
});
const get = (path: string, scope: SiteLanguage = nl) =>
  request(backend.app).get(path).set(createScopeHeaders(scope));

const validReview = {
  title: 'Clean bucket',
  opinion: 'My mare leaves nothing.',
  text: 'She licks the bucket out while I muck out.',
  rating: 2,
  name: 'Marit',
  emailAddress: 'Marit@Example.com',
};
const write = (change: object = {}, scope: SiteLanguage = en, address = '192.0.2.1') =>
  request(backend.app)
    .post('/api/products/101/reviews')
    .set({ ...createScopeHeaders(scope), 'x-forwarded-for': address })
    .send({ ...validReview, ...change });
const confirm = (token: string) =>
  request(backend.app).post('/api/reviews/confirm').set(createScopeHeaders(en)).send({ token });

/** Returns the tokens of the mailed links, oldest first. */
async function collectMailedTokens(): Promise<string[]> {
  await backend.runJob('queue');
  return backend.mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '');
}
const stored = () => backend.database.select().from(review).where(isNull(review.importKey));
const publish = () => backend.runJob('publish-reviews');

/** Start time of a test; more than an hour after the previous one, so that no rate limit carries over. */
let testStartMs = FIXTURE_NOW.getTime();
async function resetTestData(): Promise<void> {
  await backend.database.delete(review).where(isNull(review.importKey));
  await backend.database.delete(outboxMail);
  await publish();
  backend.mails.length = 0;
  await backend.database.delete(queueItem);
  backend.forgotten.length = 0;
  testStartMs += 100 * HOUR_MS;
  backend.setNow(new Date(testStartMs));
}

describe('reviews of a product', () => {
  it('are returned in the language of the header, each counted once, with average and distribution', async () => {
    const dutch = (await get('/api/products/101/reviews')).body;
    const english = (await get('/api/products/101/reviews', en)).body;
    expect(dutch.rating).toEqual({ average: 5, count: 1 });
    expect(english.rating).toEqual(dutch.rating);
    expect(english.items[0]).toMatchObject({ title: 'Calm everyday muesli', isVerifiedPurchase: false });
    expect(dutch.items[0].title).not.toBe(english.items[0].title);
    expect(dutch.distribution.map(({ rating }: { rating: number }) => rating)).toEqual([5, 4, 3, 2, 1]);
  });

  it('have the same average as in the lists of products', async () => {
    const ratings = await backend.database.select().from(productRating);
    expect(ratings).toHaveLength(37);
    expect(ratings.reduce((sum, { ratingCount }) => sum + ratingCount, 0)).toBe(40);
    const [summary] = (await get('/api/products?ids=101')).body;
    expect(summary.rating).toEqual({ average: 5, count: 1 });
  });

  it('return 404 for a product that the site does not sell', async () => {
    expect((await get('/api/products/999999/reviews')).status).toBe(404);
    expect((await get('/api/products/101/reviews', corporateScope)).status).toBe(404);
  });

  it.each(['page=0', 'page=x', 'sort=helpful', 'languages=some', 'pageSize=51'])(
    'refuse %s',
    async (query) => {
      expect((await get(`/api/products/101/reviews?${query}`)).body.code).toBe('validation_failed');
    },
  );
});

describe('a review that a customer writes', () => {
  beforeEach(resetTestData);

  it('counts once its mailed link is confirmed and the job has checked it, also with a low rating', async () => {
    expect(await write()).toMatchObject({ status: 204, text: '' });
    const [token = ''] = await collectMailedTokens();
    expect(backend.mails[0]).toMatchObject({ recipient: 'marit@example.com' });
    expect(backend.mails[0]?.text).toContain('http://en.havero-nl.localhost:3000/review/confirm/?token=');
    await publish();
    expect((await get('/api/products/101/reviews', en)).body.rating.count).toBe(1);

    expect((await confirm(token)).body).toEqual({
      confirmed: true,
      product: { title: expect.any(String), url: (await get('/api/products?ids=101', en)).body[0].url },
    });
    expect((await confirm(token)).status).toBe(200);
    expect((await get('/api/products/101/reviews', en)).body.rating.count).toBe(1);
    await publish();
    await publish();

    const page = (await get('/api/products/101/reviews', en)).body;
    expect(page.rating).toEqual({ average: 3.5, count: 2 });
    expect(page.items[0]).toMatchObject({
      title: 'Clean bucket',
      authorName: 'Marit',
      rating: 2,
      culture: 'en-GB',
      isVerifiedPurchase: false,
    });
    expect(JSON.stringify(page)).not.toMatch(/example\.com/i);
    const [summary] = (await get('/api/products?ids=101')).body;
    expect(summary.rating).toEqual({ average: 3.5, count: 2 });
    await backend.runJob('queue');
    expect(backend.forgotten).toEqual(['product-101']);
  });

  it('is returned for other languages if requested, and counted in all', async () => {
    await write();
    await confirm((await collectMailedTokens())[0] ?? '');
    await publish();
    const own = (await get('/api/products/101/reviews')).body;
    expect(own).toMatchObject({ total: 1, otherLanguages: 1, rating: { count: 2 } });
    const all = (await get('/api/products/101/reviews?languages=all&sort=-rating')).body;
    expect(all.total).toBe(2);
    expect(all.items.map(({ culture }: { culture: string }) => culture)).toEqual(['en-GB', 'nl-NL']);
    expect(all.items[0].languageName).toBe('English');
  });

  it('is stored once, however often its form is sent', async () => {
    const answers = await Promise.all([write(), write(), write()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await collectMailedTokens()).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('stores no token, and the address only as long as it is needed', async () => {
    await write();
    const [token = ''] = await collectMailedTokens();
    const [row] = await stored();
    expect(JSON.stringify(row)).not.toContain(token);
    await confirm(token);
    await publish();
    backend.setNow(new Date(testStartMs + 25 * HOUR_MS));
    await publish();
    expect((await stored())[0]).toMatchObject({ status: 'published', authorEmailAddress: null });
  });

  it('can be confirmed for three days, then reports that it has expired, and is then deleted', async () => {
    await write();
    const [token = ''] = await collectMailedTokens();
    backend.setNow(new Date(testStartMs + 73 * HOUR_MS));
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
    backend.setNow(new Date(testStartMs + 8 * 24 * HOUR_MS));
    await publish();
    expect(await stored()).toEqual([]);
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    testStartMs += 10 * 24 * HOUR_MS;
  });

  it.each([
    ['a link', { text: 'All of it is cheaper at https://spam.example today' }],
    ['an e-mail address', { opinion: 'Write to me@example.com.' }],
    ['repetition', { text: 'goooooooood feed for all of my horses' }],
  ])('is not published with %s', async (_what, change) => {
    await write(change);
    await confirm((await collectMailedTokens())[0] ?? '');
    await publish();
    expect((await stored())[0]).toMatchObject({ status: 'rejected' });
    expect((await get('/api/products/101/reviews', en)).body.rating.count).toBe(1);
    await backend.runJob('queue');
    expect(backend.forgotten).toEqual([]);
  });

  it('is published once if several authors send the same text', async () => {
    await write();
    await write({ emailAddress: 'other@example.com', text: validReview.text.toUpperCase() });
    for (const token of await collectMailedTokens()) await confirm(token);
    await publish();
    expect((await stored()).map(({ status }) => status).sort()).toEqual(['published', 'rejected']);
  });

  it.each([
    ['the honeypot field', { website: 'https://spam.example' }],
    ['its speed', { openForMs: 120 }],
  ])('is acknowledged but deleted if %s identifies it as spam', async (_how, change) => {
    expect((await write(change)).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect(await collectMailedTokens()).toEqual([]);
  });

  it('reports the faults of all fields together', async () => {
    const { status, body } = await write({
      title: 'x'.repeat(81),
      opinion: ' ',
      text: 'Good stuff',
      emailAddress: 'nobody',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'title', code: 'maxLength' },
      { field: 'opinion', code: 'required' },
      { field: 'text', code: 'minWords' },
      { field: 'emailAddress', code: 'format' },
    ]);
  });

  it.each([
    ['a NUL character', { title: 'a\0b' }, 400],
    ['a text of 10,000 characters', { text: 'hay '.repeat(2500) }, 400],
    ['a fractional rating', { rating: 3.5 }, 400],
    ['six stars', { rating: 6 }, 400],
    ['a list as title', { title: ['x'] }, 400],
  ])('is refused with %s', async (_what, change, status) => {
    expect((await write(change)).status).toBe(status);
    expect(await stored()).toEqual([]);
  });

  it('keeps HTML and SQL as plain text', async () => {
    const text = `<img src=x onerror=alert(1)>'; drop table review; -- five words`;
    await write({ text });
    await confirm((await collectMailedTokens())[0] ?? '');
    await publish();
    const [row] = await backend.database
      .select()
      .from(reviewTranslation)
      .innerJoin(review, eq(review.reviewId, reviewTranslation.reviewId))
      .where(isNull(review.importKey));
    expect(row?.review_translation.text).toBe(text);
  });

  it('returns 404 for a product of another site', async () => {
    expect((await write({}, corporateScope)).status).toBe(404);
  });
});

describe('a flood of reviews', () => {
  beforeEach(resetTestData);

  const writeNumberedReview = (index: number, change: object = {}, address?: string) =>
    write(
      { text: `This is text number ${index} of many`, emailAddress: `w${index}@example.com`, ...change },
      en,
      address,
    );

  it('is stopped at the limit of one visitor, with the time to retry; other visitors can write', async () => {
    const { maxAttempts: limit } = reviewRateLimits.perVisitor;
    for (let index = 0; index < limit; index += 1)
      expect((await writeNumberedReview(index)).status).toBe(204);
    const refused = await writeNumberedReview(limit);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await writeNumberedReview(limit + 1, {}, '2001:db8::1')).status).toBe(204);
    expect((await writeNumberedReview(0)).status).toBe(204);
  });

  it('sends one address at most five mails a day, from any visitor', async () => {
    const change = { emailAddress: 'victim@example.com' };
    for (let index = 0; index < 8; index += 1) await writeNumberedReview(index, change, `192.0.2.${index}`);
    expect(await collectMailedTokens()).toHaveLength(reviewRateLimits.perAddress.maxAttempts);
    backend.setNow(new Date(testStartMs + 25 * HOUR_MS));
    expect((await writeNumberedReview(9, change)).status).toBe(204);
  });

  it('is delayed for one product, from any number of addresses', async () => {
    const { maxAttempts: limit } = reviewRateLimits.perProduct;
    for (let index = 0; index < limit; index += 1)
      await writeNumberedReview(index, {}, `198.51.100.${index}`);
    expect((await writeNumberedReview(limit, {}, '203.0.113.1')).status).toBe(429);
    expect(await stored()).toHaveLength(limit);
    backend.setNow(new Date(testStartMs + 2 * HOUR_MS));
    expect((await writeNumberedReview(limit, {}, '203.0.113.1')).status).toBe(204);
  });
});
