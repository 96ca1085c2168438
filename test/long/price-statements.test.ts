import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ProductDetail } from '../../shared/contract/products.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../fixtures/previews.ts';
import {
  changePrices,
  createExpectedPriceReader,
  findResponsePriceFaults,
  shops,
} from '../fixtures/price-statements.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';

const STEP_DAYS = 28;

let backend: BackendFixture;
let getExpectedPrice: Awaited<ReturnType<typeof createExpectedPriceReader>>;
const getRandomNumber = createSeededRandom(1).below;

beforeAll(async () => {
  backend = await openBackendFixture();
  await changePrices(backend.database, FIXTURE_NOW.getTime(), getRandomNumber);
  getExpectedPrice = await createExpectedPriceReader(backend.database);
}, 180_000);

afterAll(() => backend?.close());

it.each(shops.map((shop) => [shop.site.siteId, shop] as const))(
  'every product of site %i shows the prices of its history and files through a year',
  async (siteId, { site, products }) => {
    const faults: string[] = [];
    for (let day = 0; day < 365; day += STEP_DAYS) {
      const ms = FIXTURE_NOW.getTime() + day * DAY_MS + getRandomNumber(STEP_DAYS * DAY_MS);
      for (const product of products) {
        const { body } = await request(backend.app)
          .get(`/api/products/${product.variants[0]?.id}`)
          .set({
            siteid: String(siteId),
            languageid: String(site.fallbackLanguageId),
            cookie: createPreviewCookie({ siteId, languageId: site.fallbackLanguageId }, new Date(ms)),
          })
          .expect(200);
        faults.push(
          ...findResponsePriceFaults(body as ProductDetail, product, (variant) =>
            getExpectedPrice(site, product, variant, ms),
          ).map((fault) => `${product.key} at ${new Date(ms).toISOString()}: ${fault}`),
        );
      }
    }
    expect(faults).toEqual([]);
  },
  900_000,
);
