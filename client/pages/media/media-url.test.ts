import { describe, expect, it } from '@jest/globals';
import { getMediaUrl, parseMediaQuery } from './media-url.ts';

describe('URL of the list of news and stories', () => {
  it.each([
    ['', { kind: null, page: 1, pageSize: 24 }],
    ['kind=blog&p=2&ps=48', { kind: 'blog', page: 2, pageSize: 48 }],
    ['utm_source=letter', { kind: null, page: 1, pageSize: 24 }],
    ['p=10000', { kind: null, page: 10_000, pageSize: 24 }],
  ])('parses ?%s as %o', (query, expected) => {
    expect(parseMediaQuery(new URLSearchParams(query))).toEqual(expected);
  });

  it.each([
    'kind=',
    'kind=x',
    'kind=blog&kind=blog',
    'p=0',
    'p=-1',
    'p=1.5',
    'p=10001',
    'ps=1',
    'ps=24&ps=24',
  ])('rejects ?%s', (query) => {
    expect(parseMediaQuery(new URLSearchParams(query))).toBeNull();
  });

  it('omits default values', () => {
    expect(getMediaUrl({})).toBe('/media/');
    expect(getMediaUrl({ kind: 'news', page: 1, pageSize: 24 })).toBe('/media/?kind=news');
    expect(getMediaUrl({ kind: 'advice', page: 3, pageSize: 48 })).toBe('/media/?kind=advice&p=3&ps=48');
  });
});
