import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createShopLocalization } from '../../client/create-shop-localization.ts';
import { getVariantDescription } from '../../client/pages/product/load-product.ts';
import { getVariantTitle } from '../../client/pages/product/variant-title.ts';
import type { ProductFeedPage } from '../../shared/contract/product-feed.ts';
import type { ProductDetail } from '../../shared/contract/products.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import type { Messages } from '../../shared/i18n/translate.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createScope } from '../fixtures/client-shop.tsx';
import { SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

const LOCALES_FOLDER = path.join(import.meta.dirname, '../../locales');

type TranslatedWords = Readonly<Record<string, string>>;
interface VocabularyTexts {
  readonly materials: TranslatedWords;
  readonly nutrients: TranslatedWords;
  readonly additives: TranslatedWords;
  readonly colours: TranslatedWords;
  readonly facets: Readonly<Record<string, TranslatedWords>>;
}

const load = (file: string): unknown => JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8'));
const { sites, languages } = load('sites.json') as {
  sites: { siteId: number; type: number; languages: { languageId: number }[] }[];
  languages: { languageId: number; code: Locale; culture: string }[];
};

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

const siteLanguages = languages.flatMap(({ languageId, code, culture }) => {
  const site = sites.find(
    ({ type, languages: spoken }) =>
      type !== 2 && spoken.some((language) => language.languageId === languageId),
  );
  return site
    ? [{ code, culture, headers: { siteid: String(site.siteId), languageid: String(languageId) } }]
    : [];
});

it('every language of the texts is used by a site with sales', () => {
  const files = readdirSync(path.join(SAMPLE_DATA_FOLDER, 'texts')).filter((file) => file.endsWith('.json'));
  expect(siteLanguages.map(({ code }) => `${code}.json`).toSorted()).toEqual(files.toSorted());
});

describe.each(siteLanguages)('in $code', ({ code, culture, headers }) => {
  let offers: ProductFeedPage['offers'];
  /** Every product of the feed, as on its page. */
  const products: ProductDetail[] = [];

  beforeAll(async () => {
    const { body } = await request(backend.app)
      .get('/api/feeds/products')
      .query({ after: 0 })
      .set(headers)
      .expect(200);
    offers = (body as ProductFeedPage).offers;
    for (const { productVariantId } of new Map(offers.map((offer) => [offer.productId, offer])).values()) {
      const answer = await request(backend.app)
        .get(`/api/products/${productVariantId}`)
        .set(headers)
        .expect(200);
      products.push(answer.body as ProductDetail);
    }
  });

  it('every variant of every product has its own title and description', () => {
    const messages = JSON.parse(readFileSync(path.join(LOCALES_FOLDER, `${code}.json`), 'utf8')) as Messages;
    const shop = createShopLocalization(
      createScope({ language: { ...createScope().language, code, culture } }),
      messages,
    );
    const pages: { title: string; description: string }[] = [];
    for (const product of products) {
      for (const variant of product.variants) {
        const seen = { ...product, productVariantId: variant.productVariantId };
        pages.push({
          title: getVariantTitle(shop, seen),
          description: getVariantDescription(shop, seen),
        });
      }
    }
    expect(pages.length).toBeGreaterThan(80);
    for (const part of ['title', 'description'] as const) {
      const shared = [...Map.groupBy(pages, (page) => page[part])].filter(([, twins]) => twins.length > 1);
      expect(shared.map(([words]) => words)).toEqual([]);
    }
  });

  it('every vocabulary term is in that language, in pages and in the product feed', () => {
    const texts = load(`texts/${code}.json`) as VocabularyTexts;
    expect(offers.length).toBeGreaterThan(80);
    const faults: string[] = [];
    const check = (vocabulary: TranslatedWords, words: readonly (string | null)[], where: string) => {
      const known = new Set(Object.values(vocabulary));
      faults.push(
        ...words.flatMap((word) => (word === null || known.has(word) ? [] : [`${where}: ${word}`])),
      );
    };
    for (const offer of offers) {
      const where = `${offer.articleNumber} of the feed`;
      check(texts.colours, [offer.colour], where);
      check(texts.facets.packaging ?? {}, [offer.packagingName], where);
    }
    for (const { variants, facts, feedLabel, key } of products) {
      const listNames = (parts: readonly { readonly name: string }[] | undefined) =>
        (parts ?? []).map(({ name }) => name);
      check(
        texts.colours,
        variants.map(({ colour }) => colour),
        key,
      );
      check(
        texts.facets.packaging ?? {},
        variants.map(({ packagingName }) => packagingName),
        key,
      );
      check(texts.materials, listNames(feedLabel?.composition), key);
      check(texts.nutrients, listNames(feedLabel?.constituents), key);
      check(texts.additives, listNames(feedLabel?.additives), key);
      for (const fact of facts) check(texts.facets[fact.key] ?? {}, fact.values, key);
    }
    expect(faults).toEqual([]);
  });
});
