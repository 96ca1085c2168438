import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { productRating } from '../../server/backend/database/schema.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackend();
}, 60_000);

afterAll(() => backend.close());

type Scope = { readonly site: number; readonly language: number };
const nl: Scope = { site: 1, language: 1 };
const en: Scope = { site: 1, language: 4 };
const corporate: Scope = { site: 12, language: 4 };

const headersOf = ({ site, language }: Scope) => ({ siteid: String(site), languageid: String(language) });
const get = (path: string, scope: Scope = nl) => request(backend.app).get(path).set(headersOf(scope));

describe('reviews of a product', () => {
  it('are read in the language of the header, each counted once, with average and distribution', async () => {
    const dutch = (await get('/api/products/101/reviews')).body;
    const english = (await get('/api/products/101/reviews', en)).body;
    expect(dutch.rating).toEqual({ average: 5, count: 1 });
    expect(english.rating).toEqual(dutch.rating);
    expect(english.items[0]).toMatchObject({ title: 'Calm everyday muesli', isVerifiedPurchase: false });
    expect(dutch.items[0].title).not.toBe(english.items[0].title);
    expect(dutch.distribution.map(({ rating }: { rating: number }) => rating)).toEqual([5, 4, 3, 2, 1]);
  });

  it('has the same average as the lists of products', async () => {
    const ratings = await backend.database.select().from(productRating);
    expect(ratings).toHaveLength(37);
    expect(ratings.reduce((sum, { ratingCount }) => sum + ratingCount, 0)).toBe(40);
    const [summary] = (await get('/api/products?ids=101')).body;
    expect(summary.rating).toEqual({ average: 5, count: 1 });
  });

  it('is 404 for a product that the site does not sell', async () => {
    expect((await get('/api/products/999999/reviews')).status).toBe(404);
    expect((await get('/api/products/101/reviews', corporate)).status).toBe(404);
  });

  it.each(['page=0', 'page=x', 'sort=helpful', 'languages=some', 'pageSize=51'])(
    'refuses %s',
    async (query) => {
      expect((await get(`/api/products/101/reviews?${query}`)).body.code).toBe('validation_failed');
    },
  );
});
