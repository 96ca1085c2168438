import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { ProductFeedOffer } from '../../../shared/contract/product-feed.ts';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { createPrice, createVariant } from '../../../test/fixtures/products.ts';
import { createSiteSettings } from '../../../test/fixtures/sites.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';

let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

function get(url: string, host = 'havero-nl.localhost') {
  return supertest(web.server).get(url).set('host', host).redirects(0);
}

/** Returns the body of an XML answer, which supertest does not expose as text. */
async function getXml(url: string): Promise<string> {
  const { body, status } = await get(url)
    .buffer(true)
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(status).toBe(200);
  return String(body);
}

describe('robots.txt', () => {
  it('contains the sitemap of its own host', async () => {
    const answer = await get('/robots.txt', 'en.havero-nl.localhost');

    expect(answer.headers['content-type']).toMatch('text/plain');
    expect(answer.text).toContain('User-agent: *');
    expect(answer.text).toContain('Sitemap: http://en.havero-nl.localhost:3000/sitemap.xml');
  });

  it('disallows filters, order and size anywhere in the query, but not page numbers, search and compare', async () => {
    const { text } = await get('/robots.txt');
    const patterns = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, pattern = '']) => pattern);
    const isClosed = (url: string) =>
      patterns.some((pattern) =>
        new RegExp(
          `^${pattern
            .split('*')
            .map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'))
            .join('.*')}`,
        ).test(url),
      );

    for (const closed of [
      '/voer/?horse-type=pony',
      '/voer/?p=2&horse-type=pony',
      '/voer/?sale=yes',
      '/voer/?price-min=5',
      '/voer/?starch-sugar-max=12',
      '/voer/?sort=price',
      '/zoeken/?q=a&weight-class=20',
      '/api/products/1',
    ]) {
      expect([closed, isClosed(closed)]).toEqual([closed, true]);
    }
    for (const open of [
      '/',
      '/voer/',
      '/voer/?p=2',
      '/zoeken/?q=mash',
      '/vergelijken/?ids=1,2',
      '/images/ab/96.png',
    ]) {
      expect([open, isClosed(open)]).toEqual([open, false]);
    }
  });
});

describe('sitemap', () => {
  const entry = {
    path: '/muesli/?a=1&b=2',
    lastModified: '2026-11-01T00:00:00.000Z',
    alternates: [
      { siteId: 1, languageId: 1, url: 'http://havero-nl.localhost:3000/muesli/' },
      { siteId: 1, languageId: 4, url: 'http://en.havero-nl.localhost:3000/muesli-en/' },
    ],
    pictureHash: '0123456789abcdef',
    scene: null,
  };
  const files = [
    { section: 'pages', page: 1, lastModified: '2026-11-01T00:00:00.000Z' },
    { section: 'products', page: 1, lastModified: '2026-11-02T00:00:00.000Z' },
    { section: 'products', page: 2, lastModified: '2026-11-02T00:00:00.000Z' },
  ];

  beforeEach(() => {
    backend.handlers.set('/api/routing/sitemap', createJsonHandler(files));
    backend.handlers.set(
      '/api/routing/sitemap/products/1',
      createJsonHandler([entry, { ...entry, path: '/<b>/', alternates: [], pictureHash: null }]),
    );
  });

  it('is an index of files per section, with the time of the last change', async () => {
    const index = await getXml('/sitemap.xml');

    expect(index.match(/<sitemap>.*<\/sitemap>/g)).toEqual(
      files.map(
        ({ section, page, lastModified }) =>
          `<sitemap><loc>http://havero-nl.localhost:3000/sitemap-${section}-${page}.xml</loc><lastmod>${lastModified}</lastmod></sitemap>`,
      ),
    );
  });

  it('answers 404 to files that are not in the index', async () => {
    for (const unknown of ['/sitemap-products-3.xml', '/sitemap-articles-1.xml']) {
      expect([unknown, (await get(unknown)).status]).toEqual([unknown, 404]);
    }
  });

  it('contains hreflang alternates and the picture of each page, and escapes XML', async () => {
    const xml = await getXml('/sitemap-products-1.xml');

    expect(xml).toContain('<loc>http://havero-nl.localhost:3000/muesli/?a=1&amp;b=2</loc>');
    expect(xml).toContain(
      '<xhtml:link rel="alternate" hreflang="en-NL" href="http://en.havero-nl.localhost:3000/muesli-en/"/>',
    );
    expect(xml).toContain(
      '<image:image><image:loc>http://havero-nl.localhost:3000/images/0123456789abcdef/1472.png</image:loc></image:image>',
    );
    expect(xml).toContain('<loc>http://havero-nl.localhost:3000/&lt;b&gt;/</loc>');
    expect(xml).not.toContain('<b>');
  });

  it('is created once for all requests within five minutes, and again after a purge', async () => {
    await getXml('/sitemap-products-1.xml');
    await getXml('/sitemap-products-1.xml');
    expect(backend.count('/api/routing/sitemap/products/1')).toBe(1);

    web.time.ms += 301_000;
    await getXml('/sitemap-products-1.xml');
    expect(backend.count('/api/routing/sitemap/products/1')).toBe(2);

    web.purge('all');
    await getXml('/sitemap-products-1.xml');
    expect(backend.count('/api/routing/sitemap/products/1')).toBe(3);
  });

  it('answers 503 while the backend is down', async () => {
    await backend.close();

    expect((await get('/sitemap.xml', 'hafero-de.localhost')).status).toBe(503);
  });
});

