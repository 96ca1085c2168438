import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import request from 'supertest';
import { findDealer, findParcelShop } from '../../server/backend/content/locations/queries.ts';
import {
  contentPage,
  contentPageTranslation,
  dealer,
  parcelShop,
} from '../../server/backend/schema/schema.ts';
import { getStaticRouteOfSegment } from '../../shared/rules/localised-segments.ts';
import { listPageParameters } from '../../shared/rules/page-query.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../fixtures/previews.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend.close());

/** Two sites, each in two of its languages. */
const siteLanguages = [
  {
    site: 1,
    language: 1,
    domain: 'havero-nl.localhost',
    brand: 'Havero',
    home: 'http://havero-nl.localhost:3000/',
  },
  {
    site: 1,
    language: 4,
    domain: 'en.havero-nl.localhost',
    brand: 'Havero',
    home: 'http://en.havero-nl.localhost:3000/',
  },
  {
    site: 10,
    language: 2,
    domain: 'hafero-de.localhost',
    brand: 'Hafero',
    home: 'http://hafero-de.localhost:3000/',
  },
  {
    site: 10,
    language: 3,
    domain: 'da.hafero-de.localhost',
    brand: 'Hafero',
    home: 'http://da.hafero-de.localhost:3000/',
  },
] as const;

type SiteLanguage = { readonly site: number; readonly language: number };
const nl: SiteLanguage = { site: 1, language: 1 };
const de: SiteLanguage = { site: 10, language: 2 };
const corporate: SiteLanguage = { site: 12, language: 4 };
const britishScope: SiteLanguage = { site: 4, language: 4 };

const createScopePreviewCookie = ({ site, language }: SiteLanguage, instant: string) =>
  createPreviewCookie({ siteId: site, languageId: language }, instant);
const createScopeHeaders = ({ site, language }: SiteLanguage) => ({
  siteid: String(site),
  languageid: String(language),
});
const get = (path: string, scope: SiteLanguage = nl) =>
  request(backend.app).get(path).set(createScopeHeaders(scope));
const post = (path: string, body: object, scope: SiteLanguage = nl) =>
  request(backend.app).post(path).set(createScopeHeaders(scope)).send(body);

interface SearchOptions {
  term?: string;
  categoryId?: number;
  page?: number;
  pageSize?: number;
  sort?: string;
  descending?: boolean;
}
const search = (options: SearchOptions, scope: SiteLanguage = nl) =>
  post(
    '/api/products/search',
    {
      filter: { searchTerm: options.term ?? null, categoryId: options.categoryId ?? null, filters: [] },
      pageInfo: {
        page: options.page ?? 1,
        pageSize: options.pageSize ?? 24,
        descending: options.descending ?? false,
        sort: options.sort ?? (options.term === undefined ? 'popularity' : 'relevance'),
      },
      landingpageId: null,
      adviceCategoryId: null,
    },
    scope,
  );

describe.each(siteLanguages)('on site $site in language $language', (scope) => {
  it.each([
    '/api/countries/localizedname',
    '/api/countries/2/localizedname',
    '/api/routing/getbyurl?url=/',
    '/api/routing/sitemap',
    '/api/routing/sitemap/pages/1',
    '/api/routing/sitemap/articles/1',
    '/api/routing/sitemap/pages/2',
    '/api/content/getbypath?path=/',
    '/api/content/101',
    '/api/content/1',
    '/api/content/121',
    '/api/media',
    '/api/media/9',
    '/api/advice',
    '/api/advice?categoryId=401',
    '/api/advice/1',
    '/api/advice/401',
    '/api/advice/408',
    '/api/blog',
    '/api/blog?categoryId=405',
    '/api/blog/6',
    '/api/blog/404',
    '/api/faq/11',
    '/api/partners',
    '/api/partners/14',
    '/api/vacancies',
    `/api/navigations/${scope.site}1`,
    `/api/footers/${scope.site}2`,
    `/api/usps/${scope.site}3`,
    `/api/usps/${scope.site}4`,
    `/api/notifications/${scope.site}5`,
    '/api/products/1001',
    '/api/products?ids=101,102',
    '/api/products/1001/related',
    `/api/parcelshops?zipcode=${scope.site === 1 ? '7311%20KZ' : '48149'}`,
    '/api/dealers',
  ])('GET %s returns the response of the contract', async (path) => {
    const answer = await get(path, scope);
    expect({ status: answer.status, body: answer.body, errors: backend.errors }).toMatchObject({
      status: 200,
      errors: [],
    });
  });

  it('is found by its host, whatever the port and the case', async () => {
    for (const domain of [scope.domain, `${scope.domain.toUpperCase()}:3000`]) {
      const { body } = await request(backend.app).get('/api/sites/getbydomain').query({ domain }).expect(200);
      expect(body).toMatchObject({ siteId: scope.site, languageId: scope.language });
    }
  });

  it('has no placeholder and no other brand in its texts', async () => {
    const pages = await Promise.all(
      [
        '/api/content/101',
        '/api/content/103',
        `/api/footers/${scope.site}2`,
        `/api/usps/${scope.site}3`,
        '/api/products/1001',
      ].map((path) => get(path, scope).expect(200)),
    );
    const text = pages.map((page) => JSON.stringify(page.body)).join('\n');
    expect(text).not.toMatch(/\{(brand|country|phone|email|freeShippingFrom|deliveryDays)\}/);
    expect(text).toContain(scope.brand);
    expect(text).not.toContain(scope.brand === 'Havero' ? 'Hafero' : 'Havero');
  });

  it('has a sitemap whose addresses (every fifth is checked) resolve to pages', async () => {
    const { body: files } = await get('/api/routing/sitemap', scope).expect(200);
    const paths: string[] = [];
    for (const { section, page } of files) {
      const { body } = await get(`/api/routing/sitemap/${section}/${page}`, scope).expect(200);
      paths.push(...body.map((entry: { path: string }) => entry.path));
    }
    expect(paths).toContain('/');
    expect(paths).toContain('/media/');
    expect(new Set(paths).size).toBe(paths.length);
    const routes = paths.filter(
      // Static routes of the web are no routes of the content.
      (path) => path !== '/media/' && !getStaticRouteOfSegment(path.split('/')[1] ?? ''),
    );
    for (const path of routes.filter((_, index) => index % 5 === 0)) {
      const route = await get('/api/routing/getbyurl', scope)
        .query({ url: decodeURI(path) })
        .expect(200);
      expect(route.body.kind).not.toBe('redirect');
    }
  });

  it('lists itself among the alternates of its pages, with an absolute URL', async () => {
    const { body } = await get('/api/routing/getbyurl?url=/', scope).expect(200);
    expect(body.alternates).toContainEqual({
      siteId: scope.site,
      languageId: scope.language,
      url: scope.home,
    });
  });

  it('has menu and footer links to existing pages', async () => {
    const menu = await get(`/api/navigations/${scope.site}1`, scope).expect(200);
    const footer = await get(`/api/footers/${scope.site}2`, scope).expect(200);
    const routes = [...JSON.stringify([menu.body, footer.body]).matchAll(/"route":"([^"]+)"/g)].map(
      ([, r]) => r!,
    );
    expect(routes.length).toBeGreaterThan(20);
    for (const url of new Set(routes)) {
      // Static routes have fixed paths, which are no routes of the content.
      if (url !== '/media/' && getStaticRouteOfSegment(decodeURI(url).split('/')[1] ?? '') === undefined)
        await get('/api/routing/getbyurl', scope)
          .query({ url: decodeURI(url) })
          .expect(200);
    }
  });
});

