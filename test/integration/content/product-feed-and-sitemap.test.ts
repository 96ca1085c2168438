import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isNotNull } from 'drizzle-orm';
import request from 'supertest';
import { contentPage, price } from '../../../server/backend/schema/schema.ts';
import type { ProductFeedPage } from '../../../shared/contract/product-feed.ts';
import type { ProductDetail } from '../../../shared/contract/products.ts';
import type { SitemapEntry, SitemapFile } from '../../../shared/contract/routing.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../../fixtures/previews.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

interface SiteLanguage {
  readonly site: number;
  readonly language: number;
}
const dutchScope: SiteLanguage = { site: 1, language: 1 };
const corporate: SiteLanguage = { site: 12, language: 4 };

async function get<T>(path: string, scope: SiteLanguage, now = FIXTURE_NOW): Promise<T> {
  const { status, body } = await request(backend.app)
    .get(path)
    .set({
      siteid: String(scope.site),
      languageid: String(scope.language),
      cookie: createPreviewCookie({ siteId: scope.site, languageId: scope.language }, now),
    });
  expect({ path, status, errors: backend.errors }).toEqual({ path, status: 200, errors: [] });
  return body;
}

const fetchProductFeed = (scope: SiteLanguage, after = 0) =>
  get<ProductFeedPage>(`/api/feeds/products?after=${after}`, scope);

