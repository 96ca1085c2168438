import { describe, expect, it } from '@jest/globals';
import {
  createListQuery,
  getPageCount,
  getPageNumbers,
  parseListQuery,
  parseSearchTerm,
  pickKnownQuery,
} from './list-query.ts';

const parse = (query: string) => parseListQuery(new URLSearchParams(query), 'popularity');
const firstPage = { page: 1, pageSize: 24, sort: 'popularity', descending: false } as const;

describe('parseListQuery', () => {
  it.each([
    ['', firstPage],
    ['p=1&ps=24', firstPage],
    ['p=3', { ...firstPage, page: 3 }],
    ['p=10000', { ...firstPage, page: 10_000 }],
    ['ps=96&p=2', { ...firstPage, page: 2, pageSize: 96 }],
    ['sort=price', { ...firstPage, sort: 'price' }],
    ['sort=-price-per-kg', { ...firstPage, sort: 'price-per-kg', descending: true }],
    ['utm_source=mail&colour=red', firstPage],
  ])('reads "%s"', (query, expected) => {
    expect(parse(query)).toEqual(expected);
  });

  it.each([
    'p=0',
    'p=-1',
    'p=x',
    'p=',
    'p=1.5',
    'p=01',
    'p=%2B2',
    'p=1e3',
    'p=10001',
    'p=99999999999999999999',
    'p=1&p=2',
    'ps=25',
    'ps=0',
    'ps=024',
    'ps=',
    'ps=24&ps=48',
    'sort=cheapest',
    'sort=',
    'sort=--price',
    'sort=Price',
    'sort=price&sort=name',
  ])('knows no page for "%s"', (query) => {
    expect(parse(query)).toBeNull();
  });
});

describe('createListQuery', () => {
  it.each([
    [firstPage, undefined, ''],
    [{ ...firstPage, page: 2 }, undefined, '?p=2'],
    [{ ...firstPage, pageSize: 48 as const }, undefined, '?ps=48'],
    [{ ...firstPage, descending: true }, undefined, '?sort=-popularity'],
    [
      { page: 4, pageSize: 72 as const, sort: 'name' as const, descending: false },
      'soaked hay & oats',
      '?p=4&ps=72&q=soaked+hay+%26+oats&sort=name',
    ],
  ])('writes %j with term %s as "%s"', (list, term, expected) => {
    expect(createListQuery(list, { defaultSort: 'popularity', ...(term && { term }) })).toBe(expected);
  });

  it('writes what it reads', () => {
    const query = '?p=2&ps=48&sort=-price';
    const list = parse(query.slice(1));
    expect(list && createListQuery(list, { defaultSort: 'popularity' })).toBe(query);
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

  it('cuts a long term at 200 units and never through a character', () => {
    const term = parseSearchTerm(new URLSearchParams({ q: `${'a'.repeat(199)}🐴` }));
    expect(term).toBe('a'.repeat(199));
  });
});

describe('paging', () => {
  it.each([
    [0, 24, 1],
    [24, 24, 1],
    [25, 24, 2],
    [96, 48, 2],
  ])('%i products at %i a page are %i pages', (total, pageSize, expected) => {
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
  ])('page %i of %i links to %j', (page, pageCount, expected) => {
    expect(getPageNumbers(page, pageCount)).toEqual(expected);
  });
});

describe('pickKnownQuery', () => {
  it.each([
    ['utm_source=letter', ''],
    ['utm_source=letter&p=2&ps=48', 'p=2&ps=48'],
    ['sort=-price&q=hay%20lage&p=2', 'p=2&q=hay+lage&sort=-price'],
    ['p=2&p=3', 'p=2&p=3'],
    ['P=2', ''],
  ])('keeps of %p only %p, in one order', (query, expected) => {
    expect(pickKnownQuery(new URLSearchParams(query)).toString()).toBe(expected);
  });
});
