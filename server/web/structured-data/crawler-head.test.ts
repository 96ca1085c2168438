import { describe, expect, it } from '@jest/globals';
import { createShopLocalization } from '../../../client/create-shop-localization.ts';
import type { PageData, PageDataOf, PageHead } from '../../../client/store/page-state.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import { createContent, createScope } from '../../../test/fixtures/client-shop.tsx';
import { fakeCountries } from '../../../test/fixtures/fake-shop.ts';
import {
  createPrice,
  createProductDetail,
  createSearchAnswer,
  createVariant,
} from '../../../test/fixtures/products.ts';
import { readTags } from '../../../test/html/read-html.ts';
import { readStructuredData, type StructuredDataObject } from '../../../test/html/structured-data.ts';
import { createCrawlerHead } from './crawler-head.ts';

const origin = 'http://en.havero-nl.localhost:3000';

function createHead(
  data: PageData,
  {
    head = {},
    scope = createScope(),
  }: { head?: Partial<PageHead>; scope?: ReturnType<typeof createScope> } = {},
): string {
  return createCrawlerHead({
    scope,
    page: {
      virtualPath: '/a/',
      head: {
        title: 'A page',
        description: 'About it',
        canonicalPath: '/a/',
        alternates: [],
        isIndexable: true,
        ...head,
      },
      data,
    },
    shop: createShopLocalization(scope, en),
    countries: fakeCountries,
    scenes: { 'hay-barn': [{ path: '/assets/hay-barn.png', width: 1600, height: 900 }] },
  }).toString();
}

function findStructuredData(html: string, type: string): StructuredDataObject | undefined {
  return readStructuredData(html).find((thing) => thing['@type'] === type);
}

function getMetas(html: string): Record<string, string | undefined> {
  return Object.fromEntries(
    readTags(html)
      .filter(({ name }) => name === 'meta')
      .map(({ attributes }) => [attributes.property ?? attributes.name ?? '', attributes.content]),
  );
}

function createProductPage(changes: Parameters<typeof createProductDetail>[0] = {}): PageDataOf<'product'> {
  return {
    kind: 'product',
    product: createProductDetail(changes),
    related: null,
    feedApprovalNumber: null,
    reviews: null,
  };
}