describe('the product feed of a site', () => {
  it('has every variant once, with the price and the address of its page', async () => {
    const { offers, next } = await fetchProductFeed(dutchScope);

    expect(next).toBeNull();
    expect(offers.length).toBeGreaterThan(80);
    expect(new Set(offers.map(({ articleNumber }) => articleNumber)).size).toBe(offers.length);
    for (const offer of offers.filter((_, index) => index % 9 === 0)) {
      const product = await get<ProductDetail>(`/api/products/${offer.productVariantId}`, dutchScope);
      const variant = product.variants.find(
        ({ productVariantId }) => productVariantId === offer.productVariantId,
      );
      expect(offer).toMatchObject({
        productId: product.productId,
        title: product.title,
        ean: variant?.ean,
        url: variant?.url,
        price: variant?.price,
        stock: variant?.stock,
        picture: { hash: variant?.picture.hash },
        variantCount: product.variants.length,
        categories: product.breadcrumbs.map(({ title }) => title),
      });
    }
  });

  it('continues after the given variant', async () => {
    const { offers } = await fetchProductFeed(dutchScope);
    const after = offers[9]?.productVariantId ?? 0;

    expect((await fetchProductFeed(dutchScope, after)).offers).toEqual(offers.slice(10));
    expect(await fetchProductFeed(dutchScope, 2_000_000_000)).toEqual({ offers: [], next: null });
  });

  it('has no test kits on a site without tests, and nothing on the corporate site', async () => {
    const types = async (scope: SiteLanguage) =>
      new Set((await fetchProductFeed(scope)).offers.map(({ productType }) => productType));
    const sites = await get<{ siteId: number; enableRqs: boolean; fallbackLanguageId: number }[]>(
      '/api/sites',
      dutchScope,
    );
    const without = sites.find(({ siteId, enableRqs }) => !enableRqs && siteId !== corporate.site);

    expect(await types(dutchScope)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(await types({ site: without?.siteId ?? 0, language: without?.fallbackLanguageId ?? 0 })).toEqual(
      new Set([1, 2, 3]),
    );
    expect(await types(corporate)).toEqual(new Set());
  });

  it.each(['', '?after=-1', '?after=x', '?after=1.5', '?after=99999999999'])('refuses %j', async (query) => {
    const { status } = await request(backend.app)
      .get(`/api/feeds/products${query}`)
      .set({ siteid: '1', languageid: '1' });

    expect(status).toBe(400);
  });
});

describe('the sitemap of a site', () => {
  const fetchFiles = (scope: SiteLanguage) => get<SitemapFile[]>('/api/routing/sitemap', scope);

  it('has a file for every section of the site', async () => {
    const list = async (scope: SiteLanguage) =>
      (await fetchFiles(scope)).map(({ section, page }) => `${section} ${page}`);

    expect(await list(dutchScope)).toEqual(['pages 1', 'categories 1', 'products 1', 'articles 1']);
    expect(await list(corporate)).toEqual(['pages 1', 'articles 1']);
  });

  it('has the picture of a product pack and of an article', async () => {
    const [product] = await get<SitemapEntry[]>('/api/routing/sitemap/products/1', dutchScope);
    const [article] = await get<SitemapEntry[]>('/api/routing/sitemap/articles/1', dutchScope);

    expect(product).toMatchObject({ pictureHash: expect.stringMatching(/^[0-9a-f]{16,}$/), scene: null });
    expect(article).toMatchObject({ pictureHash: null, scene: expect.stringMatching(/^[a-z-]+$/) });
  });

  it('has the pages of the feed calculator in every language of the sites with sales, and nowhere else', async () => {
    const find = async (scope: SiteLanguage, path: string) =>
      (await get<SitemapEntry[]>('/api/routing/sitemap/pages/1', scope)).filter(
        (entry) => entry.path === path,
      );
    const sites = await get<{ type: number; languages: { domain: string }[] }[]>('/api/sites', dutchScope);
    const hosts = sites.filter((one) => !isCorporate(one)).flatMap(({ languages }) => languages);

    const [dutch, ...more] = await find(dutchScope, '/voeradvies/');
    expect(more).toEqual([]);
    expect(new Set(dutch?.alternates.map(({ url }) => new URL(url).hostname))).toEqual(
      new Set(hosts.map(({ domain }) => domain)),
    );
    expect(dutch?.alternates.map(({ url }) => new URL(url).pathname)).toContain('/futterberatung/');
    const [german] = await find({ site: 10, language: 2 }, '/futterberatung/');
    expect(german?.alternates).toEqual(dutch?.alternates);
    const corporatePages = await get<SitemapEntry[]>('/api/routing/sitemap/pages/1', corporate);
    expect(corporatePages.map(({ path }) => path)).not.toContain('/feed-advice/');
  });

  it('lists no page before its publication day, and no news list before the first item', async () => {
    const days = new Map(
      (
        await backend.database
          .select({ id: contentPage.contentPageId, day: contentPage.publishedOn })
          .from(contentPage)
          .where(isNotNull(contentPage.publishedOn))
      ).map(({ id, day }) => [id, day ?? '']),
    );
    const list = async (scope: SiteLanguage, day: string) => {
      const now = new Date(`${day}T12:00:00Z`);
      const files = await get<SitemapFile[]>('/api/routing/sitemap', scope, now);
      const entries = await Promise.all(
        files.map(({ section, page }) =>
          get<SitemapEntry[]>(`/api/routing/sitemap/${section}/${page}`, scope, now),
        ),
      );
      return entries.flat();
    };
    const countMedia = (entries: readonly SitemapEntry[]) =>
      entries.filter((entry) => entry.path.startsWith('/media/')).length;
    const latest = [...days.values()].toSorted().at(-1) ?? '';

    for (const scope of [dutchScope, corporate]) {
      // The news list and its items of 24 August and 6 October.
      expect(countMedia(await list(scope, '2026-10-06'))).toBe(3);
      expect(countMedia(await list(scope, '2026-10-05'))).toBe(2);
      expect(countMedia(await list(scope, '2026-08-23'))).toBe(0);
    }
    const dated = (await list(dutchScope, latest)).length - (await list(dutchScope, '2000-01-01')).length;
    expect(dated).toBe(days.size + 1);
    expect(await get<SitemapFile[]>('/api/routing/sitemap', corporate, new Date('2000-01-01'))).toMatchObject(
      [{ section: 'pages', page: 1 }],
    );
  });

  it.each(['sweets/1', 'products/0', 'products/x', 'products/50001'])('refuses the file %s', async (file) => {
    const { status } = await request(backend.app)
      .get(`/api/routing/sitemap/${file}`)
      .set({ siteid: '1', languageid: '1' });

    expect(status).toBe(400);
  });
});

describe('a planned price', () => {
  it('ends the previous one, and changes the page when it becomes valid', async () => {
    const validFrom = new Date(FIXTURE_NOW.getTime() + 3 * DAY_MS);
    const { offers } = await fetchProductFeed(dutchScope);
    const offer = offers[0];
    const productVariantId = offer?.productVariantId ?? 0;
    await backend.database
      .insert(price)
      // Higher than before: a lower one would be a reduction, which has an end.
      .values({ siteId: dutchScope.site, productVariantId, amountExclVat: 99_999, validFrom });
    const findEnd = async (scope: SiteLanguage, now?: Date) =>
      (await get<ProductDetail>(`/api/products/${productVariantId}`, scope, now)).variants[0]
        ?.priceValidUntil;
    const findChange = async (now?: Date) =>
      (await get<SitemapEntry[]>('/api/routing/sitemap/products/1', dutchScope, now)).find(
        ({ path }) => path === offer?.url,
      )?.lastModified;

    expect(await findEnd(dutchScope)).toBe(new Date(validFrom.getTime() - 1).toISOString().slice(0, 10));
    expect(await findEnd({ site: 10, language: 2 })).toBeNull();
    expect(await findEnd(dutchScope, validFrom)).toBeNull();
    expect(await findChange()).not.toBe(validFrom.toISOString());
    expect(await findChange(validFrom)).toBe(validFrom.toISOString());
  });
});
