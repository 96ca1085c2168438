import { describe, expect, it } from '@jest/globals';
import type { CallPath } from './paths/call-path.ts';
import { callPaths } from './paths.ts';

const calls: readonly CallPath[] = Object.values(callPaths);
const getPaths = (isWanted: (call: CallPath) => boolean) =>
  calls.filter(isWanted).map(({ method, path }) => `${method} ${path}`);

describe('callPaths', () => {
  it('caches sites, languages, legal labels, footers, countries, navigations and reviews, and nothing else, for 15 minutes', () => {
    const longLived = /^\/api\/(sites|legal|footers|countries|navigations|language)(\/|$)|\/reviews(\/|$)/;
    expect(getPaths(({ cache, path }) => (cache === 'long') !== longLived.test(path)).sort()).toEqual([
      'POST /api/products/{productId}/reviews',
      'POST /api/reviews/confirm',
      // The answer depends on the visitor's country and URL.
      'POST /api/sites',
    ]);
  });

  it('caches all other reads and the product search for 2 seconds, except carts, accounts and locations of visitors', () => {
    expect(getPaths(({ cache, method }) => cache === 'never' && method === 'GET')).toEqual([
      'GET /api/cart/{id}',
      'GET /api/cart/{id}/recommendations',
      'GET /api/cart/{id}/shippingmethods',
      'GET /api/parcelshops',
      'GET /api/dealers',
      'GET /api/cart/{id}/paymentmethods',
      'GET /api/orders/{orderId}/status',
      'GET /api/orders',
      'GET /api/orders/last',
      'GET /api/orders/{orderId}',
      'GET /api/invoices',
      'GET /api/account',
      'GET /api/account/sessions',
      'GET /api/account/addresses',
      'GET /api/account/export',
      'GET /api/botcheck',
      'GET /api/subscriptions',
      'GET /api/returns',
      'GET /api/returns/products',

      'GET /api/rqs-results',
      'GET /api/rqs-results/{key}',
      'GET /api/qs-results',
      'GET /api/qs-results/{key}',
      'GET /api/feedadvice',
      'GET /api/preview',
    ]);
    expect(getPaths(({ cache, method }) => cache !== 'never' && method !== 'GET')).toEqual([
      'POST /api/products/search',
    ]);
  });

  it('deduplicates product searches and routing lookups', () => {
    expect(getPaths(({ deduplicated }) => deduplicated === true).sort()).toEqual([
      'GET /api/routing/getbyurl',
      'POST /api/products/search',
      'POST /api/routing/geturl',
    ]);
  });
});
