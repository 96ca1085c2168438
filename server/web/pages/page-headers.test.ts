import { describe, expect, it } from '@jest/globals';
import { createPageHeaders, type PageHead } from './page-headers.ts';

const document: PageHead = {
  kind: 'document',
  status: 200,
  cachePolicy: 'public',
  surrogateKeys: ['site-1', 'product-101'],
  isComplete: true,
};
const cacheControls = { whole: 'public, s-maxage=60', incomplete: 'public, s-maxage=1' };
const headersOf = (page: PageHead, isPersonal = false) =>
  createPageHeaders(page, { strictTransport: 'max-age=31536000', isPersonal, cacheControls });

describe('createPageHeaders', () => {
  it.each<[string, PageHead, string]>([
    ['a public page', document, 'public, s-maxage=60'],
    ['an incomplete page', { ...document, isComplete: false }, 'public, s-maxage=1'],
    ['a private page', { ...document, cachePolicy: 'private' }, 'private, no-store'],
    ['a missing private page', { ...document, cachePolicy: 'private', status: 404 }, 'private, no-store'],
    ['a missing page', { ...document, status: 404 }, 'no-store'],
    ['a permanent redirect', { kind: 'redirect', status: 301 }, 'public, s-maxage=60'],
    ['a temporary redirect', { kind: 'redirect', status: 302 }, 'no-store'],
  ])('sets the Cache-Control of %s', (_what, page, cacheControl) => {
    expect(headersOf(page)['cache-control']).toBe(cacheControl);
  });

  it.each<[string, PageHead]>([
    ['page', document],
    ['missing page', { ...document, status: 404 }],
    ['move', { kind: 'redirect', status: 301 }],
  ])('makes every %s of a personal request private, without surrogate keys', (_what, page) => {
    const headers = headersOf(page, true);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['surrogate-key']).toBeUndefined();
    expect(headers['cache-tag']).toBeUndefined();
  });

  it('sets surrogate keys of cacheable pages, and Retry-After for 503', () => {
    expect(headersOf(document)).toMatchObject({
      'surrogate-key': 'site-1 product-101',
      'cache-tag': 'site-1,product-101',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headersOf({ ...document, status: 503 })['retry-after']).toMatch(/^\d+$/);
    expect(headersOf(document)['retry-after']).toBeUndefined();
  });
});
