import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ProductFeedPage } from '../../shared/contract/product-feed.ts';
import type { ProductDetail } from '../../shared/contract/products.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';

const loadSampleFile = <T>(file: string): T =>
  JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8')) as T;
const { sites, languages } = loadSampleFile<{
  sites: { siteId: number; key: string; type: number; languages: { languageId: number }[] }[];
  languages: { languageId: number; code: string }[];
}>('sites.json');
const { legal } = loadSampleFile<{
  legal: {
    site: string;
    manufacturer: { name: string; address: object; emailAddress: string };
    texts: Record<string, { safety: string }>;
  }[];
}>('legal.json');
const { products } = loadSampleFile<{
  products: { id: number; key: string; productType: number; feedType?: string | null; vatClass: string }[];
}>('catalogue.json');

/** Products that are no feed: of the types Simple and Merchandise, without gift cards. */
const otherGoodsKeys = new Set(
  products
    .filter(
      ({ productType, feedType, vatClass }) =>
        [1, 3].includes(productType) && !feedType && vatClass !== 'voucher',
    )
    .map(({ key }) => key),
);

const otherGoodsIds = new Set(products.filter(({ key }) => otherGoodsKeys.has(key)).map(({ id }) => id));
/** Number of products that the short form reads in each shop, in addition to those. */
const SAMPLED_PRODUCT_COUNT = 5;

const shopLanguages = sites.flatMap(({ siteId, key, type, languages: spoken }) =>
  type === 2
    ? []
    : spoken.map(({ languageId }) => ({
        key,
        code: languages.find((language) => language.languageId === languageId)!.code,
        headers: { siteid: String(siteId), languageid: String(languageId) },
      })),
);

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

describe.each(shopLanguages)('on $key in $code', ({ key, code, headers }) => {
  it('products that are no feed, and no others, have a manufacturer and safety information', async () => {
    const feed = await request(backend.app)
      .get('/api/feeds/products')
      .query({ after: 0 })
      .set(headers)
      .expect(200);
    const { offers } = feed.body as ProductFeedPage;
    const profile = legal.find(({ site }) => site === key)!;
    const { name, address, emailAddress } = profile.manufacturer;
    const told = new Set<string>();
    const all = [...new Map(offers.map((offer) => [offer.productId, offer])).values()];
    const tried = new Set([
      ...all.filter(({ productId }) => otherGoodsIds.has(productId)),
      ...selectRotatedTestCases(
        all,
        shopLanguages.findIndex((shop) => shop.headers === headers),
        SAMPLED_PRODUCT_COUNT,
      ),
    ]);
    for (const { productVariantId } of tried) {
      const answer = await request(backend.app)
        .get(`/api/products/${productVariantId}`)
        .set(headers)
        .expect(200);
      const product = answer.body as ProductDetail;
      if (otherGoodsKeys.has(product.key)) {
        told.add(product.key);
        expect(product.safety).toEqual({
          manufacturer: { name, ...address, emailAddress },
          text: profile.texts[code]!.safety,
        });
      } else {
        expect([product.key, product.safety]).toEqual([product.key, null]);
      }
    }
    expect(told).toEqual(otherGoodsKeys);
  });
});
