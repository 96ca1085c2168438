import { describe, expect, it } from '@jest/globals';
import {
  createListQuery,
  forgiveListQuery,
  getPageCount,
  getPageNumbers,
  parseListQuery,
  parseSearchTerm,
  removeFilter,
} from './list-query.ts';

const parse = (query: string) => parseListQuery(new URLSearchParams(query), 'popularity');
const firstPage = { page: 1, pageSize: 24, sort: 'popularity', descending: false, filters: [] } as const;

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

describe('filters', () => {
  it('have the shape in which the API is asked', () => {
    expect(
      parse('sale=yes&horse-type=pony&labour=light&labour=heavy&starch-sugar-max=0&price-min=9.95')?.filters,
    ).toEqual([
      { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['pony'] },
      { discriminator: 'multiSelect', facetKey: 'labour', selectedKeys: ['heavy', 'light'] },
      { discriminator: 'singleSelect', facetKey: 'sale', selectedKey: 'yes' },
      { discriminator: 'slider', facetKey: 'starch-sugar-max', selectedValue: 0 },
      { discriminator: 'rangeSlider', facetKey: 'price', selectedMinValue: 9.95, selectedMaxValue: null },
    ]);
  });

  it.each([
    'horse-type=',
    'horse-type=Pony',
    'horse-type=pony&horse-type=pony',
    'horse-type=%3Cb%3E',
    "horse-type=pony'%20or%201%3D1",
    'horse-type=pony%00',
    `horse-type=${'a'.repeat(61)}`,
    Array.from({ length: 31 }, (_, index) => `labour=a${index}`).join('&'),
    'sale=no',
    'sale=yes&sale=yes',
    'new=true',
    'starch-sugar-max=101',
    'starch-sugar-max=-1',
    'starch-sugar-max=1.5',
    'starch-sugar-max=5&starch-sugar-max=6',
    'price-min=20&price-max=10',
    'price-min=1,5',
    'price-min=1e3',
    'price-min=%E2%82%AC10',
    'price-max=kr100',
    'price-max=1.999',
    'price-max=010',
    'price-max=1000000',
  ])('know no page for "%s"', (query) => {
    expect(parse(query)).toBeNull();
  });

  it('take a range of one price', () => {
    expect(parse('price-min=10&price-max=10')).not.toBeNull();
  });

  it('go one by one', () => {
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

describe('forgiveListQuery', () => {
  const write = (query: string) => {
    const list = forgiveListQuery(new URLSearchParams(query), 'popularity');
    return list && createListQuery(list, { defaultSort: 'popularity' });
  };

  it.each([
    ['price-min=20&price-max=10', '?price-max=20&price-min=10'],
    ['price-min=19.999', '?price-min=20'],
    ['price-max=19,95', '?price-max=19.95'],
    ['price-max=%E2%82%AC+10', '?price-max=10'],
    ['price-max=1e2', '?price-max=100'],
    ['price-max=1e9', '?price-max=100000'],
    ['price-min=-5', ''],
    ['price-max=-5', ''],
    ['price-min=0', ''],
    ['price-max=0', '?price-max=0'],
    ['price-max=100kr', ''],
    ['price-max=30&price-max=40', '?price-max=30'],
    ['price-max=abc&price-max=40', '?price-max=40'],
    ['price-min=010', '?price-min=10'],
    ['price-min=%00', ''],
    ['starch-sugar-max=12.9', '?starch-sugar-max=12'],
    ['starch-sugar-max=12,5+%25', '?starch-sugar-max=12'],
    ['starch-sugar-max=1000', '?starch-sugar-max=100'],
    ['horse-type=Pony&horse-type=pony&horse-type=pony', '?horse-type=pony'],
    ['horse-type=', ''],
    ['sale=no', ''],
    ['sale=yes&sale=yes', '?sale=yes'],
    ['ps=25', ''],
    ['ps=25&ps=48', '?ps=48'],
    ['sort=cheapest', ''],
    ['sort=price&sort=name', '?sort=price'],
    ['p=2&sale=maybe', '?p=2'],
  ])('reads "%s" as "%s"', (query, expected) => {
    expect(write(query)).toBe(expected);
  });

  it('always reads what the list takes', () => {
    for (const text of [
      '',
      ' ',
      '0',
      '-5',
      '19.999',
      '1e9',
      '1e999',
      '🐴',
      '%',
      '"\'',
      '\0',
      '١٢',
      '\u200f5',
      '1,5',
      'Infinity',
    ]) {
      for (const name of ['price-min', 'price-max', 'starch-sugar-max', 'horse-type', 'sale', 'ps', 'sort']) {
        const written = write(String(new URLSearchParams([[name, text]])));
        expect(written).not.toBeNull();
        expect(parse(written?.slice(1) ?? '')).not.toBeNull();
      }
    }
  });

  it('knows no page where the number of the page is none', () => {
    expect(write('p=0')).toBeNull();
  });
});

describe('createListQuery', () => {
  it.each([
    [firstPage, undefined, ''],
    [{ ...firstPage, page: 2 }, undefined, '?p=2'],
    [{ ...firstPage, pageSize: 48 as const }, undefined, '?ps=48'],
    [{ ...firstPage, descending: true }, undefined, '?sort=-popularity'],
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
  ])('writes what it reads: %s', (query) => {
    const list = parse(query.slice(1));
    expect(list && createListQuery(list, { defaultSort: 'popularity' })).toBe(query);
  });

  it.each([
    ['horse-type=pony&horse-type=good-doer', '?horse-type=good-doer&horse-type=pony'],
    ['labour=light&age-group=foal', '?age-group=foal&labour=light'],
    ['price-min=12.50&price-max=', '?price-min=12.5'],
    ['starch-sugar-max=', ''],
  ])('has one form for every way to ask: %s is %s', (query, expected) => {
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