describe('product feed', () => {
  function createOffer(changes: Partial<ProductFeedOffer> = {}): ProductFeedOffer {
    const { productVariantId, articleNumber, ean, url, picture, packaging, packagingName, content, colour } =
      createVariant();
    return {
      productVariantId,
      productId: 112,
      productType: 2,
      articleNumber,
      ean,
      url,
      title: 'Terno Sport <Pellets>',
      description: 'Oats & barley\u0000',
      brandName: 'Havero',
      categories: ['Horse feed', 'Pellets'],
      picture,
      packaging,
      packagingName,
      content,
      colour,
      grossWeightGrams: 20_450,
      price: createPrice(),
      stock: { isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' },
      variantCount: 1,
      ...changes,
    };
  }

  beforeEach(() => {
    backend.handlers.set(
      '/api/sites/1/settings',
      createJsonHandler(
        createSiteSettings({
          shippingMethods: [
            { shippingMethod: 1, priceInclVat: 495 },
            { shippingMethod: 0, priceInclVat: 695 },
          ],
          deliveryCountryIds: [1, 2],
        }),
      ),
    );
  });

  it('contains the offers of all pages of the backend in one well-formed file', async () => {
    const asked: string[] = [];
    backend.handlers.set('/api/feeds/products', (request, response) => {
      asked.push(request.url ?? '');
      const isLast = asked.length === 3;
      createJsonHandler({
        offers: [createOffer({ articleNumber: `A${asked.length}` })],
        next: isLast ? null : asked.length * 10,
      })(request, response);
    });

    const xml = await getXml('/feeds/products.xml');

    expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('after'))).toEqual(['0', '10', '20']);
    expect([...xml.matchAll(/<g:id>(.*?)<\/g:id>/g)].map(([, id]) => id)).toEqual(['A1', 'A2', 'A3']);
    expect(xml.endsWith('</channel>\n</rss>\n')).toBe(true);
    expect(xml).toContain('<g:title>Havero Terno Sport &lt;Pellets&gt;, 20 kg</g:title>');
    expect(xml).toContain('<g:description>Oats &amp; barley</g:description>');
  });

  it('contains prices in euro with VAT, the unit price measure and the delivery cost', async () => {
    backend.handlers.set(
      '/api/feeds/products',
      createJsonHandler({
        offers: [
          createOffer(),
          createOffer({ price: createPrice({ amountInclVat: 6000, formerAmountInclVat: 7000 }) }),
          createOffer({ price: createPrice({ amountInclVat: 0 }) }),
        ],
        next: null,
      }),
    );

    const [plain = '', reduced = '', ...others] =
      (await getXml('/feeds/products.xml')).match(/<item>.*<\/item>/g) ?? [];

    expect(plain).toContain('<g:price>20.95 EUR</g:price>');
    expect(plain).not.toContain('sale_price');
    expect(plain).toContain(
      '<g:unit_pricing_measure>20 kg</g:unit_pricing_measure><g:unit_pricing_base_measure>1 kg</g:unit_pricing_base_measure>',
    );
    expect(plain).toContain(
      '<g:shipping><g:country>NL</g:country><g:price>6.95 EUR</g:price></g:shipping><g:shipping><g:country>DE</g:country>',
    );
    expect(reduced).toContain('<g:price>70.00 EUR</g:price><g:sale_price>60.00 EUR</g:sale_price>');
    expect(reduced).toContain('<g:price>0.00 EUR</g:price></g:shipping>');
    // Free products are omitted.
    expect(others).toEqual([]);
  });

  it('is neither sent nor stored if a later page of offers is unavailable', async () => {
    let isBroken = true;
    backend.handlers.set('/api/feeds/products', (request, response) => {
      const isFirst = request.url?.endsWith('after=0') ?? false;
      if (!isFirst && isBroken) response.writeHead(500).end();
      else createJsonHandler({ offers: [createOffer()], next: isFirst ? 10 : null })(request, response);
    });

    expect((await get('/feeds/products.xml')).status).toBe(500);
    isBroken = false;
    expect((await getXml('/feeds/products.xml')).match(/<item>/g)).toHaveLength(2);
  });
});
