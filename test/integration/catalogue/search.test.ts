import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { price, productRating } from '../../../server/backend/schema/schema.ts';
import type { FacetFilter } from '../../../shared/contract/list-choices.ts';
import type { Facet, ProductSearchAnswer } from '../../../shared/contract/products.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../../fixtures/previews.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

type SiteLanguage = { readonly site: number; readonly language: number };
const dutchScope: SiteLanguage = { site: 1, language: 1 };
const englishScope: SiteLanguage = { site: 1, language: 4 };
const germanScope: SiteLanguage = { site: 10, language: 2 };
const danishScope: SiteLanguage = { site: 3, language: 3 };
const britishScope: SiteLanguage = { site: 4, language: 4 };
const corporate: SiteLanguage = { site: 12, language: 4 };

interface SearchOptions {
  readonly term?: string | null;
  readonly categoryId?: number | null;
  readonly filters?: unknown;
  readonly page?: number;
  readonly sort?: string;
  readonly descending?: boolean;
  readonly at?: string;
  readonly landingpageId?: number | null;
  readonly adviceCategoryId?: number | null;
}

const createScopePreviewCookie = ({ site, language }: SiteLanguage, instant: string) =>
  createPreviewCookie({ siteId: site, languageId: language }, instant);

function search(options: SearchOptions, scope: SiteLanguage = englishScope) {
  const { term = null, categoryId = null, filters = [], page = 1, descending = false } = options;
  return request(backend.app)
    .post('/api/products/search')
    .set({
      siteid: String(scope.site),
      languageid: String(scope.language),
      ...(options.at !== undefined && { cookie: createScopePreviewCookie(scope, options.at) }),
    })
    .send({
      filter: { searchTerm: term, categoryId, filters },
      pageInfo: { page, pageSize: 96, descending, sort: options.sort ?? 'relevance' },
      landingpageId: options.landingpageId ?? null,
      adviceCategoryId: options.adviceCategoryId ?? null,
    });
}

async function find(
  options: SearchOptions,
  scope: SiteLanguage = englishScope,
): Promise<ProductSearchAnswer> {
  const { body } = await search(options, scope).expect(200);
  return body;
}

const select = (facetKey: string, ...selectedKeys: string[]) =>
  ({ discriminator: 'multiSelect', facetKey, selectedKeys }) as FacetFilter;
const flag = (facetKey: string) =>
  ({ discriminator: 'singleSelect', facetKey, selectedKey: 'yes' }) as FacetFilter;
const createStarchSugarFilter = (selectedValue: number): FacetFilter => ({
  discriminator: 'slider',
  facetKey: 'starch-sugar-max',
  selectedValue,
});
const createPriceFilter = (
  selectedMinValue: number | null,
  selectedMaxValue: number | null,
): FacetFilter => ({
  discriminator: 'rangeSlider',
  facetKey: 'price',
  selectedMinValue,
  selectedMaxValue,
});

const findFacet = (answer: ProductSearchAnswer, facetKey: string): Facet | undefined =>
  answer.facets.find((facet) => facet.facetKey === facetKey);
function countFacetOptions(answer: ProductSearchAnswer, facetKey: string): Record<string, number> {
  const facet = findFacet(answer, facetKey);
  return Object.fromEntries(
    facet && 'options' in facet ? facet.options.map(({ key, count }) => [key, count]) : [],
  );
}
const listProductKeys = (answer: ProductSearchAnswer) => answer.items.map(({ key }) => key);