describe('product data', () => {
  it('includes the picture of the pack and that of the feed', () => {
    const feedPicture = { hash: 'fedcba9876543210', width: 520, height: 616, scoop: null };
    expect(findStructuredData(createHead(createProductPage({ feedPicture })), 'Product')?.image).toEqual([
      `${origin}/images/0123456789abcdef/1472.png`,
      `${origin}/images/fedcba9876543210/1472.png`,
    ]);
  });

  it('includes one offer in euro, with its unit price, delivery and return policy', () => {
    const product = findStructuredData(createHead(createProductPage()), 'Product');

    expect(product).toMatchObject({
      name: 'Terno Sport Pellets',
      sku: '1120112',
      gtin13: '9520001070914',
      image: [`${origin}/images/0123456789abcdef/1472.png`],
      offers: {
        price: '20.95',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        priceSpecification: [
          {
            price: '20.95',
            referenceQuantity: { value: 20, unitCode: 'KGM', valueReference: { value: 1, unitCode: 'KGM' } },
          },
        ],
        shippingDetails: [
          { shippingRate: { value: '6.95', currency: 'EUR' }, shippingDestination: { addressCountry: 'NL' } },
        ],
        hasMerchantReturnPolicy: { merchantReturnDays: 14, applicableCountry: ['NL'] },
      },
      additionalProperty: [
        { name: 'Crude protein', value: 13, unitCode: 'P1' },
        { name: 'Digestible energy', value: 11.9, unitCode: 'JK' },
      ],
    });
  });

  it('includes the delivery time per country, never shorter than that of the page', () => {
    const scope = createScope();
    const abroad = { ...scope, settings: { ...scope.settings, deliveryCountryIds: [1, 2] } };
    const listTimes = (deliveryTimeDays: string | null, isAvailable = true) => {
      const variant = createVariant({ stock: { isAvailable, amountLeft: null, deliveryTimeDays } });
      const page = createProductPage({ variants: [variant] });
      const offers = findStructuredData(createHead(page, { scope: abroad }), 'Product')?.offers;
      const { shippingDetails } = offers as {
        shippingDetails: {
          shippingDestination: { addressCountry: string };
          deliveryTime?: { transitTime: { minValue: number; maxValue: number } };
        }[];
      };
      return shippingDetails.map(({ shippingDestination, deliveryTime }) => [
        shippingDestination.addressCountry,
        deliveryTime && [deliveryTime.transitTime.minValue, deliveryTime.transitTime.maxValue],
      ]);
    };
    expect(listTimes('1-2')).toEqual([
      ['NL', [1, 2]],
      ['DE', [2, 4]],
    ]);
    expect(listTimes('3')).toEqual([
      ['NL', [3, 3]],
      ['DE', [3, 4]],
    ]);
    expect(listTimes(null, false)).toEqual([
      ['NL', undefined],
      ['DE', undefined],
    ]);
  });

  it('includes the former price, and free delivery above the threshold of the site', () => {
    const price = createPrice({ amountInclVat: 6000, formerAmountInclVat: 7000, discountPercentage: 14 });
    const variant = createVariant({ price, priceValidUntil: '2026-12-31' });
    const product = findStructuredData(createHead(createProductPage({ variants: [variant] })), 'Product');

    expect(product?.offers).toMatchObject({
      price: '60.00',
      priceValidUntil: '2026-12-31',
      priceSpecification: [
        { price: '60.00' },
        { price: '70.00', priceType: 'https://schema.org/StrikethroughPrice' },
      ],
      shippingDetails: [{ shippingRate: { value: '0.00' } }],
    });
  });

  it('includes no unit price if the site shows none, and no EAN with a wrong check digit', () => {
    const variant = createVariant({ ean: '9520001070915', price: createPrice({ unitPrices: [] }) });
    const product = findStructuredData(createHead(createProductPage({ variants: [variant] })), 'Product');

    expect(product).not.toHaveProperty('gtin13');
    expect(product?.offers).not.toHaveProperty('priceSpecification');
  });

  it('includes no offer of a free product, and no delivery or return of a digital one', () => {
    const free = createVariant({ price: createPrice({ amountInclVat: 0 }) });
    expect(
      findStructuredData(createHead(createProductPage({ variants: [free] })), 'Product'),
    ).not.toHaveProperty('offers');

    const digital = createVariant({ packaging: 'digital' });
    const offers = findStructuredData(
      createHead(createProductPage({ variants: [digital] })),
      'Product',
    )?.offers;
    expect(offers).toMatchObject({ price: '20.95' });
    expect(offers).not.toHaveProperty('shippingDetails');
    expect(offers).not.toHaveProperty('hasMerchantReturnPolicy');
  });

  it('groups several packs as variants that differ in weight, each with its own URL and offer', () => {
    const small = createVariant({
      productVariantId: 1014,
      articleNumber: '1120113',
      ean: '4006381333931',
      url: '/terno-sport-pellets/1120113/',
      isDefault: false,
      content: { value: 5, unit: 'kg' },
      netWeightGrams: 5000,
      price: createPrice({ amountInclVat: 795 }),
      stock: { isAvailable: false, amountLeft: null, deliveryTimeDays: null },
    });
    const page = createProductPage({ productVariantId: 1014, variants: [createVariant(), small] });
    const html = createHead(page);

    expect(findStructuredData(html, 'Product')).toBeUndefined();
    expect(findStructuredData(html, 'ProductGroup')).toMatchObject({
      productGroupID: '112',
      url: `${origin}/terno-sport-pellets/`,
      variesBy: ['https://schema.org/weight'],
      hasVariant: [
        { sku: '1120112', weight: { value: 20, unitCode: 'KGM' }, offers: { price: '20.95' } },
        {
          sku: '1120113',
          url: `${origin}/terno-sport-pellets/1120113/`,
          weight: { value: 5 },
          offers: { price: '7.95', availability: 'https://schema.org/OutOfStock' },
        },
      ],
    });
  });

  it('includes a rating only if the page shows reviews', () => {
    const rating = { average: 4.5, count: 12 };
    const page = createProductPage({ rating });
    const withReviews = (items: object[]): PageDataOf<'product'> =>
      ({ ...page, reviews: { rating, items } }) as unknown as PageDataOf<'product'>;
    const item = {
      rating: 5,
      title: 'Good',
      text: 'My horse likes it',
      authorName: 'Anna',
      publishedOn: '2026-02-03',
      culture: 'nl-NL',
    };

    expect(findStructuredData(createHead(page), 'Product')).not.toHaveProperty('aggregateRating');
    expect(findStructuredData(createHead(withReviews([])), 'Product')).not.toHaveProperty('aggregateRating');
    expect(findStructuredData(createHead(withReviews([item])), 'Product')).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 12, bestRating: 5 },
      review: [
        { author: { '@type': 'Person', name: 'Anna' }, datePublished: '2026-02-03', inLanguage: 'nl-NL' },
      ],
    });
  });
});

