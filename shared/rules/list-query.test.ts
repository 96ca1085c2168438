import { describe, expect, it } from '@jest/globals';
import {
  createListQuery,
  getPageCount,
  getPageNumbers,
  parseSearchTerm,
  removeFilter,
} from './list-query.ts';
import { parseListQuery } from './parse-list-query.ts';

const parse = (query: string) => parseListQuery(new URLSearchParams(query), 'popularity');
const firstPageQuery = { page: 1, pageSize: 24, sort: 'popularity', descending: false, filters: [] } as const;

describe('removeFilter', () => {
  it('removes one value, then the rest of the filters', () => {
    const filters = parse('horse-type=pony&horse-type=good-doer&sale=yes')?.filters ?? [];
    const one = removeFilter(filters, 'horse-type', 'pony');
    expect(one).toEqual([
      { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['good-doer'] },
      { discriminator: 'singleSelect', facetKey: 'sale', selectedKey: 'yes' },
    ]);
    expect(removeFilter(one, 'horse-type', 'good-doer')).toEqual([one[1]]);
    expect(removeFilter(one, 'sale')).toEqual([one[0]]);
  });
});

describe('createListQuery', () => {
  it.each([
    [firstPageQuery, undefined, ''],
    [{ ...firstPageQuery, page: 2 }, undefined, '?p=2'],
    [{ ...firstPageQuery, pageSize: 48 as const }, undefined, '?ps=48'],
    [{ ...firstPageQuery, descending: true }, undefined, '?sort=-popularity'],
    [
      { page: 4, pageSize: 72 as const, sort: 'name' as const, descending: false, filters: [] },
      'soaked hay & oats',
      '?p=4&ps=72&q=soaked+hay+%26+oats&sort=name',
    ],
  ])('writes %j with term %s as "%s"', (list, term, expected) => {
    expect(createListQuery(list, { defaultSort: 'popularity', ...(term && { term }) })).toBe(expected);
  });

  it.each([
    '?p=2&ps=48&sort=-price',
    '?age-group=senior&horse-type=good-doer&horse-type=pony&new=yes&p=2&price-max=30.5&price-min=10&sale=yes&sort=name&starch-sugar-max=12&weight-class=5',
  ])('writes the query that it has parsed: %s', (query) => {
    const list = parse(query.slice(1));
    expect(list && createListQuery(list, { defaultSort: 'popularity' })).toBe(query);
  });

  it.each([
    ['horse-type=pony&horse-type=good-doer', '?horse-type=good-doer&horse-type=pony'],
    ['labour=light&age-group=foal', '?age-group=foal&labour=light'],
    ['price-min=12.50&price-max=', '?price-min=12.5'],
    ['starch-sugar-max=', ''],
  ])('writes one canonical form of equal queries: %s as %s', (query, expected) => {
    const list = parse(query);
    expect(list && createListQuery(list, { defaultSort: 'popularity' })).toBe(expected);
  });
});

describe('parseSearchTerm', () => {
  it.each([
    ['', ''],
    ['q=', ''],
    ['q=+++', ''],
    ['q=++low%09+sugar%0A', 'low sugar'],
    ['q=hoof%00oil', 'hoof oil'],
    ['q=e%CC%81leveur', 'éleveur'],
  ])('reads "%s" as "%s"', (query, expected) => {
    expect(parseSearchTerm(new URLSearchParams(query))).toBe(expected);
  });

  it('truncates a long term at 200 code units without splitting a character', () => {
    const term = parseSearchTerm(new URLSearchParams({ q: `${'a'.repeat(199)}🐴` }));
    expect(term).toBe('a'.repeat(199));
  });
});

describe('getPageCount and getPageNumbers', () => {
  it.each([
    [0, 24, 1],
    [24, 24, 1],
    [25, 24, 2],
    [96, 48, 2],
  ])('count for %i products at %i per page %i pages', (total, pageSize, expected) => {
    expect(getPageCount(total, pageSize)).toBe(expected);
  });

  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 3, [1, 2, 3]],
    [1, 4, [1, 2, 3, 4]],
    [1, 9, [1, 2, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [6, 9, [1, null, 5, 6, 7, 8, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('link from page %i of %i to %j', (page, pageCount, expected) => {
    expect(getPageNumbers(page, pageCount)).toEqual(expected);
  });
});