describe('facets', () => {
  it('widen the list with each further value of one facet, and narrow it with each further facet', async () => {
    const all = (await find({ categoryId: 1 })).total;
    const pony = await find({ categoryId: 1, filters: [select('horse-type', 'pony')] });
    const both = await find({ categoryId: 1, filters: [select('horse-type', 'pony', 'hotblood')] });
    const narrow = await find({
      categoryId: 1,
      filters: [select('horse-type', 'pony', 'hotblood'), select('age-group', 'senior')],
    });
    expect(both.total).toBeGreaterThan(pony.total);
    expect(all).toBeGreaterThanOrEqual(both.total);
    expect(narrow.total).toBeLessThan(both.total);
    expect(narrow.total).toBeGreaterThan(0);
  });

  it('count for every value the results that choosing it would give', async () => {
    const filters = [select('horse-type', 'pony'), select('labour', 'light', 'average')];
    const answer = await find({ categoryId: 1, filters });
    for (const facet of answer.facets) {
      if (facet.discriminator !== 'multiSelect') continue;
      for (const option of facet.options) {
        const others = filters.filter(({ facetKey }) => facetKey !== facet.facetKey);
        const { total } = await find({
          categoryId: 1,
          filters: [...others, select(facet.facetKey, option.key)],
        });
        expect({ facet: facet.facetKey, option: option.key, total }).toEqual({
          facet: facet.facetKey,
          option: option.key,
          total: option.count,
        });
      }
    }
  });

  it('keep their own counts while several of their values are chosen', async () => {
    const before = countFacetOptions(await find({ categoryId: 1 }), 'horse-type');
    const after = countFacetOptions(
      await find({ categoryId: 1, filters: [select('horse-type', 'pony', 'sober')] }),
      'horse-type',
    );
    expect(after).toEqual(before);
  });

  it('offer the subcategories of the category as product groups, named in the language', async () => {
    const facet = findFacet(await find({ categoryId: 1 }, germanScope), 'product-group');
    expect(facet).toMatchObject({
      discriminator: 'multiSelect',
      options: expect.arrayContaining([expect.objectContaining({ key: 'muesli', title: 'Müsli' })]),
    });
    const answer = await find({ categoryId: 1, filters: [select('product-group', 'muesli', 'mash')] });
    const muesli = (await find({ categoryId: 11 })).total;
    const mash = (await find({ categoryId: 15 })).total;
    expect(answer.total).toBe(muesli + mash);
    expect(countFacetOptions(await find({}), 'product-group')).toMatchObject({ feed: expect.any(Number) });
  });

  it('have values named by the vocabulary, in its order', async () => {
    const facet = findFacet(await find({ categoryId: 1 }, germanScope), 'age-group');
    expect(facet && 'options' in facet && facet.options.map(({ key }) => key)).toEqual([
      'foal',
      'young',
      'adult',
      'senior',
    ]);
    expect(JSON.stringify(facet)).toContain('Fohlen');
  });

  it('limit starch and sugar, and exclude products without a value', async () => {
    const answer = await find({ filters: [createStarchSugarFilter(10)] });
    const { rows } = (await backend.database.execute(sql`
      select count(*)::int as count from product p join site_product s on s.product_id = p.product_id and s.site_id = 1
      where (p.analytical ->> 'starch')::numeric + (p.analytical ->> 'sugar')::numeric <= 10`)) as unknown as {
      rows: { count: number }[];
    };
    expect(answer.total).toBe(rows[0]?.count);
    expect(answer.total).toBeGreaterThan(0);
    expect(findFacet(answer, 'starch-sugar-max')).toEqual(findFacet(await find({}), 'starch-sugar-max'));
  });

  it('limit the price in euros incl. VAT of the site, including both limits', async () => {
    const cheapest = (await find({ categoryId: 11, sort: 'price' })).items[0]!;
    const euro = cheapest.price.amountInclVat / 100;
    const only = await find({ categoryId: 11, filters: [createPriceFilter(null, euro)] });
    expect(
      only.items.every(({ price: { amountInclVat } }) => amountInclVat <= cheapest.price.amountInclVat),
    ).toBe(true);
    expect(listProductKeys(only)).toContain(cheapest.key);
    expect((await find({ categoryId: 11, filters: [createPriceFilter(null, euro - 0.01)] })).total).toBe(0);
    const above = await find({ categoryId: 11, filters: [createPriceFilter(euro + 0.01, null)] });
    expect(listProductKeys(above)).not.toContain(cheapest.key);
    // The same product has another price with another VAT rate.
    const danish = (await find({ categoryId: 11, sort: 'price' }, danishScope)).items[0]!;
    expect(danish.price.amountInclVat).not.toBe(cheapest.price.amountInclVat);
    const { total } = await find(
      { categoryId: 11, filters: [createPriceFilter(null, danish.price.amountInclVat / 100)] },
      danishScope,
    );
    expect(total).toBeGreaterThan(0);
  });

  it('offer sale and new if some of the results have them', async () => {
    const sale = await find({ filters: [flag('sale')] });
    expect(sale.items.length).toBeGreaterThan(0);
    expect(sale.items.every(({ isSale }) => isSale)).toBe(true);
    const news = await find({ filters: [flag('new')] });
    expect(news.items.every(({ isNew }) => isNew)).toBe(true);
    expect(countFacetOptions(await find({}), 'sale')).toEqual({ yes: sale.total });
    expect(findFacet(sale, 'sale')).toBeDefined();
  });

  it('omit values that all results have, and keep chosen ones', async () => {
    const gifts = await find({ categoryId: 33 });
    expect(findFacet(gifts, 'starch-sugar-max')).toBeUndefined();
    const none = await find({ categoryId: 33, filters: [select('age-group', 'foal')] });
    expect(none.total).toBe(0);
    expect(countFacetOptions(none, 'age-group')).toEqual({ foal: 0 });
  });

  it('combine with a term and with each other', async () => {
    const answer = await find({
      term: 'muesli',
      filters: [
        select('horse-type', 'pony'),
        select('labour', 'light'),
        createStarchSugarFilter(30),
        createPriceFilter(5, 100),
      ],
    });
    expect(answer.total).toBeGreaterThan(0);
    expect(answer.total).toBeLessThan((await find({ term: 'muesli' })).total);
    expect(answer.items).toHaveLength(answer.total);
  });
});