describe('sites', () => {
  it('lists twelve sites, and returns each as in the list', async () => {
    const { body } = await request(backend.app).get('/api/sites').expect(200);
    expect(body).toHaveLength(12);
    for (const site of body) {
      const one = await request(backend.app).get(`/api/Sites/${site.siteId}`).expect(200);
      expect(one.body).toEqual(site);
    }
  });

  it('returns customer service, dealers and the currency in the language of the host', async () => {
    const fetchSiteOf = async (domain: string) => {
      const { body } = await request(backend.app).get('/api/sites/getbydomain').query({ domain }).expect(200);
      return body;
    };
    const danish = await fetchSiteOf('havero-dk.localhost');
    expect(danish).toMatchObject({
      customerServiceTitle: 'Tal med os',
      customerServiceTextBottom: 'Send en e-mail uden for åbningstiden, så får du svar næste hverdag.',
      customerServicePhoneLink: { title: '+45 70 00 00 10', route: 'tel:+4570000010' },
      dealerPageTitle: 'Forhandlere af Havero',
      paymentProviderConfigurationId: 'havero',
    });
    const links = [
      [danish.customerServiceLink, 'customer-service'],
      [danish.currencyConversionDisclaimerLink, 'payment'],
      [danish.becomeDealerLink, 'become-a-dealer'],
    ] as const;
    for (const [link, key] of links) {
      expect(link).toMatchObject({ key, title: expect.stringMatching(/^[^{}]+$/) });
      await get('/api/routing/getbyurl', { site: 3, language: 3 })
        .query({ url: decodeURI(link.route) })
        .expect(200);
    }
    expect((await fetchSiteOf('hafero-de.localhost')).dealerPageTitle).toBe('Händler von Hafero');
    const english = await fetchSiteOf('en.havero-nl.localhost');
    expect(english.currencyConversionDisclaimerLink).toBeNull();
    expect(english.customerServiceTitle).toBe('Talk to us');
    // The corporate site takes no payments.
    const group = await fetchSiteOf('havero-corporate.localhost');
    expect(group.paymentProviderConfigurationId).toBeNull();
  });

  it('maps plain localhost to the Dutch shop', async () => {
    const { body } = await request(backend.app).get('/api/sites/getbydomain?domain=localhost').expect(200);
    expect(body).toMatchObject({ siteId: 1, languageId: 1 });
  });

  it('returns 404 for other hosts', async () => {
    const { body } = await request(backend.app).get('/api/sites/getbydomain?domain=evil.example').expect(404);
    expect(body.code).toBe('not_found');
  });

  it('returns the amounts of the settings in cents', async () => {
    const { body } = await request(backend.app).get('/api/sites/1/settings').expect(200);
    expect(body).toMatchObject({
      freeShippingFromInclVat: 6000,
      shippingMethods: [
        { shippingMethod: 0, priceInclVat: 695 },
        { shippingMethod: 1, priceInclVat: 495 },
      ],
      unitPriceBases: ['kg', 'litre', 'piece', '100g', '100ml'],
    });
  });

  it('returns real domains if SITE_DOMAINS sets them', async () => {
    const real = await openBackendFixture({
      siteDomains: new Map([['havero-nl.localhost', 'www.havero-nl.example']]),
    });
    try {
      await request(real.app).get('/api/sites/getbydomain?domain=havero-nl.localhost').expect(404);
      // Plain localhost is an alias for development domains only.
      await request(real.app).get('/api/sites/getbydomain?domain=localhost').expect(404);
      await request(real.app).get('/api/sites/getbydomain?domain=www.havero-nl.example').expect(200);
      const { body } = await request(real.app)
        .get('/api/routing/getbyurl?url=/')
        .set(createScopeHeaders(nl))
        .expect(200);
      expect(body.alternates[0]).toEqual({ siteId: 1, languageId: 1, url: 'https://www.havero-nl.example/' });
    } finally {
      await real.close();
    }
  });
});

describe('localization check', () => {
  const check = (url: string, countryCode: string) =>
    request(backend.app).post('/api/Sites').query({ url, countryCode });

  it.each([
    // The same page, in the language of the visitor if the other shop has it.
    ['http://havero-nl.localhost:3000/', 'DE', 'http://nl.hafero-de.localhost:3000/', []],
    ['http://en.havero-nl.localhost:3000/', 'DE', 'http://hafero-de.localhost:3000/', []],
    [
      'http://havero-nl.localhost/zoeken/?q=haver',
      'de',
      'http://nl.hafero-de.localhost:3000/zoeken/',
      listPageParameters('search'),
    ],
    [
      'http://en.havero-nl.localhost/search/',
      'SE',
      'http://en.havero-se.localhost:3000/search/',
      listPageParameters('search'),
    ],
    [
      'http://havero-nl.localhost/paardenvoer/',
      'BE',
      'http://havero-be.localhost:3000/paardenvoer/',
      listPageParameters('list'),
    ],
    [
      'http://havero-nl.localhost/vergelijken/?ids=101,102',
      'DE',
      'http://nl.hafero-de.localhost:3000/vergelijken/',
      ['ids'],
    ],
    [
      'http://en.havero-nl.localhost/prado-balance-muesli/',
      'GB',
      'http://havero-en.localhost:3000/prado-balance-muesli/',
      ['languages', 'p', 'sort'],
    ],
    ['http://havero-nl.localhost/media/', 'SE', 'http://havero-se.localhost:3000/media/', []],
    // A page that exists in no other shop: its home page.
    ['http://havero-nl.localhost/no-such-page/', 'SE', 'http://havero-se.localhost:3000/', []],
    // No redirect: the right shop already; no shop of that country; the corporate site is for all countries.
    ['http://hafero-de.localhost/', 'DE', null, []],
    ['http://hafero-de.localhost/', 'US', null, []],
    ['http://havero-corporate.localhost/', 'DE', null, []],
  ])('redirects a visitor of %s from %s to %p', async (url, country, redirectUrl, parameters) => {
    const { body } = await check(url, country).expect(200);
    expect(body).toEqual({ redirectUrl, availableQueryParameters: parameters });
  });

  it.each([
    'http://evil.example/',
    '/relative/',
    'javascript:alert(1)',
    'http://havero-nl.localhost.evil.example/',
  ])('refuses %s, which is not a host of the shop', async (url) => {
    const { body } = await check(url, 'DE').expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'url' }] });
  });

  it('refuses an invalid country code', async () => {
    await check('http://hafero-de.localhost/', 'Germany').expect(400);
  });
});

