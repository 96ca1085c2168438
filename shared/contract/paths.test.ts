import { describe, expect, it } from '@jest/globals';
import type { CallPath } from './paths/call-path.ts';
import { callPaths } from './paths.ts';

const calls: readonly CallPath[] = Object.values(callPaths);
const getPaths = (isWanted: (call: CallPath) => boolean) =>
  calls.filter(isWanted).map(({ method, path }) => `${method} ${path}`);

describe('callPaths', () => {
  it('keeps for 15 minutes sites, their languages and legal words, footers, countries, navigations and reviews, and nothing else', () => {
    const longLived = /^\/api\/(sites|legal|footers|countries|navigations|language)(\/|$)|\/reviews(\/|$)/;
    expect(getPaths(({ cache, path }) => (cache === 'long') !== longLived.test(path)).sort()).toEqual([
      'POST /api/products/{productId}/reviews',
      'POST /api/reviews/confirm',
      // It changes with every visitor's country and address.
      'POST /api/sites',
    ]);
  });

  it('keeps every other read and the product search for 2 seconds, and nothing else: no cart, nothing of an account, and not where somebody lives', () => {
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

  it('makes one of equal product searches and of equal routing look-ups', () => {
    expect(getPaths(({ deduplicated }) => deduplicated === true).sort()).toEqual([
      'GET /api/routing/getbyurl',
      'POST /api/products/search',
      'POST /api/routing/geturl',
    ]);
  });
});