describe('invalid filters', () => {
  it.each([
    ['an unknown value', [select('horse-type', 'unicorn')], 'filter.filters.0.selectedKeys.0', 'unknown'],
    [
      'an unknown product group',
      [select('product-group', 'feed')],
      'filter.filters.0.selectedKeys.0',
      'unknown',
    ],
    [
      'an unknown value among known ones',
      [select('age-group', 'foal', 'dead')],
      'filter.filters.0.selectedKeys.1',
      'unknown',
    ],
    [
      'a flag that is not true',
      [{ ...flag('sale'), selectedKey: 'no' }],
      'filter.filters.0.selectedKey',
      'unknown',
    ],
    ['a reversed range', [createPriceFilter(20, 10)], 'filter.filters.0.selectedMaxValue', 'reversed'],
    ['a duplicate facet', [flag('sale'), flag('sale')], 'filter.filters.1.facetKey', 'duplicate'],
    ['an unknown facet', [select('colour', 'red')], 'filter.filters.0.facetKey', 'enum'],
    ['a filter type of another facet', [flag('price')], 'filter.filters.0.facetKey', 'enum'],
  ])('with %s return 400 and the name of the field', async (_, filters, field, code) => {
    const { body } = await search({ categoryId: 1, filters }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field, code }] });
  });

  it.each([
    ['a value that is not a key', [select('horse-type', "pony' or 1=1 --")]],
    ['markup', [select('horse-type', '<script>')]],
    ['a NUL character', [select('horse-type', 'po\0ny')]],
    ['a price in another currency', [{ ...createPriceFilter(null, null), selectedMaxValue: '100 kr.' }]],
    ['a price below zero', [createPriceFilter(-1, null)]],
    ['more than 100 percent', [createStarchSugarFilter(101)]],
    ['no values', [{ ...select('horse-type'), selectedKeys: [] }]],
    ['31 values', [select('horse-type', ...Array.from({ length: 31 }, (_item, index) => `v${index}`))]],
  ])('with %s return 400', async (_, filters) => {
    const { body } = await search({ filters }).expect(400);
    expect(body).toMatchObject({
      status: 400,
      errors: [expect.objectContaining({ field: expect.any(String) })],
    });
    expect(backend.errors).toEqual([]);
  });

  it('a request can contain every field, and an omitted field is null', async () => {
    const send = (body: object) =>
      request(backend.app)
        .post('/api/products/search')
        .set({ siteid: '1', languageid: '4' })
        .send(body)
        .expect(200);
    const pageInfo = { page: 1, pageSize: 24, descending: false, sort: 'price' };
    const filters = [select('horse-type', 'pony')];
    const whole = await send({
      filter: { searchTerm: 'muesli', filters },
      pageInfo,
      landingpageId: null,
      adviceCategoryId: null,
    });
    const own = await find({ term: 'muesli', filters, sort: 'price' });
    expect(own.total).toBeGreaterThan(0);
    expect(listProductKeys(whole.body)).toEqual(listProductKeys(own));
    const all = await send({ filter: { filters: [] }, pageInfo });
    expect(all.body.total).toBe((await find({})).total);
  });

  it('a category of another site is treated as unknown', async () => {
    await search({ categoryId: 4 }, dutchScope).expect(200);
    await search({ categoryId: 4 }, britishScope).expect(404);
    await search({ categoryId: 1 }, corporate).expect(404);
    await search({ categoryId: 999 }).expect(404);
  });
});

