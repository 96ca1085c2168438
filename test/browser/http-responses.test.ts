import { describe, expect, it } from '@jest/globals';
import { readCanonical, readTags } from '../html/read-html.ts';
import { readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

const nl = readSampleTexts('nl');
const de = readSampleTexts('de');
const en = readSampleTexts('en');
const dutchHost = 'havero-nl.localhost';
const englishHost = 'havero-en.localhost';
const germanHost = 'hafero-de.localhost';
const group = 'havero-corporate.localhost';
const feed = `/${nl.categories.feed!.urlSlug}/`;
const muesli = `${feed}${nl.categories.muesli!.urlSlug}/`;
const product = `/${nl.products['prado-balance']!.urlSlug}/`;
const news = nl.articles['harvest-2026']!.urlSlug;

describe('status of every route kind', () => {
  it.each([
    ['home', dutchHost, '/', 200],
    ['category', dutchHost, feed, 200],
    ['subcategory', dutchHost, muesli, 200],
    ['second page of a category', dutchHost, `${feed}?p=2`, 200],
    ['larger page size of a category', dutchHost, `${feed}?ps=48`, 200],
    ['category in another sort order', dutchHost, `${feed}?sort=-price`, 200],
    ['product', dutchHost, product, 200],
    ['search', dutchHost, '/zoeken/?q=muesli', 200],
    ['search without results', dutchHost, '/zoeken/?q=xyzzyx', 200],
    ['content page', dutchHost, `/${nl.pages['customer-service']!.urlSlug}/`, 200],
    ['advice article', dutchHost, `/${nl.articles['feeding-basics']!.urlSlug}/`, 200],
    ['frequently asked questions', dutchHost, `/${nl.articles['faq-feed-advice']!.urlSlug}/`, 200],
    ['partner', dutchHost, `/${nl.articles['partner-laboratory']!.urlSlug}/`, 200],
    ['list of news', dutchHost, '/media/', 200],
    ['category of the German brand', germanHost, `/${de.categories.feed!.urlSlug}/`, 200],
    ['home page of the group', group, '/', 200],
    ['page with an unknown parameter', dutchHost, `${feed}?utm_source=letter`, 200],
    ['unknown path', dutchHost, '/bestaat-niet/', 404],
    ['page number 0', dutchHost, `${feed}?p=0`, 404],
    ['page number that is not a number', dutchHost, `${feed}?p=x`, 404],
    ['page number beyond the last page', dutchHost, `${feed}?p=99`, 404],
    ['unknown news item', dutchHost, '/media/999999/iets/', 404],
    ['page of other sites only', dutchHost, `/${nl.pages['not-found']!.urlSlug}/`, 404],
    ['category of another language', dutchHost, `/${en.categories.feed!.urlSlug}/`, 404],
    ['roughage test on a site without tests', englishHost, `/${en.categories.tests!.urlSlug}/`, 404],
    [
      'page about roughage tests on a site without them',
      englishHost,
      `/${en.pages['how-rqs-works']!.urlSlug}/`,
      404,
    ],
    ['category on the corporate site', group, `/${en.categories.feed!.urlSlug}/`, 404],
    ['search on the corporate site', group, '/search/?q=muesli', 404],
    ['percent-encoding that cannot be decoded', dutchHost, '/%E0%A4%A/', 400],
    ['unknown host', 'shop.example.test', '/', 421],
  ])('%s: %s%s returns %i', async (_kind, host, pathname, status) => {
    const answer = await fetchFromShop(host, pathname);

    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^text\/(html|plain); charset=utf-8$/i);
  });

  it('answers probes on any host', async () => {
    expect((await fetchFromShop('probe.test', '/health/live')).status).toBe(200);
    expect((await fetchFromShop('probe.test', '/health/ready')).status).toBe(200);
  });

  it('reveals no internals to an unknown host', async () => {
    const { body } = await fetchFromShop('shop.example.test', '/');

    expect(body).not.toMatch(/node_modules|\.(ts|mjs):|havero|127\.0\.0\.1/i);
  });

  it('serves the Dutch shop on plain localhost, with the canonical addresses of its pages', async () => {
    const { status, body } = await fetchFromShop('localhost', feed);

    expect(status).toBe(200);
    expect(readCanonical(body)).toBe(getShopUrl(dutchHost, feed));
  });
});

