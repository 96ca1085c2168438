import { describe, expect, it } from '@jest/globals';
import { isCrossSiteRequest } from './cross-site-request.ts';

describe('isCrossSiteRequest', () => {
  it.each([
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, false],
    ['a navigation by the user', { 'sec-fetch-site': 'none' }, false],
    ['a page of another origin of the site', { 'sec-fetch-site': 'same-site' }, true],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['an older browser, own origin', { origin: 'https://Shop.example' }, false],
    ['an older browser, own origin with a port', { origin: 'http://shop.example:3000' }, true],
    ['an older browser, another origin', { origin: 'https://other.example' }, true],
    ['an older browser, an opaque origin', { origin: 'null' }, true],
    ['a client that is not a browser', {}, false],
    [
      'a newer browser, where Sec-Fetch-Site takes precedence',
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      false,
    ],
  ])('decides about %s', (_what, headers, isForeign) => {
    expect(isCrossSiteRequest(headers, 'SHOP.example')).toBe(isForeign);
  });

  it('ignores Origin for a server that is called by another name', () => {
    expect(isCrossSiteRequest({ origin: 'https://shop.example' })).toBe(false);
    expect(isCrossSiteRequest({ 'sec-fetch-site': 'cross-site' })).toBe(true);
  });
});