describe('the listing rows', () => {
  it('have a planned price from its moment on, without a job', async () => {
    const item = (await find({ categoryId: 12, sort: 'price' })).items[0]!;
    const later = new Date(FIXTURE_NOW.getTime() + HOUR_MS);
    await backend.database.insert(price).values({
      siteId: 1,
      productVariantId: item.productVariantId,
      amountExclVat: 100_000,
      validFrom: later,
    });
    const filters = [createPriceFilter(1000, null)];
    expect((await find({ categoryId: 12, filters })).total).toBe(0);
    const then = await find({ categoryId: 12, filters, at: later.toISOString() });
    expect(listProductKeys(then)).toEqual([item.key]);
    expect(then.items[0]?.price.amountExclVat).toBe(100_000);
    const last = await find({ categoryId: 12, sort: 'price', descending: true, at: later.toISOString() });
    expect(last.items[0]?.key).toBe(item.key);
    await backend.database.delete(price).where(eq(price.validFrom, later));
    expect((await find({ categoryId: 12, filters, at: later.toISOString() })).total).toBe(0);
  });

  it('have the price of the response, on every site', async () => {
    for (const scope of [dutchScope, germanScope, danishScope, britishScope]) {
      const { items } = await find({}, scope);
      const { rows } = (await backend.database.execute(
        sql`select product_id as id, amount_incl_vat as amount from product_listing where site_id = ${scope.site}
          and valid_from <= ${FIXTURE_NOW.toISOString()}::timestamptz
          and (valid_until is null or valid_until > ${FIXTURE_NOW.toISOString()}::timestamptz)`,
      )) as unknown as { rows: { id: number; amount: number }[] };
      const amounts = new Map(rows.map(({ id, amount }) => [id, amount]));
      expect(amounts.size).toBe(items.length);
      for (const item of items) expect(amounts.get(item.productId)).toBe(item.price.amountInclVat);
    }
  });

  it('follow a rating immediately', async () => {
    const { items } = await find({ categoryId: 13 });
    const last = items.at(-1)!;
    // The sample reviews would change the result.
    await backend.database.delete(productRating);
    await backend.database
      .insert(productRating)
      .values({ productId: last.productId, ratingCount: 2, ratingSum: 10 })
      .onConflictDoUpdate({ target: productRating.productId, set: { ratingCount: 2, ratingSum: 10 } });
    expect((await find({ categoryId: 13, sort: 'rating' })).items[0]?.key).toBe(last.key);
    await backend.database.delete(productRating).where(eq(productRating.productId, last.productId));
    const after = await find({ categoryId: 13, sort: 'rating' });
    expect(after.items.find(({ key }) => key === last.key)?.rating).toBeNull();
  });
});

