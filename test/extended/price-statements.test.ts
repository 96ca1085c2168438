import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ProductDetail, ProductSearchAnswer } from '../../shared/contract/products.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../fixtures/previews.ts';
import {
  changePrices,
  createExpectedPriceReader,
  findPageFaults,
  findResponsePriceFaults,
  shops,
} from '../fixtures/price-statements.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';

const PAGE_SAMPLE_COUNT = 200;
const LIST_SAMPLE_COUNT = 20;
const YEAR_MS = 365 * DAY_MS;

let backend: BackendFixture;
let getExpectedPrice: Awaited<ReturnType<typeof createExpectedPriceReader>>;
const getRandomNumber = createSeededRandom(20_261_122).below;

beforeAll(async () => {
  backend = await openBackendFixture();
  await changePrices(backend.database, FIXTURE_NOW.getTime(), getRandomNumber);
  getExpectedPrice = await createExpectedPriceReader(backend.database);
});

afterAll(() => backend?.close());

function pickRandom<T>(list: readonly T[]): T {
  const picked = list[getRandomNumber(list.length)];
  if (picked === undefined) throw new Error('The list of prices is empty');
  return picked;
}

const getScopeHeaders = ({ site }: (typeof shops)[number], ms: number) => ({
  siteid: String(site.siteId),
  languageid: String(site.fallbackLanguageId),
  cookie: createPreviewCookie({ siteId: site.siteId, languageId: site.fallbackLanguageId }, new Date(ms)),
});

describe('over a year of seeded price changes', () => {
  it('API, page and structured data show the prices and doses of the history and the files', async () => {
    const faults: string[] = [];
    let reductions = 0;
    for (let count = 0; count < PAGE_SAMPLE_COUNT; count += 1) {
      const shop = pickRandom(shops);
      const { site, products } = shop;
      const product = pickRandom(products);
      const variant = pickRandom(product.variants);
      const ms = FIXTURE_NOW.getTime() + getRandomNumber(YEAR_MS);
      const truth = getExpectedPrice(site, product, variant, ms);
      if (!truth) throw new Error(`No price of ${variant.id}`);
      if (truth.former !== null) reductions += 1;
      const { body } = await request(backend.app)
        .get(`/api/products/${variant.id}`)
        .set(getScopeHeaders(shop, ms))
        .expect(200);
      const detail = body as ProductDetail;
      faults.push(
        ...[
          ...findResponsePriceFaults(detail, product, (one) => getExpectedPrice(site, product, one, ms)),
          ...findPageFaults(detail, truth),
        ].map((fault) => `${product.key} on ${site.siteId} at ${new Date(ms).toISOString()}: ${fault}`),
      );
    }
    expect(faults).toEqual([]);
    expect(reductions).toBeGreaterThan(PAGE_SAMPLE_COUNT / 20);
  });

  it('the sale list contains exactly the products that are reduced at that moment', async () => {
    let most = 0;
    for (let count = 0; count < LIST_SAMPLE_COUNT; count += 1) {
      const shop = pickRandom(shops);
      const { site, products } = shop;
      const ms = FIXTURE_NOW.getTime() + getRandomNumber(YEAR_MS);
      const reduced = products.filter((product) =>
        product.variants.some(
          (variant) =>
            variant.isDefault && (getExpectedPrice(site, product, variant, ms)?.former ?? null) !== null,
        ),
      );
      const { body } = await request(backend.app)
        .post('/api/products/search')
        .set(getScopeHeaders(shop, ms))
        .send({
          filter: {
            searchTerm: null,
            categoryId: null,
            filters: [{ discriminator: 'singleSelect', facetKey: 'sale', selectedKey: 'yes' }],
          },
          pageInfo: { page: 1, pageSize: 96, descending: false, sort: 'relevance' },
        })
        .expect(200);
      const { items } = body as ProductSearchAnswer;
      expect(items.map(({ key }) => key).toSorted()).toEqual(reduced.map(({ key }) => key).toSorted());
      expect(items.filter(({ isSale, price }) => !isSale || price.formerAmountInclVat === null)).toEqual([]);
      most = Math.max(most, items.length);
    }
    expect(most).toBeGreaterThan(3);
  });
});