describe('the language header', () => {
  it.each([
    ['esp', 'es'],
    ['se', 'sv'],
  ])('accepts a language code, or the older code %s', async (older, code) => {
    const { body: languages } = await request(backend.app).get('/api/language').expect(200);
    const { languageId } = languages.find((language: { code: string }) => language.code === code);
    const ask = (value: string) =>
      request(backend.app).get('/api/countries/localizedname').set({ siteid: '1', languageid: value });
    const { body: byId } = await ask(String(languageId)).expect(200);
    for (const value of [code, older, older.toUpperCase()]) {
      const { body } = await ask(value).expect(200);
      expect(body).toEqual(byId);
    }
    await ask('xx').expect(400);
  });
});

describe('languages and countries', () => {
  it('include the aliases esp and se', async () => {
    const { body } = await request(backend.app).get('/api/language').expect(200);
    expect(body).toHaveLength(9);
    expect((await request(backend.app).get('/api/language/7')).body).toMatchObject({
      code: 'es',
      aliases: ['esp'],
    });
    expect((await request(backend.app).get('/api/language/8')).body).toMatchObject({
      code: 'sv',
      aliases: ['se'],
    });
    await request(backend.app).get('/api/language/77').expect(404);
  });

  it('are named in the language of the header, even if the site does not have it', async () => {
    expect((await get('/api/countries/2/localizedname')).body.localizedName).toBe('Duitsland');
    expect((await get('/api/countries/2/localizedname', { site: 1, language: 2 })).body.localizedName).toBe(
      'Deutschland',
    );
    expect((await request(backend.app).get('/api/countries/2')).body).toEqual({
      countryId: 2,
      name: 'Germany',
      regionCode: 'DE',
      deliveryTimeDays: '1-2',
      formRules: expect.objectContaining({ phonePrefix: '+49', postcodePattern: '^\\d{5}$' }),
    });
  });

  it('are sorted by name with the collation of the language', async () => {
    const { body } = await get('/api/countries/localizedname', { site: 3, language: 3 }).expect(200);
    const names = body.map(({ localizedName }: { localizedName: string }) => localizedName);
    expect(names).toEqual([...names].sort(new Intl.Collator('da-DK').compare));
    // In Danish, Østrig comes after Z; by bytes or in German it would come before P.
    expect(names.at(-1)).toBe('Østrig');
  });
});

