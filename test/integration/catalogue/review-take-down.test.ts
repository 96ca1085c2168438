import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, isNull } from 'drizzle-orm';
import request from 'supertest';
import { listReviewsForAdmin } from '../../../server/backend/catalogue/reviews/queries.ts';
import { recalculateProductRatings } from '../../../server/backend/catalogue/reviews/recalculate-product-ratings.ts';
import {
  type TakeDownReason,
  setReviewTakenDown as takeDown,
} from '../../../server/backend/catalogue/reviews/take-down.ts';
import { commandActor } from '../../../server/backend/core/audit/audit.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import { importShop } from '../../../server/backend/import-export/import-shop.ts';
import {
  auditEntry,
  productRating,
  review,
  reviewTranslation,
} from '../../../server/backend/schema/schema.ts';
import { createSearchRequest } from '../../../shared/api/create-search-request.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';

/** A product with one review in the sample shop, of five stars. */
const PRODUCT_ID = 101;
/** Its category: muesli. */
const CATEGORY_ID = 11;

let backend: BackendFixture;

const setReviewTakenDown = (database: Database, reviewId: number, reason: TakeDownReason | null) =>
  database.transaction('take-review-down', (transaction) =>
    takeDown(transaction, reviewId, reason, { actor: commandActor, now: FIXTURE_NOW }),
  );

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

afterEach(async () => {
  const { database } = backend;
  await database.delete(review).where(isNull(review.importKey));
  await database.update(review).set({ status: 'published', rejectionReason: null });
  await database.transaction('check-reviews', (transaction) => recalculateProductRatings(transaction));
  expect(backend.errors).toEqual([]);
});

const get = async (path: string) =>
  (await request(backend.app).get(path).set({ siteid: '1', languageid: '4' }).expect(200)).body;

/** Inserts a customer review, published or waiting. */
async function insertReview(rating: number, text: string, status: 'published' | 'waiting' = 'published') {
  const [row] = await backend.database
    .insert(review)
    .values({
      productId: PRODUCT_ID,
      languageId: 4,
      rating,
      authorName: 'Marit',
      status,
      createdAt: FIXTURE_NOW,
      confirmedAt: FIXTURE_NOW,
      publishedAt: status === 'published' ? FIXTURE_NOW : null,
    })
    .returning({ reviewId: review.reviewId });
  if (!row) throw new Error('No review was written');
  await backend.database
    .insert(reviewTranslation)
    .values({ reviewId: row.reviewId, languageId: 4, title: 'Title', opinion: 'Opinion.', text });
  return row.reviewId;
}

async function readSampleReview(): Promise<number> {
  const [row] = await backend.database.select().from(review).where(eq(review.productId, PRODUCT_ID));
  if (!row) throw new Error('The sample shop has no review of this product');
  return row.reviewId;
}

/** Returns the reviews and ratings of the product from every call that contains them. */
async function readFromAllCalls() {
  const { rating, total, items } = await get(`/api/products/${PRODUCT_ID}/reviews`);
  const [summary] = await get(`/api/products?ids=${PRODUCT_ID}`);
  const search = await request(backend.app)
    .post('/api/products/search')
    .set({ siteid: '1', languageid: '4' })
    .send(
      createSearchRequest(
        { page: 1, pageSize: 96, sort: 'rating', descending: true, filters: [] },
        { categoryId: CATEGORY_ID },
      ),
    )
    .expect(200);
  const listed = search.body.items.find(({ productId }: { productId: number }) => productId === PRODUCT_ID);
  const [sums] = await backend.database
    .select()
    .from(productRating)
    .where(eq(productRating.productId, PRODUCT_ID));
  return {
    reviews: rating,
    total,
    ids: items.map(({ reviewId }: { reviewId: number }) => reviewId),
    summary: summary.rating,
    listed: listed.rating,
    sums: sums ? [sums.ratingCount, sums.ratingSum] : null,
  };
}