describe('redirects to canonical URLs', () => {
  it.each([
    ['a missing slash', feed.slice(0, -1), feed],
    ['duplicate slashes', `/${feed}/`, feed],
    ['an explicit first page', `${feed}?p=1`, feed],
    ['an explicit default page size', `${feed}?ps=24&p=2`, `${feed}?p=2`],
    ['a segment of another language', '/search/?q=muesli', '/zoeken/?q=muesli'],
    ['several corrections at once', '/suche?q=muesli&p=1&ps=24', '/zoeken/?q=muesli'],
    ['an explicit index path of the home page', `/${nl.pages.home!.urlSlug}/`, '/'],
    ['news with a wrong title', '/media/9/een-oude-titel/', `/media/9/${news}/`],
    ['news without a title', '/media/9/', `/media/9/${news}/`],
  ])('%s: %s redirects to %s in one step', async (_what, from, to) => {
    const answer = await fetchFromShop(dutchHost, from);

    expect(answer.status).toBe(301);
    expect(new URL(String(answer.headers.location), getShopUrl(dutchHost, from)).href).toBe(
      getShopUrl(dutchHost, to),
    );
    expect((await fetchFromShop(dutchHost, to)).status).toBe(200);
  });

  it('does not redirect to another host for a path that looks like one', async () => {
    const answer = await fetchFromShop(dutchHost, '//evil.test/%2e%2e');
    const target = new URL(String(answer.headers.location ?? '/'), getShopUrl(dutchHost));

    expect(target.hostname).toBe(dutchHost);
  });
});