describe('routing', () => {
  it.each([
    ['/paardenvoer/muesli/', { kind: 'productSearch', searchType: 'category', categoryId: 11 }],
    ['/paardenvoer/muesli', { kind: 'productSearch', categoryId: 11 }],
    [
      '/prado-balans-muesli/',
      { kind: 'productDetail', productId: 101, productVariantId: 1001, omitArticleCode: true },
    ],
    ['/klantenservice/', { kind: 'contentPage', contentPageId: 102 }],
    ['/media/10/nieuwe-voerzak-van-papier/', { kind: 'newsItem', contentPageId: 10 }],
    ['/media/10/', { kind: 'redirect', url: '/media/10/nieuwe-voerzak-van-papier/', permanent: true }],
    ['/Prado-Balans-Muesli/', { kind: 'redirect', url: '/prado-balans-muesli/', permanent: true }],
    ['/HOME/', { kind: 'redirect', url: '/', permanent: true }],
    [
      '/media/nieuwe-voerzak-van-papier/',
      { kind: 'redirect', url: '/media/10/nieuwe-voerzak-van-papier/', permanent: true },
    ],
    ['/MEDIA/10/', { kind: 'redirect', url: '/media/10/nieuwe-voerzak-van-papier/', permanent: true }],
    ['/media/10/wrong/', { kind: 'redirect', url: '/media/10/nieuwe-voerzak-van-papier/', permanent: true }],
  ])('resolves %s to %o', async (url, expected) => {
    const { body } = await get('/api/routing/getbyurl').query({ url }).expect(200);
    expect(body).toMatchObject({ ...expected, siteId: 1, languageId: 1 });
  });

  it('returns a page only from its publication day on', async () => {
    const at = (instant: string, path: string) =>
      request(backend.app)
        .get(path)
        .set({ ...createScopeHeaders(nl), cookie: createScopePreviewCookie(nl, instant) });
    // Midnight in Amsterdam, the time zone of the shop.
    const [before, after] = ['2026-10-05T21:59:59Z', '2026-10-05T22:00:00Z'];
    const { body: item } = await at(after, '/api/media/10').expect(200);
    expect(item.publishedOn).toBe('2026-10-06');
    await at(before, '/api/media/10').expect(404);
    for (const path of [
      '/media/10/nieuwe-voerzak-van-papier/',
      '/media/10/',
      '/media/nieuwe-voerzak-van-papier/',
    ]) {
      await at(after, `/api/routing/getbyurl?url=${path}`).expect(200);
      await at(before, `/api/routing/getbyurl?url=${path}`).expect(404);
    }
    const resolve = (instant: string) =>
      request(backend.app)
        .post('/api/routing/geturl')
        .set({ ...createScopeHeaders(nl), cookie: createScopePreviewCookie(nl, instant) })
        .send({ kind: 'newsItem', contentPageId: 10 });
    await resolve(after).expect(200);
    await resolve(before).expect(404);
    const listed = async (instant: string) =>
      (await at(instant, '/api/media').expect(200)).body.map(
        (entry: { contentPageId: number }) => entry.contentPageId,
      );
    expect(await listed(after)).toContain(10);
    expect(await listed(before)).not.toContain(10);
  });

  it.each([
    '/nope/',
    '/media/nope/',
    '/media/4711/',
    '/media/101/home/',
    '/pferdefutter/',
    "/'; drop table route; --/",
  ])('returns 404 for %s', async (url) => {
    const { body } = await get('/api/routing/getbyurl').query({ url }).expect(404);
    expect(body.code).toBe('not_found');
  });

  it('separates the alternates of the shops from those of the corporate site', async () => {
    const shop = await get('/api/routing/getbyurl?url=/').expect(200);
    const group = await get('/api/routing/getbyurl?url=/', corporate).expect(200);
    const sitesOf = (body: { alternates: { siteId: number }[] }) =>
      new Set(body.alternates.map(({ siteId }) => siteId));
    expect([...sitesOf(shop.body)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect([...sitesOf(group.body)]).toEqual([12]);
  });

  it('lists alternates of a page only for sites that have it', async () => {
    const { body } = await get('/api/routing/geturl').expect(405);
    expect(body.code).toBe('method_not_allowed');
    const url = await post('/api/routing/geturl', { kind: 'productSearch', categoryId: 4 }).expect(200);
    const route = await get('/api/routing/getbyurl')
      .query({ url: new URL(url.body.url).pathname })
      .expect(200);
    const sites = new Set(route.body.alternates.map(({ siteId }: { siteId: number }) => siteId));
    expect([...sites]).toEqual([1, 2, 3, 10, 11]);
  });

  it('resolves roughage test results below the page about them, only on sites with tests', async () => {
    const key = 'Ab3-_6789012345678901Z';
    const page = await post('/api/routing/geturl', { kind: 'contentPage', contentPageId: 116 }).expect(200);
    const at = `${new URL(page.body.url).pathname}rqs/${key}/`;
    const { body } = await get('/api/routing/getbyurl').query({ url: at }).expect(200);
    expect(body).toMatchObject({ kind: 'rqsResult', key, siteId: 1, languageId: 1 });
    const sites = new Set(body.alternates.map(({ siteId }: { siteId: number }) => siteId));
    expect([...sites]).toEqual([1, 2, 3, 10, 11]);
    for (const { url } of body.alternates) expect(new URL(url).pathname).toMatch(`/rqs/${key}/`);
    const german = { kind: 'qsResult', key, siteId: 10, languageId: 2 };
    const { url } = (await post('/api/routing/geturl', german).expect(200)).body;
    expect(url).toMatch(new RegExp(`^http://hafero-de\\.localhost:3000/[a-z-]+/qs/${key}/$`));
    await post('/api/routing/geturl', { kind: 'rqsResult', key, siteId: 4, languageId: 4 }).expect(404);
    await post('/api/routing/geturl', { kind: 'rqsResult', key: 'short' }).expect(400);
    await post('/api/routing/geturl', { kind: 'rqsResult' }).expect(400);
    for (const other of [`/nope/rqs/${key}/`, `/${key}/`, `/rqs/${key}/`, at.replace('/rqs/', '/xqs/')]) {
      await get('/api/routing/getbyurl').query({ url: other }).expect(404);
    }
  });

  it('returns the absolute URL of a page of another site', async () => {
    const question = { kind: 'productDetail', productVariantId: 1001 };
    expect((await post('/api/routing/geturl', question)).body).toEqual({
      url: 'http://havero-nl.localhost:3000/prado-balans-muesli/',
    });
    expect((await post('/api/routing/geturl', { ...question, siteId: 10, languageId: 2 })).body.url).toBe(
      'http://hafero-de.localhost:3000/prado-balance-muesli/',
    );
    await post('/api/routing/geturl', { kind: 'faq', contentPageId: 101 }).expect(404);
    await post('/api/routing/geturl', { ...question, languageId: 9 }).expect(400);
    const missing = await post('/api/routing/geturl', { kind: 'productDetail' }).expect(400);
    expect(missing.body).toMatchObject({
      code: 'parameter_missing',
      detail: 'productVariantId must be defined',
    });
  });
});

describe('content', () => {
  it('of an old address is returned with its redirect', async () => {
    const { body } = await get('/api/content/getbypath?path=/media/10/').expect(200);
    expect(body.route.kind).toBe('redirect');
    expect(body.content.contentPageId).toBe(10);
    await get('/api/content/getbypath?path=/prado-balans-muesli/').expect(404);
  });

  it('lists the newest news first', async () => {
    const { body } = await get('/api/media').expect(200);
    const dates = body.map(({ publishedOn }: { publishedOn: string }) => publishedOn);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(dates.length).toBe(2);
  });

  it('has the day of its last change, or none if no import has changed it since the first', async () => {
    const { database } = backend;
    const [news] = (await get('/api/media')).body;
    const read = async () => (await get(`/api/content/${news.contentPageId}`)).body;
    expect(await read()).toMatchObject({ publishedOn: news.publishedOn, modifiedOn: null });
    const ofNews = and(
      eq(contentPageTranslation.contentPageId, news.contentPageId),
      eq(contentPageTranslation.languageId, 1),
    );
    const [before] = await database.select().from(contentPageTranslation).where(ofNews);
    const setModified = (modifiedAt: Date) =>
      database.update(contentPageTranslation).set({ modifiedAt }).where(ofNews);
    await setModified(new Date('2026-11-04T23:30:00Z'));
    expect((await read()).modifiedOn).toBe('2026-11-04');
    expect(
      (await get(`/api/content/${news.contentPageId}`, { site: 1, language: 4 })).body.modifiedOn,
    ).toBeNull();
    // Corrections before the day of publication do not count.
    await database
      .update(contentPage)
      .set({ publishedOn: '2026-11-05' })
      .where(eq(contentPage.contentPageId, news.contentPageId));
    expect(await read()).toMatchObject({ publishedOn: '2026-11-05', modifiedOn: null });
    await database
      .update(contentPage)
      .set({ publishedOn: news.publishedOn })
      .where(eq(contentPage.contentPageId, news.contentPageId));
    await setModified(before!.modifiedAt);
  });

  it('below /api/media is news only', async () => {
    await get('/api/media/101').expect(404);
    await get('/api/media/4711').expect(404);
  });

  it('is returned to its own site only', async () => {
    await get('/api/navigations/101').expect(404);
    await get('/api/footers/102').expect(404);
    await get('/api/usps/103').expect(404);
    await get('/api/notifications/105').expect(404);
  });
});

describe('parcel shops and dealers', () => {
  const be: SiteLanguage = { site: 2, language: 1 };
  const near = async (resource: 'parcelshops' | 'dealers', query: object, scope: SiteLanguage = nl) => {
    const { body } = await get(`/api/${resource}`, scope).query(query).expect(200);
    return body as {
      parcelShopId: string;
      dealerId: number;
      distanceMetres: number;
      isPickupPoint: boolean;
      hasFullRange: boolean;
      offersSampleDropOff: boolean;
      maxParcelWeightGrams: number;
      address: { city: string; countryId: number };
    }[];
  };
  const townsNear = async (...[resource, query, scope]: Parameters<typeof near>) =>
    (await near(resource, query, scope)).map(({ address }) => address.city);

  it('are returned with all details that a visitor needs', async () => {
    const [point] = await near('parcelshops', { zipcode: '7311 KZ' });
    expect(point).toEqual({
      parcelShopId: 'NL10001',
      name: 'Tabakshop De Klaver Apeldoorn',
      address: {
        zipcode: '7311 KZ',
        street: 'Haverstraat',
        streetNumber: '3',
        streetNumberAddition: null,
        city: 'Apeldoorn',
        countryId: 1,
      },
      latitude: 52.2078,
      longitude: 5.9676,
      openingHours: [
        { days: [1, 2, 3, 4, 5, 6], from: '07:00', to: '21:00' },
        { days: [7], from: '10:00', to: '18:00' },
      ],
      maxParcelWeightGrams: 25_000,
      // The postcode also has a dealer, some 830 m away; from the middle between the two it is half as far.
      distanceMetres: 422,
    });
    const [dealer] = await near('dealers', { zipcode: '6811 DG' });
    expect(dealer).toMatchObject({
      dealerId: 1,
      phoneNumber: '+31 88 000 0001',
      emailAddress: 'info@ruitersport-het-stijgbeugeltje.example',
      website: 'https://www.ruitersport-het-stijgbeugeltje.example',
      isPickupPoint: true,
      hasFullRange: true,
      offersSampleDropOff: true,
      distanceMetres: expect.any(Number),
    });
  });

  it.each(['parcelshops', 'dealers'] as const)(
    'are the ten nearest, in order of distance: %s',
    async (resource) => {
      const found = await near(resource, { zipcode: '6811 DG' });
      // Seven parcel shops are within 40 km.
      expect(found).toHaveLength(resource === 'dealers' ? 10 : 7);
      const distances = found.map(({ distanceMetres }) => distanceMetres);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      expect(found.slice(0, 3).map(({ address }) => address.city)).toEqual(
        resource === 'dealers' ? ['Arnhem', 'Apeldoorn', 'Barneveld'] : ['Arnhem', 'Ede', 'Apeldoorn'],
      );
    },
  );

  it.each([
    ['in any spelling', '7311kz', 'Apeldoorn'],
    ['without its own coordinates in a known area', '7311 ZZ', 'Apeldoorn'],
    ['together with its town', '8911 KH Leeuwarden', 'Leeuwarden'],
    ['that is unknown, together with its town', '8012 XX Zwolle', 'Zwolle'],
    ['or a town, whatever its case', 'ASSEN', 'Assen'],
    ['or a town without its own coordinates', 'Ugchelen', 'Apeldoorn'],
  ])('are found near a postcode %s', async (_what, zipcode, town) => {
    expect((await townsNear('parcelshops', { zipcode }))[0]).toBe(town);
  });

  it('are found near a town typed without accents, and in the requested country', async () => {
    expect((await townsNear('parcelshops', { zipcode: 'munster' }, de))[0]).toBe('Münster');
    // 9000 is a postcode of Gent in Belgium and of Aalborg in Denmark.
    expect((await townsNear('dealers', { zipcode: '9000' }, { site: 3, language: 3 }))[0]).toBe('Aalborg');
    expect((await townsNear('parcelshops', { zipcode: '9000', countryId: 4 }, be))[0]).toBe('Gent');
    expect(await townsNear('dealers', { zipcode: 'Naas', countryId: 12 }, britishScope)).toEqual(['Naas']);
  });

  it('are parcel shops within 40 km only, and dealers at any distance', async () => {
    const points = await near('parcelshops', { zipcode: 'Maastricht' });
    expect(points.every(({ distanceMetres }) => distanceMetres <= 40_000)).toBe(true);
    const [dealer] = await near('dealers', { zipcode: 'Den Helder' });
    expect(dealer!.distanceMetres).toBeGreaterThan(40_000);
    expect(await near('parcelshops', { latitude: 0, longitude: 0 })).toEqual([]);
  });

  it.each([
    ['an unknown town', { zipcode: 'Atlantis' }],
    ['punctuation', { zipcode: '?!' }],
    ['a postcode of an unknown area', { zipcode: '0000 AA' }],
    ['a postcode of an area without coordinates', { zipcode: '6211 AA' }],
    ['the beginning of a postcode only', { zipcode: '62' }],
    ['a town of another country', { zipcode: 'Kiel' }],
    ['a wildcard pattern', { zipcode: '%' }],
  ])('are none near %s', async (_what, query) => {
    expect(await near('parcelshops', query)).toEqual([]);
    expect(await near('dealers', query)).toEqual([]);
  });

  it('are found near the position of a device, in any delivery country', async () => {
    expect((await townsNear('dealers', { latitude: 52.25, longitude: 0.4 }, britishScope))[0]).toBe(
      'Newmarket',
    );
    expect((await townsNear('dealers', { latitude: 53.2, longitude: -6.7 }, britishScope))[0]).toBe('Naas');
    expect((await townsNear('parcelshops', { latitude: 53.2, longitude: 6.5 }))[0]).toBe('Groningen');
  });

  it('exclude parcel shops that do not accept the weight', async () => {
    const weights = async (weightGrams: number) =>
      (await near('parcelshops', { zipcode: '6811 DG', weightGrams })).map(
        (point) => point.maxParcelWeightGrams,
      );
    expect(new Set(await weights(20_000))).toEqual(new Set([20_000, 25_000]));
    // A bag of 20 kg with its packaging.
    const heavy = await near('parcelshops', { zipcode: '6811 DG', weightGrams: 20_450 });
    expect(heavy.map(({ address }) => address.city)).toEqual(['Ede', 'Apeldoorn']);
    expect(await weights(25_001)).toEqual([]);
  });

  it('are the ten nearest of the dealers that have the requested products', async () => {
    const all = await near('dealers', {});
    for (const wish of ['isPickupPoint', 'hasFullRange', 'offersSampleDropOff'] as const) {
      const found = await near('dealers', { zipcode: '6811 DG', [wish]: true });
      expect(found.every((dealer) => dealer[wish])).toBe(true);
      expect(found).toHaveLength(Math.min(10, all.filter((dealer) => dealer[wish]).length));
      expect(await near('dealers', { [wish]: true })).toHaveLength(
        all.filter((dealer) => dealer[wish]).length,
      );
    }
    const both = await near('dealers', { isPickupPoint: true, hasFullRange: true });
    expect(both.map(({ dealerId }) => dealerId)).toEqual(
      all.filter((dealer) => dealer.isPickupPoint && dealer.hasFullRange).map(({ dealerId }) => dealerId),
    );
  });

  it('return one dealer by its id on its own site only, and the requested number without a location', async () => {
    const [dutch] = await near('dealers', { dealerId: 1 });
    expect(dutch).toMatchObject({ dealerId: 1, distanceMetres: null });
    expect(await near('dealers', { dealerId: 1 }, de)).toEqual([]);
    expect(await near('dealers', { dealerId: 999_999 })).toEqual([]);
    expect((await near('dealers', { limit: 3 })).map(({ dealerId }) => dealerId)).toEqual(
      (await near('dealers', {})).slice(0, 3).map(({ dealerId }) => dealerId),
    );
  });

  it('return all dealers without a location, sorted by town with the collation of the language', async () => {
    const dealers = await near('dealers', {}, de);
    expect(dealers.map(({ address }) => address.city)).toEqual([
      'Flensburg',
      'Hannover',
      'Kiel',
      'Lüneburg',
      'Münster',
      'Oldenburg',
      'Osnabrück',
      'Verden',
      'Warendorf',
    ]);
    expect(dealers.every(({ distanceMetres }) => distanceMetres === null)).toBe(true);
    expect(await townsNear('dealers', {}, britishScope)).toEqual(['Cheltenham', 'Naas', 'Newmarket']);
    expect(await townsNear('dealers', { countryId: 12 }, britishScope)).toEqual(['Naas']);
  });

  it('are none on a site without delivery to parcel shops', async () => {
    await backend.database
      .update(parcelShop)
      .set({ countryId: 11 })
      .where(eq(parcelShop.parcelShopId, 'NL10001'));
    const position = { latitude: 52.2, longitude: 5.97 };
    expect(await near('parcelshops', position, britishScope)).toEqual([]);
    await backend.database
      .update(parcelShop)
      .set({ countryId: 1 })
      .where(eq(parcelShop.parcelShopId, 'NL10001'));
    expect(await near('parcelshops', position)).toHaveLength(7);
  });

  it('are no longer shown, found or accepted after an import without them', async () => {
    const setListed = async (isListed: boolean) => {
      await backend.database
        .update(parcelShop)
        .set({ isListed })
        .where(eq(parcelShop.parcelShopId, 'NL10035'));
      await backend.database.update(dealer).set({ isListed }).where(eq(dealer.dealerId, 14));
    };
    expect(await findParcelShop(backend.database, 'NL10035')).toMatchObject({
      countryId: 1,
      maxParcelWeightGrams: 20_000,
    });
    expect(await findDealer(backend.database, 14)).toMatchObject({
      countryId: 1,
      isPickupPoint: expect.any(Boolean),
    });
    await setListed(false);
    expect(await findParcelShop(backend.database, 'NL10035')).toBeUndefined();
    expect(await findDealer(backend.database, 14)).toBeUndefined();
    expect(await townsNear('parcelshops', { zipcode: 'Assen' })).toEqual(['Groningen', 'Emmen']);
    expect(await townsNear('parcelshops', { zipcode: 'Emmen' })).not.toContain('Assen');
    expect(await townsNear('dealers', {})).not.toContain('Assen');
    await setListed(true);
    expect((await townsNear('parcelshops', { zipcode: 'Assen' }))[0]).toBe('Assen');
  });

  it.each([
    ['parcelshops', '', 'parameter_missing', 'zipcode'],
    ['parcelshops', '?zipcode=', 'validation_failed', 'zipcode'],
    ['parcelshops', `?zipcode=${'x'.repeat(81)}`, 'validation_failed', 'zipcode'],
    ['parcelshops', '?zipcode=7311&countryId=2', 'validation_failed', 'countryId'],
    ['parcelshops', '?zipcode=7311&weightGrams=-1', 'validation_failed', 'weightGrams'],
    ['dealers', '?countryId=2', 'validation_failed', 'countryId'],
    ['dealers', '?latitude=52', 'parameter_missing', 'longitude'],
    ['dealers', '?longitude=5', 'parameter_missing', 'latitude'],
    ['dealers', '?latitude=91&longitude=5', 'validation_failed', 'latitude'],
    ['dealers', '?latitude=52&longitude=-180.5', 'validation_failed', 'longitude'],
  ])('refuse %s%.40s with %s of %s', async (resource, query, code, field) => {
    const { body } = await get(`/api/${resource}${query}`).expect(400);
    expect(body).toMatchObject({ code, errors: [{ field }] });
  });

  it('forbid caching, because of the requested location', async () => {
    const { headers } = await get('/api/parcelshops').query({ zipcode: '7311 KZ' }).expect(200);
    expect(headers['cache-control']).toContain('no-store');
  });
});

describe('products', () => {
  const titles = (body: { items: { title: string }[] }) => body.items.map(({ title }) => title);

  it('of a category include its subcategories, in pages without duplicates', async () => {
    const first = await search({ categoryId: 1 }).expect(200);
    const second = await search({ categoryId: 1, page: 2 }).expect(200);
    const ids = [...first.body.items, ...second.body.items].map(
      (item: { productId: number }) => item.productId,
    );
    expect(first.body.total).toBe(41);
    expect(first.body.items).toHaveLength(24);
    expect(second.body.items).toHaveLength(17);
    expect(new Set(ids).size).toBe(41);
    expect(first.body.category).toMatchObject({ categoryId: 1, key: 'feed', url: '/paardenvoer/' });
    const counts = first.body.category.children.map((child: { productCount: number }) => child.productCount);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(41);
  });

  it('beyond the last page are an empty list with the right total', async () => {
    const { body } = await search({ categoryId: 1, page: 3 }).expect(200);
    expect(body).toMatchObject({ items: [], total: 41 });
  });

  it('are not found in a category that the site does not have', async () => {
    await search({ categoryId: 999 }).expect(404);
    // If enableRqs is false, tests are not available by any call.
    await search({ categoryId: 4 }, britishScope).expect(404);
    const { body } = await search({ pageSize: 96 }, britishScope).expect(200);
    expect(body.items.some(({ productType }: { productType: number }) => productType >= 4)).toBe(false);
    expect((await search({ pageSize: 96 })).body.total).toBe(72);
    expect(body.total).toBe(69);
  });

  it.each([
    ['price', false, 1],
    ['price', true, -1],
  ] as const)('are sorted by %s (descending: %p)', async (sort, descending, direction) => {
    for (const scope of [nl, de]) {
      const { body } = await search({ sort, descending, pageSize: 96 }, scope).expect(200);
      const values: number[] = body.items.map(
        (item: { price: { amountInclVat: number } }) => item.price.amountInclVat,
      );
      expect(values).toEqual([...values].sort((a, b) => (a - b) * direction));
    }
  });

  it('are sorted with the collation of the language', async () => {
    for (const [scope, culture] of [
      [nl, 'nl-NL'],
      [de, 'de-DE'],
    ] as const) {
      const { body } = await search({ sort: 'name', pageSize: 96 }, scope).expect(200);
      expect(titles(body)).toEqual(titles(body).toSorted(new Intl.Collator(culture).compare));
    }
  });

  it('are sorted by price per kilogram, those without a weight last in either direction', async () => {
    for (const descending of [false, true]) {
      const { body } = await search({ sort: 'price-per-kg', descending, pageSize: 96 }).expect(200);
      const values: (number | undefined)[] = body.items.map(
        (item: { price: { unitPrices: { basis: string; amountInclVat: number }[] } }) =>
          item.price.unitPrices.find(({ basis }) => basis === 'kg')?.amountInclVat,
      );
      const weighed = values.filter((value) => value !== undefined);
      expect(values.slice(0, weighed.length)).toEqual(weighed);
      expect(weighed).toEqual([...weighed].sort((a, b) => (descending ? b - a : a - b)));
    }
  });

  it('are sorted with new products first if the newest are requested', async () => {
    const { body } = await search({ sort: 'newest', pageSize: 96 }).expect(200);
    const isNew: boolean[] = body.items.map((item: { isNew: boolean }) => item.isNew);
    expect(isNew[0]).toBe(true);
    expect(isNew.lastIndexOf(true)).toBe(isNew.filter(Boolean).length - 1);
  });

  it.each([
    [nl, 'balans', 'Prado Balans Muesli'],
    [nl, 'BALAN', 'Prado Balans Muesli'],
    [nl, '1010111', 'Prado Balans Muesli'],
    [nl, '9520001070075', 'Prado Balans Muesli'],
    [de, 'müsli sport', 'Prado Sport Müsli'],
    [de, 'muesli sport', 'Prado Sport Müsli'],
  ])('of %o are found by %p', async (scope, term, title) => {
    const { body } = await search({ term }, scope).expect(200);
    expect(titles(body)[0]).toBe(title);
  });

  it.each([
    "'; drop table product; --",
    '%',
    '_',
    '\\',
    '!!! & | :* <->',
    "zzz' union select 1; --",
    '🐴',
    'x'.repeat(200),
  ])('are none for %.30p', async (term) => {
    const { body } = await search({ term }).expect(200);
    expect(body.total).toBe(0);
  });

  it('can be sorted by relevance with a search term only, and by price per kilogram only if products have a weight', async () => {
    expect((await search({ term: 'muesli' })).body.sortOptions).toContain('relevance');
    const all = (await search({ sort: 'relevance' })).body;
    expect(all.sortOptions).not.toContain('relevance');
    expect(all.paging.sort).toBe('popularity');
    expect(all.sortOptions).toContain('price-per-kg');
    expect((await search({ term: 'cadeaubon' })).body.sortOptions).not.toContain('price-per-kg');
  });

  it('are returned by productId in the requested order, at most four, without unknown ones', async () => {
    const { body } = await get('/api/products?ids=103,101,9999').expect(200);
    expect(body.map(({ productId }: { productId: number }) => productId)).toEqual([103, 101]);
    await get('/api/products?ids=9998,9999').expect(404);
    await get('/api/products?ids=1,2,3,4,5').expect(400);
    await get(`/api/products?ids=${Array.from({ length: 30 }, (_, n) => n + 1)}`).expect(400);
    await get('/api/products?ids=x').expect(400);
    await get('/api/products').expect(400);
  });

  it('do not exist on the corporate site', async () => {
    await get('/api/products/1001', corporate).expect(404);
    expect((await search({}, corporate)).status).toBe(404);
    await get('/api/products?ids=101', corporate).expect(404);
  });

  it('have the brand of the site and their own pictures', async () => {
    const main = (await get('/api/products/1001')).body;
    const german = (await get('/api/products/1001', de)).body;
    expect([main.brandName, german.brandName]).toEqual(['Havero', 'Hafero']);
    expect(main.pictures[0].hash).not.toBe(german.pictures[0].hash);
  });

  it('have a picture that can be rendered', async () => {
    const { hash } = (await get('/api/products/1001')).body.pictures[0];
    const answer = await request(backend.app).get(`/images/${hash}/96.png`).expect(200);
    expect(answer.headers['content-type']).toBe('image/png');
    await request(backend.app)
      .get(`/images/${hash}/96.png`)
      .set('if-none-match', answer.headers.etag!)
      .expect(304);
  });

  it('have a label that begins with the constituents that the law requires first', async () => {
    const { feedLabel, dosage } = (await get('/api/products/1001')).body;
    const keys = feedLabel.constituents.map(({ key }: { key: string }) => key);
    expect(keys.slice(0, 5)).toEqual(['crudeProtein', 'crudeFibre', 'crudeFat', 'crudeAsh', 'sodium']);
    const shares = feedLabel.composition.map(({ percent }: { percent: number }) => percent);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(dosage).toMatchObject({
      rows: [
        { level: 'none', gramsPer100Kg: 100, weights: null },
        { level: 'light', gramsPer100Kg: 180, weights: null },
        { level: 'average', gramsPer100Kg: 280, weights: null },
        { level: 'heavy', gramsPer100Kg: 400, weights: null },
      ],
      // The constants of the model (domain notes, 1.1), for the types of the product.
      ration: {
        horses: [
          { key: 'horse', leastKg: 300, mostKg: 1000, referenceKg: 600, typePct: 100 },
          { key: 'pony', leastKg: 80, mostKg: 450, referenceKg: 300, typePct: 100 },
          { key: 'sober', leastKg: 200, mostKg: 1000, referenceKg: 600, typePct: 80 },
          { key: 'hotblood', leastKg: 300, mostKg: 800, referenceKg: 600, typePct: 110 },
        ],
        roughagePct: 100,
        roundToG: 50,
        limits: { mealGPer100Kg: 400, starchMealGPer100Kg: 100, starchDayGPer100Kg: 200 },
      },
    });
  });

  it('show the stock at five or fewer, and that a product is sold out', async () => {
    const { items } = (await search({ pageSize: 96 })).body;
    const stockOf = (key: string) => items.find((item: { key: string }) => item.key === key).stock;
    expect(stockOf('nuvo-breathe')).toMatchObject({ isAvailable: true, amountLeft: 3 });
    expect(stockOf('grano-whole')).toMatchObject({ isAvailable: false, amountLeft: null });
    expect(stockOf('prado-balance')).toMatchObject({ isAvailable: true, amountLeft: null });
  });
});

describe('prices', () => {
  /** Domain notes 3.2: price incl. VAT on the Dutch site, euro. */
  const dutch: Record<string, number> = {
    'prado-balance': 21.95,
    'prado-nature': 23.95,
    'prado-endura': 28.99,
    'terno-basis': 15.95,
    'terno-active': 17.5,
    'terno-sport': 20.95,
    'alba-mare': 21.95,
    'vira-core': 36.95,
    'sopra-classic': 21.95,
    'fibra-straw': 14.99,
    'grano-crushed': 13.95,
    'nuvo-summer': 21.95,
    'oleo-linseed': 12.95,
    'bocco-apple': 3.99,
    'cura-leather': 9.95,
    'stalla-scoop': 8.95,
    'gift-card': 25,
    'rqs-basic': 39.95,
    'qs-hygiene': 59.99,
  };

  it('on the Dutch site are those of the price list', async () => {
    const { items } = (await search({ pageSize: 96 })).body;
    const prices = Object.fromEntries(
      items.map((item: { key: string; price: { amountInclVat: number } }) => [
        item.key,
        item.price.amountInclVat / 100,
      ]),
    );
    expect(prices).toMatchObject(dutch);
  });

  it('on the German site are excl. × 1.07 for feed and × 1.19 for tests, rounded half up', async () => {
    const { items } = (await search({ pageSize: 96 }, de)).body;
    const rates: Record<string, number> = {};
    for (const { key, price } of items) {
      rates[key] = price.vatRatePercentage;
      // Plain decimal arithmetic as an independent check; no price of the sample shop is exactly half a cent.
      expect(price.amountInclVat).toBe(
        Math.round(price.amountExclVat * (1 + price.vatRatePercentage / 100) + 1e-9),
      );
    }
    expect(rates).toMatchObject({
      'prado-balance': 7,
      'nuvo-daily': 7,
      'stalla-scoop': 19,
      'rqs-basic': 19,
      'gift-card': 0,
    });
  });

  it('per unit use the units that the site allows', async () => {
    const basesOf = async (id: number, scope: SiteLanguage) => {
      const { variants } = (await get(`/api/products/${id}`, scope).expect(200)).body;
      return variants[0].price.unitPrices;
    };
    // 21.95 / 20 kg = 1.0975; 18.14 × 1.07 = 19.41 / 20 kg = 0.9705
    expect(await basesOf(1001, nl)).toEqual([
      { basis: 'kg', amountInclVat: 110 },
      { basis: '100g', amountInclVat: 11 },
    ]);
    expect(await basesOf(1001, de)).toEqual([{ basis: 'kg', amountInclVat: 97 }]);
    const oil = (await search({ term: 'oleo', pageSize: 96 }, de)).body.items;
    expect(oil.length).toBeGreaterThan(0);
    for (const { price } of oil) {
      expect(price.unitPrices.map(({ basis }: { basis: string }) => basis)).toEqual(['litre']);
    }
  });

  it('with a reduction have the former price, until the end of the reduction at the requested moment', async () => {
    const at = async (instant: string | undefined, key: string) => {
      const call = search({ pageSize: 96 });
      if (instant !== undefined) call.set('cookie', createScopePreviewCookie(nl, instant));
      const { items } = (await call.expect(200)).body;
      return items.find((item: { key: string }) => item.key === key)?.price;
    };
    expect(await at(undefined, 'terno-sport')).toMatchObject({
      amountInclVat: 2095,
      formerAmountInclVat: 2295,
      // 8.71 %: a saving is rounded down.
      discountPercentage: 8,
    });
    // A month after the reduction, the reduced price is the regular price.
    expect(await at('2026-11-24T23:59:59Z', 'terno-sport')).toMatchObject({ formerAmountInclVat: 2295 });
    expect(await at('2026-11-25T00:00:00Z', 'terno-sport')).toMatchObject({
      amountInclVat: 2095,
      formerAmountInclVat: null,
      discountPercentage: null,
    });
    expect((await at(undefined, 'prado-balance')).formerAmountInclVat).toBeNull();
    // Imported on 2 November, reduced a week before.
    expect(await at('2026-10-20T00:00:00Z', 'terno-sport')).toMatchObject({
      amountInclVat: 2295,
      formerAmountInclVat: null,
    });
    expect(await at('2026-10-20T00:00:00Z', 'prado-balance')).toBeUndefined();
  });
});

describe('refusals', () => {
  const expectProblem = (
    answer: { status: number; headers: Record<string, string>; body: Record<string, unknown> },
    status: number,
    code: string,
  ) => {
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status, code } });
    expect(typeof answer.body.type).toBe('string');
    expect(typeof answer.body.title).toBe('string');
  };

  it.each([
    [{}, 'parameter_missing', 'siteid must be defined'],
    [{ siteid: '1' }, 'parameter_missing', 'languageid must be defined'],
    [{ siteid: '99', languageid: '1' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '99' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '2' }, 'validation_failed', undefined],
    [{ siteid: 'one', languageid: '1' }, 'validation_failed', undefined],
    [{ siteid: '1 or 1=1', languageid: '1' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: 'yesterday' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '2026-13-45T00:00:00Z' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '2026-11-05' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '0000-01-01T00:00:00Z' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '0001-01-01T00:00:00+14:00' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '1969-12-31T23:59:59Z' }, 'validation_failed', undefined],
    [{ siteid: '1', languageid: '1', datetime: '9999-12-31T23:59:59-14:00' }, 'validation_failed', undefined],
  ])('answer the headers %o with 400', async (headers, code, detail) => {
    const answer = await request(backend.app).get('/api/media').set(headers);
    expectProblem(answer, 400, code);
    if (detail !== undefined) expect(answer.body.detail).toBe(detail);
  });

  it.each([
    ['/api/sites/getbydomain', 400, 'parameter_missing'],
    ['/api/sites/getbydomain?domain=', 400, 'validation_failed'],
    ['/api/sites/getbydomain?domain=a&domain=b', 400, 'validation_failed'],
    ['/api/sites/getbydomain?domain=a%00b', 400, 'validation_failed'],
    ['/api/sites/abc', 400, 'validation_failed'],
    ['/api/sites/0', 400, 'validation_failed'],
    ['/api/sites/99999999999', 400, 'validation_failed'],
    ['/api/sites/1.0', 400, 'validation_failed'],
    ['/api/sites/4711', 404, 'not_found'],
    ['/api/sites/%E0%A4%A', 400, 'malformed_url'],
    ['/api/routing/getbyurl?url=%00', 400, 'validation_failed'],
    ['/api/routing/getbyurl?url=relative', 400, 'validation_failed'],
    [`/api/routing/getbyurl?url=/${'x'.repeat(2000)}`, 400, 'validation_failed'],
    ['/api/products/4711', 404, 'not_found'],
    ['/api/products/4711/related', 404, 'not_found'],
    ['/api/nope', 404, 'not_found'],
    ['/', 404, 'not_found'],
  ])('answer GET %s with status %i and code %s', async (path, status, code) => {
    expectProblem(await get(path), status, code);
  });

  it.each([
    ['DELETE', '/api/sites', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/products/search', 'POST, OPTIONS'],
    ['POST', '/api/products/1001', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/openapi.json', 'GET, HEAD'],
  ])('answer %s %s with 405 and the allowed methods', async (method, path, allow) => {
    const answer = await request(backend.app)[method.toLowerCase() as 'get'](path);
    expectProblem(answer, 405, 'method_not_allowed');
    expect(new Set(answer.headers.allow!.split(', '))).toEqual(new Set(allow.split(', ')));
  });

  const send = (body: string, type = 'application/json') =>
    request(backend.app)
      .post('/api/routing/geturl')
      .set(createScopeHeaders(nl))
      .set('content-type', type)
      .send(body);

  it.each([
    ['{', 'application/json', 400, 'malformed_json'],
    ['null', 'application/json', 400, 'validation_failed'],
    ['[]', 'application/json', 400, 'validation_failed'],
    ['{"kind":null}', 'application/json', 400, 'parameter_missing'],
    ['{"kind":"nonsense"}', 'application/json', 400, 'validation_failed'],
    ['{"kind":"faq","contentPageId":1.5}', 'application/json', 400, 'validation_failed'],
    ['{"kind":"faq","contentPageId":1,"x":"\\u0000"}', 'application/json', 400, 'validation_failed'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'application/json', 400, 'validation_failed'],
    [`"${'x'.repeat(66_000)}"`, 'application/json', 413, 'body_too_large'],
    ['kind=faq', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['kind', 'text/plain', 415, 'unsupported_media_type'],
  ])('answer the body %.20s as %s with status %i and code %s', async (body, type, status, code) => {
    expectProblem(await send(body, type), status, code);
  });

  it('name every invalid field', async () => {
    const answer = await post('/api/products/search', {
      filter: { searchTerm: 7, categoryId: -1, filters: [] },
      pageInfo: { page: 0, pageSize: 25, descending: 'no', sort: 'magic' },
      landingpageId: null,
      adviceCategoryId: null,
    });
    expectProblem(answer, 400, 'validation_failed');
    const fields = answer.body.errors.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual([
      'filter.categoryId',
      'filter.searchTerm',
      'pageInfo.descending',
      'pageInfo.page',
      'pageInfo.pageSize',
      'pageInfo.sort',
    ]);
  });

  it('name the missing part in a sentence', async () => {
    const answer = await post('/api/products/search', {
      filter: { searchTerm: null, categoryId: null, filters: [] },
      landingpageId: null,
      adviceCategoryId: null,
    });
    expectProblem(answer, 400, 'parameter_missing');
    expect(answer.body.detail).toBe('pageInfo must be defined');
  });
});

describe('health', () => {
  it('is live, and ready until the process stops', async () => {
    await request(backend.app).get('/health/live').expect(200);
    await request(backend.app).get('/health/ready').expect(200);
  });
});

describe('a database that fails', () => {
  it('returns 503 without details, and readiness fails', async () => {
    const broken = await openBackendFixture();
    await request(broken.app).get('/api/sites').expect(200);
    await broken.close();
    const answer = await request(broken.app).get('/api/media').set(createScopeHeaders(nl)).expect(503);
    expect(answer.body).toEqual({
      type: 'urn:problem:backend_unavailable',
      title: 'The database cannot be used now, try again later',
      status: 503,
      code: 'backend_unavailable',
    });
    expect(answer.headers['retry-after']).toBe('5');
    expect(broken.errors).toHaveLength(1);
    await request(broken.app).get('/health/ready').expect(503);
    await request(broken.app).get('/health/live').expect(200);
  });
});
