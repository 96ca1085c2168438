import { describe, expect, it } from '@jest/globals';
import { findStructuredDataFaults, readOffers } from './structured-data.ts';

const validOffer = {
  '@type': 'Offer',
  url: 'http://shop.localhost/a/',
  price: '20.95',
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
  itemCondition: 'https://schema.org/NewCondition',
};
const product = {
  '@type': 'Product',
  name: 'A',
  url: 'http://shop.localhost/a/',
  image: ['http://shop.localhost/a.png'],
  sku: '1',
  gtin13: '4006381333931',
  description: 'A thing',
  brand: { '@type': 'Brand', name: 'B' },
  offers: validOffer,
};
const toJsonLdScript = (thing: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@graph': [thing] })}</script>`;

describe('findStructuredDataFaults', () => {
  it('accepts a product with all required properties of search engines', () => {
    expect(findStructuredDataFaults(toJsonLdScript(product))).toEqual([]);
    expect(readOffers(toJsonLdScript(product))).toEqual([
      { sku: '1', gtin13: '4006381333931', price: '20.95', url: 'http://shop.localhost/a/' },
    ]);
  });

  it.each([
    ['a wrong check digit', { ...product, gtin13: '4006381333932' }],
    ['no name', { ...product, name: undefined }],
    ['a picture with a relative URL', { ...product, image: ['/a.png'] }],
    ['a price of 0', { ...product, offers: { ...validOffer, price: '0.00' } }],
    ['a price with a comma', { ...product, offers: { ...validOffer, price: '20,95' } }],
    ['another currency', { ...product, offers: { ...validOffer, priceCurrency: 'SEK' } }],
    ['a rating outside of its scale', { ...product, aggregateRating: { ratingValue: 6, reviewCount: 1 } }],
    [
      'a publisher without an address',
      {
        '@type': 'WebSite',
        name: 'A',
        url: 'http://shop.localhost/',
        inLanguage: 'nl-NL',
        publisher: { '@type': 'Organization', name: 'A' },
      },
    ],
    ['an unknown type', { '@type': 'Sandwich' }],
    [
      'breadcrumbs that start at position 2',
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ '@type': 'ListItem', position: 2, name: 'A', item: 'http://shop.localhost/' }],
      },
    ],
  ])('finds %s', (_what, thing) => {
    expect(findStructuredDataFaults(toJsonLdScript(thing))).not.toEqual([]);
  });

  it('finds text that is not JSON', () => {
    expect(findStructuredDataFaults('<script type="application/ld+json">{a}</script>')).toHaveLength(1);
  });
});
