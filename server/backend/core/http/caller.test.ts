import { describe, expect, it } from '@jest/globals';
import { anonymousCaller, authenticateCaller, type CallerClaims, type CallerLookups } from './caller.ts';

const cart = {
  cartId: 7,
  shoppingcartId: 'cart-of-1',
  impersonatedUntil: null,
  isOrdered: false,
  accountId: null,
};
const ofAnna = { ...cart, cartId: 9, shoppingcartId: 'cart-of-anna', accountId: 'anna' };
const ofBert = { ...ofAnna, cartId: 10, shoppingcartId: 'cart-of-bert', accountId: 'bert' };
/** A staff member's temporary id of a customer's cart. */
const impersonatedCart = { ...ofBert, shoppingcartId: 'alias-of-bert', impersonatedUntil: new Date(1) };
const ordered = { ...cart, cartId: 8, shoppingcartId: 'ordered-cart-of-1', isOrdered: true };

/** Two customers and a cart of site 1, and a staff member. */
const lookups: CallerLookups = {
  async findAccount(token, siteId) {
    if (siteId !== 1 || !token.endsWith('session')) return null;
    return { accountId: 'anna', sessionId: 's1', isFresh: token === 'fresh-session' };
  },
  findCart: async (id, siteId) =>
    [cart, ordered, ofAnna, ofBert, impersonatedCart].find(
      ({ shoppingcartId }) => shoppingcartId === id && siteId === 1,
    ) ?? null,
  findStaffMember: async (token) => (token === 'admin-token' ? { name: 'Kees' } : null),
};

const noClaims: CallerClaims = { siteId: 1, sessionToken: null, shoppingcartId: null, adminToken: null };
const allClaims = {
  sessionToken: 'fresh-session',
  shoppingcartId: 'cart-of-1',
  adminToken: 'admin-token',
};

const authenticateClaims = (need: Parameters<typeof authenticateCaller>[0], claims: Partial<CallerClaims>) =>
  authenticateCaller(need, { ...noClaims, ...claims }, lookups);

describe('authenticateCaller', () => {
  it.each([
    ['cart', {}, 'not_found'],
    ['cart', { shoppingcartId: 'cart-of-nobody' }, 'not_found'],
    ['cart', { ...allClaims, siteId: 2 }, 'not_found'],
    ['cart', { shoppingcartId: 'ordered-cart-of-1' }, 'not_found'],
    ['cart', { shoppingcartId: 'ordered-cart-of-1', siteId: 2, acceptsOrderedCart: true }, 'not_found'],
    ['cart', { shoppingcartId: 'cart-of-anna' }, 'not_found'],
    ['cart', { ...allClaims, shoppingcartId: 'cart-of-bert' }, 'not_found'],
    ['cart', { sessionToken: 'fresh-session', adminToken: 'admin-token' }, 'not_found'],
    ['session', {}, 'not_authenticated'],
    ['session', { sessionToken: 'unknown' }, 'not_authenticated'],
    ['session', { ...allClaims, siteId: 2 }, 'not_authenticated'],
    ['session', { shoppingcartId: 'cart-of-1', adminToken: 'admin-token' }, 'not_authenticated'],
    ['freshSession', {}, 'not_authenticated'],
    ['freshSession', { ...allClaims, sessionToken: 'old-session' }, 'reauthentication_required'],
    ['staff', {}, 'not_authenticated'],
    ['staff', { ...allClaims, adminToken: 'guessed' }, 'not_authenticated'],
    ['staff', { ...allClaims, adminToken: null }, 'not_authenticated'],
  ] as const)('refuses a call that needs %s to a caller with %j', async (need, claims, code) => {
    await expect(authenticateClaims(need, claims)).rejects.toMatchObject({ name: 'ProblemError', code });
  });

  it.each([
    ['open', {}, anonymousCaller],
    [
      'open',
      { sessionToken: 'unknown', shoppingcartId: 'cart-of-nobody', adminToken: 'guessed' },
      anonymousCaller,
    ],
    [
      'open',
      allClaims,
      { ...anonymousCaller, account: { accountId: 'anna', sessionId: 's1', isFresh: true } },
    ],
    ['open', { ...allClaims, siteId: undefined }, anonymousCaller],
    ['cart', { shoppingcartId: 'cart-of-1' }, { ...anonymousCaller, cart }],
    [
      'cart',
      { sessionToken: 'old-session', shoppingcartId: 'cart-of-anna' },
      { ...anonymousCaller, account: { accountId: 'anna', sessionId: 's1', isFresh: false }, cart: ofAnna },
    ],
    ['cart', { shoppingcartId: 'alias-of-bert' }, { ...anonymousCaller, cart: impersonatedCart }],
    [
      'cart',
      { shoppingcartId: 'ordered-cart-of-1', acceptsOrderedCart: true },
      { ...anonymousCaller, cart: ordered },
    ],
    [
      'session',
      { ...allClaims, sessionToken: 'old-session' },
      { ...anonymousCaller, account: { accountId: 'anna', sessionId: 's1', isFresh: false } },
    ],
    [
      'freshSession',
      allClaims,
      { ...anonymousCaller, account: { accountId: 'anna', sessionId: 's1', isFresh: true } },
    ],
    ['staff', allClaims, { ...anonymousCaller, staff: { name: 'Kees' } }],
  ] as const)(
    'accepts a call that needs %s from a caller with %j, and returns the verified identity',
    async (need, claims, caller) => {
      expect(await authenticateClaims(need, claims)).toEqual(caller);
    },
  );
});
