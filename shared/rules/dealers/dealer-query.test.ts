import { describe, expect, it } from '@jest/globals';
import { createDealerQuery, type DealerQuery, parseDealerQuery } from './dealer-query.ts';

const parseQuery = (query: string) => parseDealerQuery(new URLSearchParams(query));
const blank: DealerQuery = { place: null, position: null, countryId: null, radiusKm: 50, facets: [] };

describe('parseDealerQuery and createDealerQuery', () => {
  it.each<[string, string, Partial<DealerQuery>]>([
    ['nothing', '', {}],
    ['a form that was submitted empty', 'place=&lat=&lng=&within=50', {}],
    ['a blank location', 'place=%20%20', {}],
    ['unknown parameters', 'utm_source=x&p=2', {}],
    ['a location with redundant spaces', 'place=%207311%20%20kz%20', { place: '7311 kz' }],
    ['a location with invisible characters', 'place=E%00de%E2%80%AE', { place: 'Ede' }],
    ['a device position', 'lat=52.208&lng=-5.9', { position: { latitude: 52.208, longitude: -5.9 } }],
    [
      'radius, country and facets',
      'within=25&country=12&samples=yes&pickup=yes',
      {
        radiusKm: 25,
        countryId: 12,
        facets: ['pickup', 'samples'],
      },
    ],
  ])('parses %s', (_what, query, expected) => {
    expect(parseQuery(query)).toEqual({ ...blank, ...expected });
  });

  it.each<[string, Partial<DealerQuery>]>([
    ['within=7', {}],
    ['within=050', {}],
    ['within=-10', {}],
    ['within=25&within=50', { radiusKm: 25 }],
    ['place=a&place=b', { place: 'a' }],
    [`place=${'a'.repeat(81)}`, { place: 'a'.repeat(80) }],
    ['lat=52', {}],
    ['lng=5', {}],
    ['lat=91&lng=5', {}],
    ['lat=52&lng=180.5', {}],
    ['lat=5e1&lng=5', {}],
    ['lat=NaN&lng=5', {}],
    ['lat=52.1234567&lng=5', {}],
    ['lat=52,2&lng=5', {}],
    ['country=0', {}],
    ['country=x', {}],
    ['country=12345678901', {}],
    ['pickup=no', {}],
    ['pickup=', {}],
    ['full=yes&full=yes', { facets: ['full'] }],
  ])('ignores or corrects invalid values: %s', (query, expected) => {
    expect(parseQuery(query)).toEqual({ ...blank, ...expected });
  });

  it.each([
    '',
    '?place=Ede',
    '?place=%3Cb%3E%26%22',
    '?lat=52.208&lng=5.97&within=100',
    '?country=12&full=yes&pickup=yes&place=Naas&samples=yes&within=10',
  ])('writes the query that it has parsed: %s', (query) => {
    const asked = parseQuery(query);
    expect(asked && createDealerQuery(asked)).toBe(query);
  });

  it('writes the position of a device only if no location was typed', () => {
    const position = { latitude: 52.2, longitude: 5.9 };
    expect(createDealerQuery({ ...blank, place: 'Ede', position })).toBe('?place=Ede');
  });
});