describe('search terms', () => {
  it.each([
    [englishScope, 'museli', 'muesli'],
    [englishScope, 'elektrolites', 'electrolytes'],
    [dutchScope, 'bieetenpulp', 'bietenpulp'],
    [germanScope, 'leinsaamen', 'leinsamen'],
    [danishScope, 'lucrene', 'lucerne'],
  ])(
    'with typing errors are corrected: %o %s finds %s, and the response says so',
    async (scope, typed, meant) => {
      const answer = await find({ term: typed }, scope);
      expect(answer.correctedTerm).toBe(meant);
      const correct = await find({ term: meant }, scope);
      expect(listProductKeys(answer)).toEqual(listProductKeys(correct));
      expect(correct.correctedTerm).toBeNull();
      expect(correct.total).toBeGreaterThan(0);
    },
  );

  it.each([
    [danishScope, 'raaprotein', 'råprotein'],
    [danishScope, 'foer', 'før'],
    [danishScope, 'maaltid', 'måltid'],
  ])('find %o %s as %s, if a keyboard lacks its letters', async (scope, typed, meant) => {
    const [answer, correct] = await Promise.all([find({ term: typed }, scope), find({ term: meant }, scope)]);
    expect(answer.total).toBeGreaterThan(0);
    expect([listProductKeys(answer), answer.correctedTerm]).toEqual([listProductKeys(correct), null]);
  });

  it('are not corrected if only the filters exclude all products', async () => {
    const filtered = await find({
      term: 'muesli',
      filters: [createPriceFilter(90_000, null), createStarchSugarFilter(0)],
    });
    expect(filtered).toMatchObject({ total: 0, correctedTerm: null });
  });

  it.each([
    [dutchScope, 'bix', 'brok'],
    [germanScope, 'pferdekekse', 'leckerli'],
    [englishScope, 'nuts', 'pellets'],
    [englishScope, 'flaxseed', 'linseed'],
    [danishScope, 'alfalfa', 'lucerne'],
    [{ site: 5, language: 5 }, 'pellet', 'pellettato'],
    [{ site: 6, language: 6 }, 'alfafa', 'luzerna'],
    [{ site: 7, language: 7 }, 'linaza', 'lino'],
    [{ site: 8, language: 8 }, 'betfor', 'betflingor'],
    [{ site: 9, language: 9 }, 'soolad', 'elektrolüüdid'],
  ])('have synonyms: %o %s finds what %s finds', async (scope, typed, meant) => {
    const answer = await find({ term: typed }, scope);
    const named = await find({ term: meant }, scope);
    expect(named.total).toBeGreaterThan(0);
    expect(listProductKeys(answer)).toEqual(expect.arrayContaining(listProductKeys(named).slice(0, 1)));
    expect(answer.correctedTerm).toBeNull();
  });

  it('have synonyms of two words', async () => {
    const { total } = await find({ term: 'coarse mix' });
    expect(total).toBeGreaterThanOrEqual((await find({ categoryId: 11 })).total);
  });

  it('find article numbers, their beginnings and EANs', async () => {
    for (const term of ['1010111', '10101', '9520001070075']) {
      expect((await find({ term })).items[0]?.key).toBe('prado-balance');
    }
  });

  it.each([
    "'; drop table product; --",
    "muesli' or '1'='1",
    '<script>alert(1)</script>',
    '<b>muesli</b>',
    '%',
    '_____',
    '\\',
    ':*',
    '!!!',
    '(((',
    '"unclosed',
    '-',
    'a & | b',
    '\u202emuesli',
    '🐴',
    'x'.repeat(200),
    'muesli '.repeat(28).trim(),
  ])('are literal text, whatever they contain: %p', async (term) => {
    await find({ term });
    await request(backend.app)
      .get('/api/products/suggestions')
      .query({ term })
      .set({ siteid: '1', languageid: '4' })
      .expect(200);
    expect(backend.errors).toEqual([]);
    expect((await find({})).total).toBeGreaterThan(50);
  });

  it.each([
    ['40 facets', Array.from({ length: 40 }, (_, place) => ({ keys: [`value-${place}`] }))],
    ['10,000 unknown values', [{ keys: Array.from({ length: 10_000 }, (_, place) => `v${place}`) }]],
    ['31 unknown values', [{ keys: Array.from({ length: 31 }, (_, place) => `v${place}`) }]],
  ])('with %s as filters are refused', async (_, facets) => {
    const { status } = await search({
      term: 'muesli',
      filters: facets.map(({ keys }) => ({
        discriminator: 'multiSelect',
        facetKey: 'horse-type',
        selectedKeys: keys,
      })),
    });
    expect([400, 413]).toContain(status);
    expect(backend.errors).toEqual([]);
  });

  it.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['a NUL character', 'mues\0li'],
  ])('with %s as a term are refused', async (_, term) => {
    const { body } = await search({ term }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'filter.searchTerm' }] });
    const suggested = await request(backend.app)
      .get('/api/products/suggestions')
      .query({ term })
      .set({ siteid: '1', languageid: '4' })
      .expect(400);
    expect(suggested.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'term' }] });
  });
});

