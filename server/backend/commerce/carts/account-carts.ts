import type { Database } from '../../core/database/database.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import type { AccountCarts } from '../../customers/accounts/service.ts';
import type { AccountRecord } from '../../customers/accounts/types.ts';
import { CART_COOKIE_SECONDS } from './cart-cookie.ts';
import {
  type CartChange,
  type CartRecord,
  deleteCartAccess,
  deleteCarts,
  deleteVisitorCartAccess,
  findCartAccess,
  insertCartAccess,
  listCartLines,
  lockAccountCart,
  lockCart,
  updateCart,
} from './queries.ts';
import { writeJoinedLines } from './write-joined-lines.ts';

/** The cart of an account with a new id for the requesting browser. */
export interface OpenedCart {
  readonly record: CartRecord;
  readonly shoppingcartId: string;
}

/** Connects carts and accounts. An account has at most one open cart on its site. */
export interface AccountCartService extends AccountCarts {
  /**
   * Returns the open cart of an account for a browser without one. The caller has locked the account.
   *
   * @returns null if the account has no open cart
   */
  open(transaction: Database, accountId: string): Promise<OpenedCart | null>;
}

const createCartCookie = (shoppingcartId: string): ResponseCookie => ({
  name: 'cart',
  value: shoppingcartId,
  maxAgeSeconds: CART_COOKIE_SECONDS,
});

/** Returns the addresses of the account for a cart in which none were typed. */
function fillInAddresses(record: CartRecord, account: AccountRecord): CartChange {
  const { address, firstName, lastName, phoneNumber, emailAddress, companyName, vatNumber } = account;
  if (record.billing !== null || address === null) return {};
  const hasDelivery = record.shipping !== null || record.dealerId !== null || record.parcelShopId !== null;
  return {
    billing: {
      firstName,
      lastName,
      phoneNumber,
      emailAddress,
      address,
      ...(companyName !== '' && { companyName }),
      ...(vatNumber !== '' && { vatNumber }),
    },
    ...(!hasDelivery && { shipping: account.shipping }),
    alternativeShippingAddress: record.alternativeShippingAddress ?? account.alternativeShippingAddress,
  };
}

/**
 * Returns the fields, except lines, that the cart of an account takes from a merged cart. Fields typed before
 * the sign-in win.
 */
function mergeCartFields(own: CartRecord, mergedCart: CartRecord): Partial<CartRecord> {
  const hasDelivery =
    mergedCart.shipping !== null || mergedCart.dealerId !== null || mergedCart.parcelShopId !== null;
  return {
    discountCode: mergedCart.discountCode ?? own.discountCode,
    mailCampaignId: mergedCart.mailCampaignId ?? own.mailCampaignId,
    newsletterSubscribe: own.newsletterSubscribe || mergedCart.newsletterSubscribe,
    billing: mergedCart.billing ?? own.billing,
    draft: mergedCart.draft ?? own.draft,
    alternativeShippingAddress: mergedCart.alternativeShippingAddress ?? own.alternativeShippingAddress,
    ...(hasDelivery && {
      shipping: mergedCart.shipping,
      dealerId: mergedCart.dealerId,
      parcelShopId: mergedCart.parcelShopId,
      parcelShopZipcodeOrCity: mergedCart.parcelShopZipcodeOrCity,
    }),
  };
}

/** Creates the service. */
export function createAccountCarts(): AccountCartService {
  const find = (transaction: Database, siteId: number, shoppingcartId: string | null, now: Date) =>
    shoppingcartId === null
      ? undefined
      : findCartAccess(transaction, { idHash: hashToken(shoppingcartId), siteId, now });

  async function addId(transaction: Database, cartId: number): Promise<string> {
    const shoppingcartId = createToken();
    await insertCartAccess(transaction, { idHash: hashToken(shoppingcartId), cartId });
    return shoppingcartId;
  }

  /** Returns the locked cart of a browser if it may be merged. */
  async function lockMergeableCart(transaction: Database, cartId: number): Promise<CartRecord | undefined> {
    const record = await lockCart(transaction, cartId);
    // A concurrent sign-in may have assigned the cart to an account.
    return record?.accountId === null ? record : undefined;
  }

  return {
    async open(transaction, accountId) {
      const record = await lockAccountCart(transaction, accountId);
      return record ? { record, shoppingcartId: await addId(transaction, record.cartId) } : null;
    },

    async merge(transaction, account, { shoppingcartId, now, preferred: wins = 'browser' }) {
      const { accountId, siteId } = account;
      const own = await lockAccountCart(transaction, accountId);
      const access = await find(transaction, siteId, shoppingcartId, now);
      const isVisitorAccess = access !== undefined && access.impersonatedUntil === null;
      const browserCart =
        isVisitorAccess && access.accountId === null
          ? await lockMergeableCart(transaction, access.cartId)
          : undefined;
      if (shoppingcartId !== null && isVisitorAccess && access.accountId !== null) {
        await deleteCartAccess(transaction, hashToken(shoppingcartId));
      }
      if (!own && !browserCart) {
        // The cookie refers to the cart of another account, or to no cart.
        const belongsToOtherAccount = isVisitorAccess && access.accountId !== null;
        return belongsToOtherAccount ? { name: 'cart', value: '', maxAgeSeconds: 0 } : null;
      }
      if (own && browserCart) {
        const { cartId } = own;
        await writeJoinedLines(transaction, cartId, await listCartLines(transaction, browserCart.cartId));
        const mergedFields =
          wins === 'browser' ? mergeCartFields(own, browserCart) : mergeCartFields(browserCart, own);
        await updateCart(transaction, cartId, {
          ...mergedFields,
          ...fillInAddresses({ ...own, ...mergedFields }, account),
          lastModified: now,
        });
        await deleteCarts(transaction, [browserCart.cartId]);
      } else if (browserCart) {
        await deleteVisitorCartAccess(transaction, browserCart.cartId);
        // The account that the guest requested with the order already exists.
        const change = { accountId, passwordHash: null, confirmPath: null, lastModified: now };
        await updateCart(transaction, browserCart.cartId, {
          ...change,
          ...fillInAddresses(browserCart, account),
        });
      } else if (own) {
        const change = fillInAddresses(own, account);
        if (Object.keys(change).length > 0) await updateCart(transaction, own.cartId, change);
      }
      const cart = own ?? browserCart;
      return cart ? createCartCookie(await addId(transaction, cart.cartId)) : null;
    },

    async detachBrowser(transaction, { accountId, siteId }, { shoppingcartId, now }) {
      if (shoppingcartId === null) return;
      const access = await find(transaction, siteId, shoppingcartId, now);
      if (access?.accountId === accountId && access.impersonatedUntil === null) {
        await deleteCartAccess(transaction, hashToken(shoppingcartId));
      }
    },
  };
}
