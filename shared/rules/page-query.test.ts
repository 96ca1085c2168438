import { describe, expect, it } from '@jest/globals';
import { listPageParameters, type PageQueryKind, pickPageQuery } from './page-query.ts';
import {
  addRetainedParameters,
  isCampaignParameter,
  isRetainedOnRedirect,
  removeUnretainedParameters,
} from './redirect-query.ts';

describe('pickPageQuery', () => {
  it.each<[string, PageQueryKind | null, string]>([
    ['utm_source=letter', 'list', ''],
    ['utm_source=letter&p=2&ps=48', 'list', 'p=2&ps=48'],
    ['sort=-price&q=hay%20lage&p=2', 'search', 'p=2&q=hay+lage&sort=-price'],
    ['sort=-price&q=hay&p=2', 'list', 'p=2&sort=-price'],
    ['p=2&p=3', 'list', 'p=2&p=3'],
    ['q=hay&q=bran&q=', 'search', 'q=hay'],
    [`q=${'x'.repeat(14_000)}&p=2`, 'search', `p=2&q=${'x'.repeat(200)}`],
    [`q=${'x'.repeat(14_000)}`, null, `q=${'x'.repeat(200)}`],
    [`q=${'x'.repeat(199)}${encodeURIComponent('🐎')}`, 'search', `q=${'x'.repeat(199)}`],
    ['P=2', 'list', ''],
    ['sale=yes&labour=b&colour=red&labour=a', 'list', 'labour=a&labour=b&sale=yes'],
    ['price-min=&price-max=20&starch-sugar-max=', 'list', 'price-max=20'],
    ['horse-type=', 'list', 'horse-type='],
    ['ids=9&languages=all&p=2&ps=48&sort=rating', 'product', 'languages=all&p=2&sort=rating'],
    ['ids=1,2&p=2', 'compare', 'ids=1%2C2'],
    ['token=abc&p=2', 'mailedLink', ''],
    ['q=1&ids=9&p=2&sale=yes&languages=all&token=abc', 'plain', ''],
    ['q=1&ids=9&p=2&token=abc&utm_id=3', null, 'ids=9&p=2&q=1'],
  ])('picks from %p for the page type %p the parameters %p, in canonical order', (query, kind, expected) => {
    expect(pickPageQuery(new URLSearchParams(query), kind).toString()).toBe(expected);
  });
});

describe('query parameters on redirects', () => {
  it.each([
    ['utm_source', true],
    ['utm_anything', true],
    ['mailCampaignId', true],
    ['gclid', true],
    ['fbclid', true],
    ['utm', false],
    ['GCLID', false],
    ['token', false],
  ])('with the name %s belong to a campaign: %p', (name, expected) => {
    expect(isCampaignParameter(name)).toBe(expected);
  });

  it('retain those that the page reads, its secret, and those of a campaign', () => {
    expect(isRetainedOnRedirect('token', 'mailedLink')).toBe(true);
    expect(isRetainedOnRedirect('token', 'list')).toBe(false);
    expect(isRetainedOnRedirect('p', 'plain')).toBe(false);
    expect(isRetainedOnRedirect('gclid', 'plain')).toBe(true);
    expect(isRetainedOnRedirect('colour', null)).toBe(false);
    // For an unknown page, all parameters that any page reads are retained.
    for (const name of [...listPageParameters(null), 'token', 'utm_id'])
      expect(isRetainedOnRedirect(name, null)).toBe(true);
  });

  it('retain their position and their encoding', () => {
    const url = '/muesli/?b=2&utm_source=a%20b&p=2&sort=price&a=1&sale=yes';
    expect(removeUnretainedParameters(url, (name) => isRetainedOnRedirect(name, 'list'))).toBe(
      '/muesli/?utm_source=a%20b&p=2&sort=price&sale=yes',
    );
    expect(removeUnretainedParameters('/muesli/?b=2', () => false)).toBe('/muesli/');
    expect(removeUnretainedParameters('/muesli/', () => true)).toBe('/muesli/');
  });

  it.each([
    ['/new/', 'p=2&x=1&utm_id=3', '/new/?p=2&utm_id=3'],
    ['/new/?p=5', 'p=2&utm_id=3', '/new/?p=5&utm_id=3'],
    ['http://b.example/new/?sort=name#top', 'utm_id=3', 'http://b.example/new/?sort=name&utm_id=3#top'],
    ['/new/#top', 'labour=a&labour=b', '/new/?labour=a&labour=b#top'],
    ['/new/', 'price-min=', '/new/'],
    ['/new/', '', '/new/'],
  ])('are added to %s from %p: %s', (url, query, expected) => {
    expect(
      addRetainedParameters(url, new URLSearchParams(query), (name) => isRetainedOnRedirect(name, 'list')),
    ).toBe(expected);
  });
});
