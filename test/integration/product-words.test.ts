import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { FeedPage } from '../../shared/contract/feeds.ts';
import type { ProductDetail } from '../../shared/contract/products.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';
import { SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

type Words = Readonly<Record<string, string>>;
interface Texts {
  readonly materials: Words;
  readonly nutrients: Words;
  readonly additives: Words;
  readonly colours: Words;
  readonly facets: Readonly<Record<string, Words>>;
}

const load = (file: string): unknown => JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8'));
const { sites, languages } = load('sites.json') as {
  sites: { siteId: number; type: number; languages: { languageId: number }[] }[];
  languages: { languageId: number; code: string }[];
};

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackend();
}, 180_000);

afterAll(() => backend?.close());

const readable = languages.flatMap(({ languageId, code }) => {
  const site = sites.find(
    ({ type, languages: spoken }) =>
      type !== 2 && spoken.some((language) => language.languageId === languageId),
  );
  return site ? [{ code, headers: { siteid: String(site.siteId), languageid: String(languageId) } }] : [];
});

it('every language of the texts is read on some site that sells', () => {
  const files = readdirSync(path.join(SAMPLE_DATA_FOLDER, 'texts')).filter((file) => file.endsWith('.json'));
  expect(readable.map(({ code }) => `${code}.json`).toSorted()).toEqual(files.toSorted());
});

describe.each(readable)('in $code', ({ code, headers }) => {
  it('every word that is chosen from a vocabulary is one of that language, in pages and in the product feed', async () => {
    const texts = load(`texts/${code}.json`) as Texts;
    const { body } = await request(backend.app)
      .get('/api/feeds/products')
      .query({ after: 0 })
      .set(headers)
      .expect(200);
    const { offers } = body as FeedPage;
    expect(offers.length).toBeGreaterThan(80);
    const faults: string[] = [];
    const check = (vocabulary: Words, words: readonly (string | null)[], where: string) => {
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
    for (const productVariantId of new Map(
      offers.map((offer) => [offer.productId, offer.productVariantId]),
    ).values()) {
      const answer = await request(backend.app)
        .get(`/api/products/${productVariantId}`)
        .set(headers)
        .expect(200);
      const { variants, facts, feedLabel, key } = answer.body as ProductDetail;
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
  }, 60_000);
});
