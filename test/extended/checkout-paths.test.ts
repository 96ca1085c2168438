import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import {
  type CheckoutPage,
  getCheckoutPath,
  getCheckoutRootPath,
} from '../../shared/rules/checkout/checkout-paths.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

/** A shop in each language. */
const testedShops = [
  ['nl', 'havero-nl.localhost'],
  ['de', 'hafero-de.localhost'],
  ['en', 'havero-en.localhost'],
  ['da', 'havero-dk.localhost'],
  ['it', 'havero-it.localhost'],
  ['pt', 'havero-pt.localhost'],
  ['es', 'havero-es.localhost'],
  ['sv', 'havero-se.localhost'],
  ['et', 'havero-ee.localhost'],
] as const;

const corporateSites = [
  ['en', 'havero-corporate.localhost'],
  ['nl', 'nl.havero-corporate.localhost'],
  ['de', 'de.havero-corporate.localhost'],
] as const;

const checkoutPages: readonly CheckoutPage[] = [
  'billing',
  'delivery',
  'payment',
  'complete',
  'login',
  'password-forgot',
  'password-reset',
];

let backend: BackendFixture;
let web: TestWeb;

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app, { TRUST_PROXY: 'true' });
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

/** Returns the status of a path without a cart, and the path that it redirects to. */
async function fetchStatusAndRedirect(host: string, path: string): Promise<readonly [number, string | null]> {
  const { status, headers } = await fetchRaw({ port: web.port, path, headers: { host } });
  const { location } = headers;
  return [status, location === undefined ? null : new URL(location, `http://${host}`).pathname];
}

describe.each(testedShops)('the checkout in %s', (language, host) => {
  it('redirects from its root to the payment, which redirects to the cart while that is empty', async () => {
    expect(await fetchStatusAndRedirect(host, getCheckoutRootPath(language))).toEqual([
      303,
      getCheckoutPath(language, 'payment'),
    ]);
    for (const step of ['billing', 'delivery', 'payment'] as const) {
      expect(await fetchStatusAndRedirect(host, getCheckoutPath(language, step))).toEqual([
        303,
        getCartPath(language),
      ]);
    }
  });

  it('redirects the paths of another language', async () => {
    const other = language === 'nl' ? 'de' : 'nl';
    expect(await fetchStatusAndRedirect(host, getCheckoutRootPath(other))).toEqual([
      301,
      getCheckoutRootPath(language),
    ]);
    expect(await fetchStatusAndRedirect(host, getCheckoutPath(other, 'billing'))).toEqual([
      301,
      getCheckoutPath(language, 'billing'),
    ]);
  });
});

it.each(corporateSites)(
  'returns 404 for every checkout page on the corporate site in %s',
  async (language, host) => {
    const paths = [
      getCheckoutRootPath(language),
      ...checkoutPages.map((page) => getCheckoutPath(language, page)),
    ];
    const answers: unknown[] = [];
    for (const path of paths) {
      const [status, location] = await fetchStatusAndRedirect(host, path);
      answers.push([path, location === null ? status : (await fetchStatusAndRedirect(host, location))[0]]);
    }
    expect(answers).toEqual(paths.map((path) => [path, 404]));
  },
);