describe('suggestions', () => {
  const suggest = (term: string, scope: SiteLanguage = englishScope) =>
    request(backend.app)
      .get('/api/products/suggestions')
      .query({ term })
      .set({ siteid: String(scope.site), languageid: String(scope.language) });

  it('contain products, categories and articles of the site in its language', async () => {
    const { body } = await suggest('feed').expect(200);
    expect(body.products).toHaveLength(5);
    expect(body.categories).toContainEqual({ title: 'Horse feed', url: expect.stringMatching(/^\/.+\/$/) });
    expect(body.articles.length).toBeGreaterThan(0);
    expect(body.articles.length).toBeLessThanOrEqual(3);
    const german = await suggest('Müs', germanScope).expect(200);
    expect(german.body.categories[0]).toEqual({ title: 'Müsli', url: expect.any(String) });
    expect(german.body.products[0].title).toMatch(/müsli/i);
  });

  it('have existing pictures, prices and addresses', async () => {
    const { body } = await suggest('prado').expect(200);
    for (const { productVariantId, url, amountInclVat } of body.products) {
      const { body: route } = await request(backend.app)
        .get('/api/routing/getbyurl')
        .query({ url })
        .set({ siteid: '1', languageid: '4' })
        .expect(200);
      expect(route).toMatchObject({ kind: 'productDetail', productVariantId });
      const { body: product } = await request(backend.app)
        .get(`/api/products/${productVariantId}`)
        .set({ siteid: '1', languageid: '4' });
      const shown = product.variants.find((variant: { isDefault: boolean }) => variant.isDefault);
      expect(amountInclVat).toBe(shown.price.amountInclVat);
    }
  });

  it('correct a typing error', async () => {
    const { body } = await suggest('museli').expect(200);
    expect(body.correctedTerm).toBe('muesli');
    expect(body.products.length).toBeGreaterThan(0);
  });

  it('contain no test on a site without tests, and nothing on the corporate site', async () => {
    const { body: known } = await suggest('roughage scan', englishScope).expect(200);
    const { body: quick } = await suggest('quick scan', englishScope).expect(200);
    expect([...known.products, ...quick.products, ...quick.categories].length).toBeGreaterThan(0);
    const { body } = await suggest('quick scan', britishScope).expect(200);
    expect(body.categories).toEqual([]);
    expect(JSON.stringify(body.products)).not.toMatch(/scan/i);
    await suggest('feed', corporate).expect(404);
  });

  it('contain no article before its publication day', async () => {
    const listArticles = async (instant: string) =>
      (
        await suggest('hay harvest', englishScope)
          .set({ cookie: createScopePreviewCookie(englishScope, instant) })
          .expect(200)
      ).body.articles.map(({ title }: { title: string }) => title);
    // Midnight in Amsterdam, the time zone of the shop.
    expect(await listArticles('2026-08-23T22:00:00Z')).toContain('First look at the hay harvest');
    expect(await listArticles('2026-08-23T21:59:59Z')).not.toContain('First look at the hay harvest');
  });

  it('require the parameter of the term', async () => {
    const { body } = await request(backend.app)
      .get('/api/products/suggestions')
      .set({ siteid: '1', languageid: '4' })
      .expect(400);
    expect(body).toMatchObject({ code: 'parameter_missing', errors: [{ field: 'term' }] });
  });

  it.each(['', '   '])('for an empty field (%p) are popular terms, each with results', async (term) => {
    const { body } = await suggest(term).expect(200);
    expect(body).toMatchObject({ correctedTerm: null, products: [], categories: [], articles: [] });
    expect(body.terms.length).toBeGreaterThan(2);
    for (const popular of body.terms) expect((await find({ term: popular })).total).toBeGreaterThan(0);
  });

  it('contain a term once, in any spelling', async () => {
    const { body } = await suggest('mues').expect(200);
    const plain = body.terms.map((term: string) => term.toLowerCase());
    expect(plain).toContain('muesli');
    expect(new Set(plain).size).toBe(plain.length);
  });
});

