import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, like } from 'drizzle-orm';
import type { FacetCondition } from '../../../server/backend/catalogue/search/facets.ts';
import type {
  ProductSearch,
  ProductSearchQuery,
} from '../../../server/backend/catalogue/search/product-search.ts';
import { listFacetValues } from '../../../server/backend/catalogue/search/queries.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import * as schema from '../../../server/backend/schema/schema.ts';
import { vocabularyFacets } from '../../../shared/rules/vocabulary-facets.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';

/** A product search with the sample shop. */
export interface SearchUnderTest {
  readonly search: ProductSearch;
  /** Source of the texts, which the tests change. */
  readonly database: Database;
  /** Updates the index of the engine, as the job `search-index` does; nothing for an engine without one. */
  updateIndex(): Promise<void>;
  close(): Promise<void>;
}

type SiteLanguage = Pick<ProductSearchQuery, 'siteId' | 'languageId'>;
const dutchScope: SiteLanguage = { siteId: 1, languageId: 1 };
const englishScope: SiteLanguage = { siteId: 1, languageId: 4 };
const germanScope: SiteLanguage = { siteId: 10, languageId: 2 };
const britishScope: SiteLanguage = { siteId: 4, languageId: 4 };

/** Marks the texts as those of a new import. */
export async function markTextsAsImported(database: Database): Promise<void> {
  await database.insert(schema.shopImport).values({ contentHash: 'changed', importedAt: FIXTURE_NOW });
}

/** Repeats a request until its response is the expected one; the timeout of the test ends a failure. */
export async function retryUntil<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  while (!isWanted(answer)) {
    // The embedded database responds within the same event loop turn, so other work would never run.
    await new Promise<void>((resolve) => setImmediate(resolve));
    answer = await ask();
  }
  return answer;
}