describe('text with markup', () => {
  it('closes neither the script element nor an attribute', () => {
    const html = createHead(createProductPage({ description: '</script><script>alert(1)</script>' }), {
      head: { title: '"><script>alert(2)</script>', description: `<img src=x onerror='alert(3)'>` },
    });

    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(findStructuredData(html, 'Product')?.description).toBe('</script><script>alert(1)</script>');
    expect(getMetas(html)['og:title']).toBe('"><script>alert(2)</script>');
  });
});

describe('product list data', () => {
  it('continues the positions on the second page', () => {
    const answer = createSearchAnswer({
      total: 25,
      paging: { page: 2, pageSize: 24, sort: 'popularity', descending: false },
    });
    const list = findStructuredData(createHead({ kind: 'category', search: answer }), 'ItemList');

    expect(list).toMatchObject({
      numberOfItems: 25,
      itemListElement: [{ position: 25, name: 'Terno Sport Pellets', url: `${origin}/terno-sport-pellets/` }],
    });
  });
});

describe('organisation data', () => {
  const home: PageData = {
    kind: 'home',
    content: createContent(),
    bestsellers: [],
    stories: [],
    adviceWeightKg: null,
  };

  it('is included on the home page and on the customer service page only', () => {
    const service = createContent({ contentPageId: 102 });

    expect(findStructuredData(createHead(home), 'OnlineStore')).toMatchObject({
      name: 'Havero',
      url: `${origin}/`,
      contactPoint: { telephone: '+31 88 000 00 10', areaServed: ['NL'] },
    });
    expect(findStructuredData(createHead(home), 'WebSite')).toMatchObject({
      name: 'Havero',
      inLanguage: 'en-GB',
    });
    expect(
      findStructuredData(createHead({ kind: 'content', content: service }), 'OnlineStore'),
    ).toBeDefined();
    expect(
      findStructuredData(createHead({ kind: 'content', content: createContent() }), 'OnlineStore'),
    ).toBeUndefined();
  });

  it('has neither the type OnlineStore nor a return policy on the corporate site', () => {
    const html = createHead(home, { scope: createScope({ site: { type: 2 } }) });

    expect(findStructuredData(html, 'OnlineStore')).toBeUndefined();
    expect(findStructuredData(html, 'Organization')).not.toHaveProperty('hasMerchantReturnPolicy');
  });
});