describe('landing pages', () => {
  const get = (path: string, scope: SiteLanguage = englishScope) =>
    request(backend.app)
      .get(path)
      .set({ siteid: String(scope.site), languageid: String(scope.language) });

  it('list the products of one facet value, with their own title and text', async () => {
    const answer = await find({ landingpageId: 301 });
    expect(answer.landingPage).toMatchObject({
      landingpageId: 301,
      key: 'for-ponies',
      title: 'Feed for ponies',
    });
    expect(answer.category).toBeNull();
    expect(listProductKeys(answer).sort()).toEqual(
      listProductKeys(await find({ filters: [select('horse-type', 'pony')] })).sort(),
    );
  });

  it('accept filters as every list does', async () => {
    const all = await find({ landingpageId: 306 });
    const some = await find({ landingpageId: 306, filters: [select('age-group', 'foal')] });
    expect(some.total).toBeLessThan(all.total);
    expect(countFacetOptions(all, 'age-group').foal).toBe(some.total);
  });

  it.each([
    [dutchScope, '/voer-voor-ponys/'],
    [germanScope, '/futter-fuer-ponys/'],
    [danishScope, '/foder-til-ponyer/'],
    [{ site: 9, language: 9 }, '/soot-ponidele/'],
  ])('have their own address, in the menu and in the sitemap: %o %s', async (scope, url) => {
    const { body: route } = await get(`/api/routing/getbyurl?url=${url}`, scope).expect(200);
    expect(route).toMatchObject({ kind: 'productSearch', searchType: 'landingpage', landingpageId: 301 });
    expect(route.alternates).toHaveLength(21);
    const { body: menu } = await get(`/api/navigations/${scope.site}1`, scope).expect(200);
    expect(JSON.stringify(menu)).toContain(`"route":"${url}"`);
    const { body: resolved } = await request(backend.app)
      .post('/api/routing/geturl')
      .set({ siteid: String(scope.site), languageid: String(scope.language) })
      .send({ kind: 'productSearch', landingpageId: 301 })
      .expect(200);
    expect(resolved.url).toMatch(new RegExp(`${url}$`));
  });

  it('exist six times in every shop, each with products, and not on the corporate site', async () => {
    for (const scope of [dutchScope, germanScope, danishScope, britishScope]) {
      for (const id of [301, 302, 303, 304, 305, 306]) {
        expect((await find({ landingpageId: id }, scope)).total).toBeGreaterThan(0);
      }
    }
    await search({ landingpageId: 301 }, corporate).expect(404);
    await search({ landingpageId: 399 }).expect(404);
    await get('/api/routing/getbyurl?url=/feed-for-ponies/', corporate).expect(404);
  });

  it('are no content pages', async () => {
    await get('/api/content/301').expect(404);
  });
});

describe('advice themes', () => {
  it('can be searched', async () => {
    const { total, landingPage } = await find({ adviceCategoryId: 402 });
    const ofTheme = select('application', 'condition', 'laminitis-prone', 'weight-control');
    expect(total).toBe((await find({ filters: [ofTheme] })).total);
    expect(landingPage).toBeNull();
    const balance = await find({ adviceCategoryId: 401 });
    expect(balance.total).toBe(
      (await find({ categoryId: 14 })).total + (await find({ categoryId: 21 })).total,
    );
  });

  it('about tests exist only on sites with tests', async () => {
    await search({ adviceCategoryId: 403 }, dutchScope).expect(200);
    await search({ adviceCategoryId: 403 }, britishScope).expect(404);
    await search({ adviceCategoryId: 401 }, corporate).expect(404);
  });

  it.each([
    ['an article', 1],
    ['a category of the blog', 405],
    ['a landing page', 301],
    ['nothing', 999],
  ])('are those of advice categories, not of %s', async (_what, adviceCategoryId) => {
    await search({ adviceCategoryId }).expect(404);
  });

  it('cannot be combined with another scope', async () => {
    const { body } = await search({ categoryId: 1, adviceCategoryId: 402 }).expect(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'adviceCategoryId', code: 'one_scope' }],
    });
  });
});