/** Describes the requirements of every product search, independent of its implementation. */
export function describeProductSearch(open: () => Promise<SearchUnderTest>): void {
  let tested: SearchUnderTest;
  /** Keys of products by default variant. */
  let keys: ReadonlyMap<number, string>;

  beforeAll(async () => {
    tested = await open();
    const rows = await tested.database
      .select({ id: schema.productVariant.productVariantId, key: schema.product.key })
      .from(schema.productVariant)
      .innerJoin(schema.product, eq(schema.product.productId, schema.productVariant.productId));
    keys = new Map(rows.map(({ id, key }) => [id, key]));
  });
  afterAll(() => tested?.close());

  const scopeOf = (scope: SiteLanguage) => ({ ...scope, brands: ['Havero'], now: FIXTURE_NOW });

  async function find(
    term: string,
    scope: SiteLanguage = englishScope,
    conditions: readonly FacetCondition[] = [],
  ) {
    const { productVariantIds, ...answer } = await tested.search.find(
      { ...scopeOf(scope), categoryIds: null, scope: [], term, conditions },
      { sort: 'relevance', descending: false, limit: 200, offset: 0 },
    );
    return { ...answer, productVariantIds, found: productVariantIds.map((id) => keys.get(id) ?? '') };
  }
  const suggest = (term: string, scope: SiteLanguage = englishScope) =>
    tested.search.suggest({ ...scopeOf(scope), term }, 5);

  describe('search terms', () => {
    it('are all in each result', async () => {
      const muesli = await find('muesli');
      const both = await find('pony muesli');
      expect(both.leftOutWords).toEqual([]);
      expect(both.total).toBeGreaterThan(0);
      expect(both.total).toBeLessThan(muesli.total);
      expect(muesli.found).toEqual(expect.arrayContaining(both.found));
      expect((await find('muesli pony')).found.toSorted()).toEqual(both.found.toSorted());
    });

    it('that occur in no result together with the others are named', async () => {
      const answer = await find('muesli xqzwvkj');
      expect(answer).toMatchObject({ leftOutWords: ['xqzwvkj'], correctedTerm: null });
      expect(answer.found.toSorted()).toEqual((await find('muesli')).found.toSorted());
    });

    it('exclude results after a minus, and match adjacent words between quotes', async () => {
      const all = (await find('"muesli"')).found;
      expect(all).toContain('prado-endura');
      const without = (await find('muesli -endura')).found;
      // The text of the scoop mentions muesli, but the scoop is no muesli.
      const others = all.filter((key) => key !== 'prado-endura' && key !== 'stalla-scoop');
      expect(new Set(without)).toEqual(new Set(others));
      expect((await find('"prado endura"')).found).toEqual(['prado-endura']);
      expect((await find('"endura prado"')).total).toBe(0);
    });

    it.each([
      [dutchScope, 'muesli zonder haver'],
      [englishScope, 'muesli without oats'],
      [englishScope, 'oat-free muesli'],
    ])('with a negation exclude products with that property: %o %s', async (scope, term) => {
      const { found, total } = await find(term, scope);
      expect(total).toBeGreaterThan(0);
      const withOats = await tested.database
        .select({ key: schema.product.key, composition: schema.product.composition })
        .from(schema.product)
        .where(like(schema.product.key, 'prado-%'));
      const forbidden = withOats
        .filter(({ composition }) => composition.some(({ material }) => /^oats$|^oat_flakes$/.test(material)))
        .map(({ key }) => key);
      expect(forbidden.length).toBeGreaterThan(0);
      expect(found.filter((key) => forbidden.includes(key))).toEqual([]);
    });

    it.each([
      [englishScope, 'muesli'],
      [englishScope, 'linseed'],
      [dutchScope, 'hoefbevangen'],
      [dutchScope, 'ponybrok'],
      [germanScope, 'leinsamen'],
    ])('that are known are never corrected: %o %s', async (scope, term) => {
      expect(await find(term, scope)).toMatchObject({ correctedTerm: null, leftOutWords: [] });
    });

    it('with a typing error are corrected, and unknown ones are not', async () => {
      expect((await find('museli')).correctedTerm).toBe('muesli');
      expect(await find('xqzwvkj')).toMatchObject({ total: 0, correctedTerm: null });
    });
  });

  describe('relevance', () => {
    it('puts a product first whose whole name is typed', async () => {
      const sold = await tested.database
        .selectDistinct({ key: schema.product.key, name: schema.productTranslation.name })
        .from(schema.productListing)
        .innerJoin(schema.product, eq(schema.product.productId, schema.productListing.productId))
        .innerJoin(
          schema.productTranslation,
          and(
            eq(schema.productTranslation.productId, schema.product.productId),
            eq(schema.productTranslation.languageId, englishScope.languageId),
          ),
        )
        .where(eq(schema.productListing.siteId, englishScope.siteId));
      expect(sold.length).toBeGreaterThan(40);
      const others: string[] = [];
      for (const { key, name } of sold) {
        // A negation in a name is read as one: 'Oat-free' finds all products without oats.
        if (/free/i.test(name)) continue;
        const [first] = (await find(name)).found;
        if (first !== key) others.push(`${name}: ${first}`);
      }
      expect(others).toEqual([]);
    });

    it.each([
      ['the beginning of a name', 'endur'],
      ['a name with one wrong letter', 'endira'],
      ['a name with a missing letter', 'endra'],
      ['a name with two letters exchanged', 'enduar'],
    ])('finds a product by %s', async (_, term) => {
      expect((await find(term)).found[0]).toBe('prado-endura');
    });

    it('finds the same products by a synonym', async () => {
      const { found } = await find('laminitis');
      expect(found.length).toBeGreaterThan(0);
      expect((await find('founder')).found).toEqual(found);
    });
  });

  it('facets narrow the results of a term to the counted number', async () => {
    const values = await listFacetValues(tested.database);
    const { counts, total } = await find('muesli');
    for (const facetKey of ['horse-type', 'application'] as const) {
      const offered = counts.filter((count) => count.facetKey === facetKey && count.failed === null);
      const bits = values
        .filter(({ facet }) => facet === vocabularyFacets[facetKey])
        .map(({ bit }) => 1n << BigInt(bit));
      expect(offered.length).toBeGreaterThan(0);
      for (const { value, count } of offered) {
        expect(bits).toContain(value);
        const chosen = await find('muesli', englishScope, [{ facetKey, mask: value }]);
        expect({ facetKey, value, total: chosen.total }).toEqual({ facetKey, value, total: count });
        expect(chosen.total).toBeLessThanOrEqual(total);
      }
    }
  });

  it('suggestions complete the beginning of a term', async () => {
    const { terms, productVariantIds, correctedTerm } = await suggest('mues');
    expect(terms.map((known) => known.toLowerCase())).toContain('muesli');
    expect(correctedTerm).toBeNull();
    expect(productVariantIds.length).toBeGreaterThan(0);
    expect(productVariantIds.length).toBeLessThanOrEqual(5);
  });

  describe('hostile terms', () => {
    it.each([
      ['200 words', Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')],
      ['200 times the same word', 'muesli '.repeat(200)],
      ['emoji', '🐴 🐴🏿'],
      ['one letter', 'p'],
      ['punctuation only', '"-"-- ((:*'],
      ['nothing', '   '],
      ['half a surrogate pair', 'muesli \ud83d'],
      ['property names of objects', '__proto__ constructor toString'],
    ])('are answered: %s', async (_, term) => {
      expect((await find(term)).total).toBeGreaterThanOrEqual(0);
      expect((await suggest(term)).productVariantIds.length).toBeLessThanOrEqual(5);
    });

    it('terms in capitals have the same results', async () => {
      expect((await find('PONY MUESLI')).found).toEqual((await find('pony muesli')).found);
    });

    it('terms in another language of the shop have results as well', async () => {
      const { total, correctedTerm } = await find('hoefbevangen', germanScope);
      expect(total).toBeGreaterThan(0);
      expect(correctedTerm).toBeNull();
    });

    it('a request with 40 facets is answered', async () => {
      const conditions = Array.from(
        { length: 40 },
        (_, place): FacetCondition => ({ facetKey: 'horse-type', mask: 1n << BigInt(place) }),
      );
      expect((await find('muesli', englishScope, conditions)).total).toBe(0);
    });
  });

  it('results include products of the site and pages in the language only', async () => {
    for (const scope of [dutchScope, englishScope, germanScope, britishScope]) {
      const sold = await tested.database
        .select({ id: schema.productVariant.productVariantId })
        .from(schema.productVariant)
        .innerJoin(schema.siteProduct, eq(schema.siteProduct.productId, schema.productVariant.productId))
        .where(eq(schema.siteProduct.siteId, scope.siteId));
      const ids = new Set(sold.map(({ id }) => id));
      const addresses = await tested.database
        .select({ contentPageId: schema.route.contentPageId })
        .from(schema.route)
        .where(and(eq(schema.route.siteId, scope.siteId), eq(schema.route.languageId, scope.languageId)));
      const pageIds = new Set(addresses.map(({ contentPageId }) => contentPageId));
      for (const term of ['pony', 'senior', 'scan', 'laminitis', 'muesli']) {
        const answer = await find(term, scope);
        const suggested = await suggest(term, scope);
        for (const id of [...answer.productVariantIds, ...suggested.productVariantIds]) {
          expect({ scope, term, id, isSold: ids.has(id) }).toMatchObject({ isSold: true });
        }
        for (const page of [...answer.pages, ...suggested.pages]) {
          if (page.kind !== 'category') expect(pageIds).toContain(page.contentPageId);
        }
      }
    }
  });

  it('a changed text is found after its import', async () => {
    const { database } = tested;
    expect((await find('zilverling', dutchScope)).total).toBe(0);
    const [product] = await database
      .select({ productId: schema.product.productId })
      .from(schema.product)
      .where(eq(schema.product.key, 'prado-endura'));
    await database
      .update(schema.productTranslation)
      .set({ name: 'Prado Zilverling' })
      .where(
        and(
          eq(schema.productTranslation.productId, product!.productId),
          eq(schema.productTranslation.languageId, dutchScope.languageId),
        ),
      );
    await markTextsAsImported(database);
    await tested.updateIndex();
    const answer = await retryUntil(
      () => find('zilverling', dutchScope),
      ({ total }) => total > 0,
    );
    expect(answer.found).toEqual(['prado-endura']);
    expect((await find('zilverling', englishScope)).total).toBe(0);
  });
}