describe('article data', () => {
  it('for news is a NewsArticle, with the shop as its author if none is named', () => {
    const content = createContent({ kind: 'news', publishedOn: '2026-10-06' });
    const html = createHead({ kind: 'article', content, products: null });

    expect(findStructuredData(html, 'NewsArticle')).toMatchObject({
      headline: 'About Havero',
      datePublished: '2026-10-06',
      image: [`${origin}/assets/hay-barn.png`],
      author: { '@type': 'Organization', name: 'Havero' },
    });
    expect(getMetas(html)).toMatchObject({
      'og:type': 'article',
      'article:published_time': '2026-10-06',
      'og:image': `${origin}/assets/hay-barn.png`,
      'og:image:width': '1600',
      'og:image:height': '900',
      'twitter:card': 'summary_large_image',
    });
  });

  it.each([
    ['blog', 'BlogPosting'],
    ['advice', 'Article'],
    ['partner', 'Article'],
  ] as const)('for the kind %s has the type %s and no other', (kind, type) => {
    const content = createContent({ kind, publishedOn: '2026-10-06' });
    const html = createHead({ kind: 'article', content, products: null });
    const types = ['Article', 'BlogPosting', 'NewsArticle'].filter((name) => findStructuredData(html, name));
    expect(types).toEqual([type]);
  });

  it.each([
    ['with a publication date and a modification date', '2026-10-06', '2026-11-20'],
    ['published and never changed', '2026-10-06', null],
    ['changed, with an unknown publication date', null, '2026-11-20'],
    ['without dates', null, null],
  ])('for an article %s includes exactly the known dates', (_what, publishedOn, modifiedOn) => {
    const content = createContent({ kind: 'advice', publishedOn, modifiedOn });
    const html = createHead({ kind: 'article', content, products: null });
    const article = findStructuredData(html, 'Article');
    expect(article).toMatchObject({ headline: 'About Havero' });
    const { datePublished = null, dateModified = null } = article as Record<string, unknown>;
    expect([datePublished, dateModified]).toEqual([publishedOn, modifiedOn]);
    const metas = getMetas(html) as Record<string, string | undefined>;
    expect([metas['article:published_time'] ?? null, metas['article:modified_time'] ?? null]).toEqual([
      publishedOn,
      modifiedOn,
    ]);
  });

  it('for questions is a FAQPage', () => {
    const content = createContent({
      kind: 'faq',
      blocks: [
        { type: 'heading', level: 2, text: 'How much?' },
        { type: 'paragraph', content: [{ text: 'Two ' }, { text: 'scoops.', strong: true }] },
      ],
    });

    expect(
      findStructuredData(createHead({ kind: 'faq', content, others: [], term: '' }), 'FAQPage'),
    ).toMatchObject({
      mainEntity: [{ name: 'How much?', acceptedAnswer: { text: 'Two scoops.' } }],
    });
  });
});

describe('dealer data', () => {
  const createDealers = (openingHours: PageDataOf<'dealers'>['dealers'][number]['openingHours']) =>
    createHead({
      kind: 'dealers',
      asked: { place: null, position: null, countryId: null, radiusKm: 50, facets: [] },
      found: 'all',
      isCut: false,
      countries: [],
      dealers: [
        {
          dealerId: 1,
          name: 'Ruitersport </script>',
          address: {
            zipcode: '6811 DG',
            street: 'Ruiterlaan',
            streetNumber: '11',
            streetNumberAddition: null,
            city: 'Arnhem',
            countryId: 1,
          },
          latitude: 51.9891,
          longitude: 5.8937,
          openingHours,
          phoneNumber: null,
          website: null,
          isPickupPoint: true,
          hasFullRange: false,
          offersSampleDropOff: false,
          distanceMetres: null,
          regionCode: 'NL',
        },
      ],
    });

  it('expresses the end of the day as 23:59', () => {
    const html = createDealers([{ days: [6, 7], from: '00:00', to: '24:00' }]);
    expect(findStructuredData(html, 'LocalBusiness')).toMatchObject({
      name: 'Ruitersport </script>',
      openingHoursSpecification: [
        {
          dayOfWeek: ['https://schema.org/Saturday', 'https://schema.org/Sunday'],
          opens: '00:00',
          closes: '23:59',
        },
      ],
    });
  });

  it('omits unknown details', () => {
    const thing = findStructuredData(createDealers([]), 'LocalBusiness');
    expect(Object.keys(thing ?? {}).toSorted()).toEqual(['@type', 'address', 'geo', 'name']);
  });
});

describe('page that must not be indexed', () => {
  it('has no structured data and no preview', () => {
    const html = createHead(createProductPage(), { head: { isIndexable: false, canonicalPath: null } });

    expect(readStructuredData(html)).toEqual([]);
    expect(getMetas(html)).not.toHaveProperty('og:url');
    expect(getMetas(html)).not.toHaveProperty('og:image');
  });
});