describe('a review that is taken down', () => {
  it('is removed from every count and list, and can be restored unchanged', async () => {
    const reviewId = await insertReview(2, 'Somebody is insulted here with words.');
    await setReviewTakenDown(backend.database, reviewId, 'author');
    await setReviewTakenDown(backend.database, reviewId, null);
    const before = await readFromAllCalls();
    const average = { average: 3.5, count: 2 };
    expect(before).toMatchObject({ reviews: average, summary: average, listed: average, sums: [2, 7] });
    expect(before.ids).toContain(reviewId);

    expect(await setReviewTakenDown(backend.database, reviewId, 'unlawful')).toEqual({
      outcome: 'changed',
      productId: PRODUCT_ID,
      before: null,
    });
    const without = await readFromAllCalls();
    const alone = { average: 5, count: 1 };
    expect(without).toMatchObject({ reviews: alone, summary: alone, listed: alone, sums: [1, 5], total: 1 });
    expect(without.ids).not.toContain(reviewId);

    expect((await setReviewTakenDown(backend.database, reviewId, null)).outcome).toBe('changed');
    expect(await readFromAllCalls()).toEqual(before);
  });

  it('leaves a product without a rating if it was the only one', async () => {
    await setReviewTakenDown(backend.database, await readSampleReview(), 'fake');
    expect(await readFromAllCalls()).toMatchObject({ summary: null, listed: null, sums: null, total: 0 });
  });

  it('keeps the reason and its publication time, and is in a separate list', async () => {
    const reviewId = await insertReview(1, 'Five words about a neighbour.');
    await setReviewTakenDown(backend.database, reviewId, 'personal-data');
    const [row] = await backend.database.select().from(review).where(eq(review.reviewId, reviewId));
    expect(row).toMatchObject({ rejectionReason: 'personal-data', publishedAt: FIXTURE_NOW });
    const taken = await listReviewsForAdmin(backend.database, { isTakenDown: true, limit: 50 });
    expect(taken.map((listed) => [listed.reviewId, listed.takenDownFor])).toEqual([
      [reviewId, 'personal-data'],
    ]);
    const shown = await listReviewsForAdmin(backend.database, {
      productId: PRODUCT_ID,
      isTakenDown: false,
      limit: 50,
    });
    expect(shown.map((listed) => listed.reviewId)).toEqual([await readSampleReview()]);
    await setReviewTakenDown(backend.database, reviewId, null);
    const [back] = await backend.database.select().from(review).where(eq(review.reviewId, reviewId));
    expect(back).toMatchObject({ rejectionReason: null, publishedAt: FIXTURE_NOW });
  });

  it('stays down after another import', async () => {
    const reviewId = await readSampleReview();
    await setReviewTakenDown(backend.database, reviewId, 'fake');
    await importShop(backend.database, SAMPLE_DATA_FOLDER, {
      again: true,
      now: FIXTURE_NOW,
      packshotsFolder: PACKSHOTS_FOLDER,
    });
    const [row] = await backend.database.select().from(review).where(eq(review.reviewId, reviewId));
    expect(row).toMatchObject({ status: 'rejected', rejectionReason: 'fake' });
    expect((await readFromAllCalls()).sums).toBeNull();
  });

  it('cannot be published by another author with the same text', async () => {
    const text = 'The same untrue words about somebody.';
    await setReviewTakenDown(backend.database, await insertReview(1, text), 'unlawful');
    const again = await insertReview(1, text.toUpperCase(), 'waiting');
    await backend.runJob('publish-reviews');
    const [row] = await backend.database.select().from(review).where(eq(review.reviewId, again));
    expect(row).toMatchObject({ status: 'rejected', rejectionReason: 'duplicate' });
  });
});

describe('a take-down that changes nothing', () => {
  it('is reported: for an unknown review, and for one that was never published', async () => {
    expect(await setReviewTakenDown(backend.database, 999_999, 'fake')).toEqual({ outcome: 'unknown' });
    const waiting = await insertReview(4, 'Five words that wait here.', 'waiting');
    for (const reason of ['fake', null] as const) {
      expect(await setReviewTakenDown(backend.database, waiting, reason)).toEqual({
        outcome: 'never-published',
      });
    }
    const [row] = await backend.database.select().from(review).where(eq(review.reviewId, waiting));
    expect(row?.status).toBe('waiting');
  });

  it('does not apply to reviews that the automatic checks have refused', async () => {
    const refused = await insertReview(5, 'All is cheaper at https://spam.example today', 'waiting');
    await backend.runJob('publish-reviews');
    expect(await setReviewTakenDown(backend.database, refused, null)).toEqual({ outcome: 'never-published' });
    const [row] = await backend.database.select().from(review).where(eq(review.reviewId, refused));
    expect(row?.status).toBe('rejected');
  });

  it('is no error if it is repeated, and keeps the first reason', async () => {
    const reviewId = await readSampleReview();
    await setReviewTakenDown(backend.database, reviewId, 'fake');
    expect((await setReviewTakenDown(backend.database, reviewId, 'author')).outcome).toBe('unchanged');
    const [row] = await backend.database
      .select()
      .from(review)
      .where(and(eq(review.reviewId, reviewId), eq(review.rejectionReason, 'fake')));
    expect(row?.reviewId).toBe(reviewId);
    await setReviewTakenDown(backend.database, reviewId, null);
    expect((await setReviewTakenDown(backend.database, reviewId, null)).outcome).toBe('unchanged');
    const noted = await backend.database
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.resourceId, String(reviewId)))
      .orderBy(desc(auditEntry.auditEntryId))
      .limit(2);
    // Only changes are logged.
    expect(noted.toReversed()).toMatchObject([
      { actorKind: 'keeper', act: 'hide', resource: 'review', details: { reason: 'fake' } },
      { actorKind: 'keeper', act: 'show', resource: 'review', details: {} },
    ]);
  });

  it('is counted correctly if two run concurrently', async () => {
    const ids = [
      await insertReview(1, 'One of two at the same time.'),
      await insertReview(3, 'The other one of the two.'),
    ];
    await Promise.all(ids.map((reviewId) => setReviewTakenDown(backend.database, reviewId, 'fake')));
    expect((await readFromAllCalls()).sums).toEqual([1, 5]);
  });
});