describe('page responses', () => {
  it('can be cached briefly by shared caches, and are the same for all visitors', async () => {
    const { headers } = await fetchFromShop(dutchHost, feed);

    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=2, stale-while-revalidate=300, stale-if-error=86400',
    );
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('do not repeat an unknown address', async () => {
    const { status, body } = await fetchFromShop(dutchHost, `${feed}?utm_source=zzmarkerzz`);

    expect(status).toBe(200);
    expect(body).not.toContain('zzmarkerzz');
    expect(readCanonical(body)).toBe(getShopUrl(dutchHost, feed));
  });

  it('show a search term as text, whatever characters it has', async () => {
    const term = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const { status, body } = await fetchFromShop(dutchHost, `/zoeken/?q=${encodeURIComponent(term)}`);

    expect(status).toBe(200);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('<img src=x');
    expect(body).toContain('alert(1)');
  });

  it('have a canonical address with the page number, and none if the list has no such page', async () => {
    const second = await fetchFromShop(dutchHost, `${feed}?p=2`);
    const sorted = await fetchFromShop(dutchHost, `${feed}?p=2&sort=-price`);
    const missing = await fetchFromShop(dutchHost, '/bestaat-niet/');

    expect(readCanonical(second.body)).toBe(getShopUrl(dutchHost, `${feed}?p=2`));
    expect(readCanonical(sorted.body)).toBe(getShopUrl(dutchHost, feed));
    expect(readCanonical(missing.body)).toBeUndefined();
  });

  it('link the same page in all other shops, which link back', async () => {
    const { body } = await fetchFromShop(dutchHost, feed);
    const alternates = readAlternates(body);

    expect(alternates.get('nl-NL')).toBe(getShopUrl(dutchHost, feed));
    expect(alternates.get('de-DE')).toBe(getShopUrl(germanHost, `/${de.categories.feed!.urlSlug}/`));
    expect(alternates.get('x-default')).toBe(getShopUrl(englishHost, `/${en.categories.feed!.urlSlug}/`));
    for (const address of new Set(alternates.values())) {
      const url = new URL(address);
      const other = await fetchFromShop(url.hostname, url.pathname);
      expect([address, other.status, [...readAlternates(other.body)].sort()]).toEqual([
        address,
        200,
        [...alternates].sort(),
      ]);
    }
  });
});

/** Smaller files are sent uncompressed. */
const minCompressedBytes = 600;

describe('page assets', () => {
  it('are immutable and compressed', async () => {
    const { body } = await fetchFromShop(dutchHost, feed);
    const addresses = readTags(body).flatMap(({ name, attributes }) => {
      if (name === 'script' && attributes.src) return [attributes.src];
      if (name === 'script') return attributes['data-modules']?.split(' ') ?? [];
      return name === 'link' && /^(stylesheet|modulepreload)$/.test(attributes.rel ?? '')
        ? [attributes.href ?? '']
        : [];
    });

    expect(addresses.length).toBeGreaterThan(1);
    for (const address of new Set(addresses)) {
      const plain = await fetchFromShop(dutchHost, address, { 'accept-encoding': 'identity' });
      const { status, headers } = await fetchFromShop(dutchHost, address, { 'accept-encoding': 'br, gzip' });
      const isCompressible = Number(plain.headers['content-length']) >= minCompressedBytes;
      expect([address, status, headers['cache-control'], headers['content-encoding']]).toEqual([
        address,
        200,
        'public, max-age=31536000, immutable',
        isCompressible ? 'br' : undefined,
      ]);
    }
  });

  it('include product pictures in the best format that the browser accepts', async () => {
    const { body } = await fetchFromShop(dutchHost, product);
    const picture = readTags(body).find(
      (tag) => tag.name === 'img' && tag.attributes.src?.startsWith('/images/'),
    );
    const { status, headers } = await fetchFromShop(dutchHost, picture?.attributes.src ?? '/none');

    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^image\/(avif|webp|png)$/);
    expect(headers['cache-control']).toContain('immutable');
  });

  it('the sitemap is announced to search engines and lists pages of this host only', async () => {
    const robots = await fetchFromShop(dutchHost, '/robots.txt');
    expect(robots.body).toContain(`Sitemap: ${getShopUrl(dutchHost, '/sitemap.xml')}`);

    const index = readSitemapLocations((await fetchFromShop(dutchHost, '/sitemap.xml')).body);
    const maps = await Promise.all(index.map(({ pathname }) => fetchFromShop(dutchHost, pathname)));
    const addresses = maps.flatMap(({ body }) => readSitemapLocations(body));
    expect(addresses.length).toBeGreaterThan(100);
    expect(addresses.map((url) => url.origin)).toEqual(
      addresses.map(() => new URL(getShopUrl(dutchHost)).origin),
    );
    expect(addresses.map((url) => url.pathname)).toEqual(
      expect.arrayContaining(['/', feed, muesli, product]),
    );
  });
});

describe('API behind the same host', () => {
  it('takes site and language from the host and ignores those of the caller', async () => {
    const { status, body } = await fetchFromShop(
      germanHost,
      `/api/routing/getbyurl?url=/${de.categories.feed!.urlSlug}/`,
      {
        siteid: '1',
        languageid: '1',
      },
    );

    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ kind: 'productSearch', siteId: 10, languageId: 2 });
  });

  it('returns problem documents', async () => {
    const { status, headers, body } = await fetchFromShop(dutchHost, '/api/products/999999');

    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

/** Returns the address of every `<link rel="alternate">` by hreflang. */
function readAlternates(html: string): Map<string, string> {
  return new Map(
    readTags(html)
      .filter((tag) => tag.name === 'link' && tag.attributes.rel === 'alternate' && tag.attributes.hreflang)
      .map(({ attributes }) => [attributes.hreflang ?? '', attributes.href ?? '']),
  );
}

function readSitemapLocations(xml: string): URL[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address));
}
