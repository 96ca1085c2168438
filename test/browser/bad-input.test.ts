import { describe, expect, it } from '@jest/globals';
import { readSampleTexts } from './sample-texts.ts';
import { fetchFromShop } from './shop-client.ts';

const dutchHost = 'havero-nl.localhost';
const englishHost = 'havero-en.localhost';
const danishHost = 'havero-dk.localhost';
const swedishHost = 'havero-se.localhost';
const [nl, en, da, sv] = [
  readSampleTexts('nl'),
  readSampleTexts('en'),
  readSampleTexts('da'),
  readSampleTexts('sv'),
];
const feed = `/${nl.categories.feed!.urlSlug}/`;
const product = `/${nl.products['prado-balance']!.urlSlug}/`;

const script = '<script>alert(1)</script>';
const namedAttacks: readonly (readonly [name: string, value: string])[] = [
  ['SQL', "'; drop table product; --"],
  ['HTML', `"'>${script}`],
  ['a NUL character', 'a\0b'],
  ['1,500 characters', 'x'.repeat(1500)],
];
/** Every query parameter of a page; a search accepts any text. */
const parameters: readonly (readonly [path: string, name: string])[] = [
  ...[
    'age-group',
    'application',
    'horse-type',
    'ingredient',
    'labour',
    'package',
    'product-group',
    'weight-class',
    'new',
    'sale',
    'starch-sugar-max',
    'price-min',
    'price-max',
    'p',
    'ps',
    'sort',
  ].map((name) => [feed, name] as const),
  [product, 'p'],
  [product, 'sort'],
  [product, 'languages'],
  ['/vergelijken/', 'ids'],
];

describe('query parameters of a page', () => {
  it.each(parameters)(
    '%s?%s= redirects to the list without it, or returns 404, for an invalid value',
    async (path, name) => {
      for (const [attack, value] of namedAttacks) {
        const { status, body } = await fetchFromShop(
          dutchHost,
          `${path}?${name}=${encodeURIComponent(value)}`,
        );
        // Fields of the filter form are read leniently. A page number is no such field: an invalid one
        // returns 404.
        const isFilterField = path === feed && name !== 'p';
        expect([attack, status]).toEqual([attack, isFilterField ? 303 : 404]);
        expect(body).not.toContain(script);
      }
    },
  );

  it.each(namedAttacks)('searches for unusual input as literal text: %s', async (_attack, value) => {
    const { status, body } = await fetchFromShop(dutchHost, `/zoeken/?q=${encodeURIComponent(value)}`);
    expect(status).toBe(200);
    expect(body).not.toContain(script);
    expect(body).not.toContain('\0');
  });

  it('cuts a search to the 200 characters that are used and shown', async () => {
    const { status, body } = await fetchFromShop(dutchHost, `/zoeken/?q=${'x'.repeat(10_000)}`);
    expect(status).toBe(200);
    expect(/<h1[^>]*>[^<x]*(x+)/.exec(body)?.[1]).toHaveLength(200);
    for (const [, typed] of body.matchAll(/<input[^>]*name="q"[^>]*value="([^"]*)"/g)) {
      expect(typed).toHaveLength(200);
    }
    // The rest is neither in a link to another shop nor in the state.
    expect(body).not.toContain('x'.repeat(201));
  });

  it('ignores an unknown parameter, and does not repeat its value', async () => {
    const { status, body } = await fetchFromShop(dutchHost, `${feed}?colour=zzmarkerzz`);
    expect(status).toBe(200);
    expect(body).not.toContain('zzmarkerzz');
  });

  it.each([
    ['30 ids', Array.from({ length: 30 }, (_, index) => 101 + index).join(',')],
    ['five ids', '101,102,103,104,105'],
  ])('returns no comparison for %s', async (_what, ids) => {
    expect((await fetchFromShop(dutchHost, `/vergelijken/?ids=${ids}`)).status).toBe(404);
  });

  it('shows an empty comparison if none of its products is sold here', async () => {
    const { status, body } = await fetchFromShop(dutchHost, '/vergelijken/?ids=999998,999999');
    expect(status).toBe(200);
    expect(body).toContain('2 producten worden in deze winkel niet verkocht.');
    expect(body).toContain('noindex');
  });
});

describe('a product of another site', () => {
  const test = 'rqs-basic';

  it('has a page on its own site, and returns 404 here', async () => {
    expect((await fetchFromShop(dutchHost, `/${nl.products[test]!.urlSlug}/`)).status).toBe(200);
    expect((await fetchFromShop(englishHost, `/${en.products[test]!.urlSlug}/`)).status).toBe(404);
  });

  it('cannot be requested by id through the API of this host either', async () => {
    const { body } = await fetchFromShop(
      dutchHost,
      `/api/routing/getbyurl?url=/${nl.products[test]!.urlSlug}/`,
    );
    const { productVariantId } = JSON.parse(body);
    expect((await fetchFromShop(dutchHost, `/api/products/${productVariantId}`)).status).toBe(200);
    const refused = await fetchFromShop(englishHost, `/api/products/${productVariantId}`);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([404, 'not_found']);
  });
});

describe.each([
  ['Danish', danishHost, da],
  ['Swedish', swedishHost, sv],
] as const)(
  'a price filter in a URL of the %s shop, which shows crowns next to euros',
  (_name, host, texts) => {
    const category = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;
    const countCards = async (query: string) => {
      const { body } = await fetchFromShop(host, category + query);
      return new Set(body.match(/data-compare="\d+"/g)).size;
    };

    it('is in euros, as its field and its chip show', async () => {
      const { status, body } = await fetchFromShop(host, `${category}?price-max=25`);
      expect(status).toBe(200);
      const field = /<input[^>]*name="price-max"[^>]*>.*?<\/span>/s.exec(body)?.[0] ?? '';
      expect(field).toContain('€');
      expect(field).toContain('value="25"');
      expect(body).toMatch(/25,00\s€/);
    });

    it('filters by the price in euros, not in crowns', async () => {
      const all = await countCards('');
      expect(all).toBeGreaterThan(3);
      // Every pack costs between 5 and 50 euro: 50 crowns would buy none of them, and all cost more than 60
      // crowns.
      expect(await countCards('?price-max=50')).toBe(all);
      expect(await countCards('?price-min=60')).toBe(0);
    });

    it.each(['100kr', '100 kr.', 'kr100', 'DKK100', '100,50', '€10', '1e2'])(
      'redirects from %s to its valid form in euros',
      async (value) => {
        const { status } = await fetchFromShop(host, `${category}?price-max=${encodeURIComponent(value)}`);
        expect(status).toBe(303);
      },
    );
  },
);
