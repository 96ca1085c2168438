import type { Database } from '../../database/database.ts';
import type { AnswerCookie } from '../../http/visitor-cookies.ts';
import { createToken, hashToken } from '../../security/token.ts';
import type { AccountRecord } from '../accounts/queries.ts';
import {
  type CartChange,
  type CartRecord,
  deleteAccess,
  deleteCarts,
  deleteVisitorAccess,
  findAccess,
  insertAccess,
  listLines,
  lockAccountCart,
  lockCart,
  updateCart,
} from './queries.ts';
import { CART_COOKIE_SECONDS } from './service.ts';
import { writeJoinedLines } from './write-lines.ts';

/** The cart of an account, under a new id for the browser that asks. */
export interface OpenedCart {
  readonly record: CartRecord;
  readonly shoppingcartId: string;
}

/** Brings carts and accounts together. Of an account there is one open cart on its site. */
export interface AccountCarts {
  /**
   * The open cart of an account, for a browser that has none. The account is locked.
   *
   * @returns null where it has none either
   */
  open(transaction: Database, accountId: string): Promise<OpenedCart | null>;
  /**
   * Joins the cart of a browser with that of the account that somebody signs in to. A cart joins once: it is gone afterwards, with its
   * ids. What an employee looks at, what was ordered and what is another account's joins nothing.
   *
   * @param account locked, so that two who sign in at once do it one after the other
   * @param browser.shoppingcartId of the cookie; null where there is none
   * @param browser.wins whose addresses, delivery and code count where both carts have them; the browser's unless stated otherwise
   * @returns the cookie with a new id, since whoever knew the one before must not reach what is the account's; null where it stays
   */
  join(
    transaction: Database,
    account: AccountRecord,
    browser: {
      readonly shoppingcartId: string | null;
      readonly now: Date;
      readonly wins?: 'browser' | 'account';
    },
  ): Promise<AnswerCookie | null>;
  /** Takes the id away under which a browser has reached the cart of an account. */
  leave(
    transaction: Database,
    account: { readonly accountId: string; readonly siteId: number },
    browser: { readonly shoppingcartId: string | null; readonly now: Date },
  ): Promise<void>;
}

const createCookie = (shoppingcartId: string): AnswerCookie => ({
  name: 'cart',
  value: shoppingcartId,
  maxAgeSeconds: CART_COOKIE_SECONDS,
});

/** What a cart is given of the addresses of its account, where nobody has typed any. */
function fillIn(record: CartRecord, account: AccountRecord): CartChange {
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

/** What the cart of an account takes over from one that joins it, except its lines. What was typed before the sign-in counts. */
function takeOver(own: CartRecord, joining: CartRecord): Partial<CartRecord> {
  const hasDelivery = joining.shipping !== null || joining.dealerId !== null || joining.parcelShopId !== null;
  return {
    discountCode: joining.discountCode ?? own.discountCode,
    mailCampaignId: joining.mailCampaignId ?? own.mailCampaignId,
    newsletterSubscribe: own.newsletterSubscribe || joining.newsletterSubscribe,
    billing: joining.billing ?? own.billing,
    draft: joining.draft ?? own.draft,
    alternativeShippingAddress: joining.alternativeShippingAddress ?? own.alternativeShippingAddress,
    ...(hasDelivery && {
      shipping: joining.shipping,
      dealerId: joining.dealerId,
      parcelShopId: joining.parcelShopId,
      parcelShopZipcodeOrCity: joining.parcelShopZipcodeOrCity,
    }),
  };
}

/** Makes the service. */
export function createAccountCarts(): AccountCarts {
  const find = (transaction: Database, siteId: number, shoppingcartId: string | null, now: Date) =>
    shoppingcartId === null
      ? undefined
      : findAccess(transaction, { idHash: hashToken(shoppingcartId), siteId, now });

  async function addId(transaction: Database, cartId: number): Promise<string> {
    const shoppingcartId = createToken();
    await insertAccess(transaction, { idHash: hashToken(shoppingcartId), cartId });
    return shoppingcartId;
  }

  /** The cart of a browser that may join, locked. */
  async function lockJoining(transaction: Database, cartId: number): Promise<CartRecord | undefined> {
    const record = await lockCart(transaction, cartId);
    // Another sign-in may have made it somebody's meanwhile.
    return record?.accountId === null ? record : undefined;
  }

  return {
    async open(transaction, accountId) {
      const record = await lockAccountCart(transaction, accountId);
      return record ? { record, shoppingcartId: await addId(transaction, record.cartId) } : null;
    },

    async join(transaction, account, { shoppingcartId, now, wins = 'browser' }) {
      const { accountId, siteId } = account;
      const own = await lockAccountCart(transaction, accountId);
      const access = await find(transaction, siteId, shoppingcartId, now);
      const isOfBrowser = access !== undefined && access.impersonatedUntil === null;
      const joining =
        isOfBrowser && access.accountId === null ? await lockJoining(transaction, access.cartId) : undefined;
      if (shoppingcartId !== null && isOfBrowser && access.accountId !== null) {
        await deleteAccess(transaction, hashToken(shoppingcartId));
      }
      if (!own && !joining) {
        // What is in the cookie opens another account's cart, or nothing.
        const isOfOther = isOfBrowser && access.accountId !== null;
        return isOfOther ? { name: 'cart', value: '', maxAgeSeconds: 0 } : null;
      }
      if (own && joining) {
        const { cartId } = own;
        await writeJoinedLines(transaction, cartId, await listLines(transaction, joining.cartId));
        const taken = wins === 'browser' ? takeOver(own, joining) : takeOver(joining, own);
        await updateCart(transaction, cartId, {
          ...taken,
          ...fillIn({ ...own, ...taken }, account),
          lastModified: now,
        });
        await deleteCarts(transaction, [joining.cartId]);
      } else if (joining) {
        await deleteVisitorAccess(transaction, joining.cartId);
        // The account that was wished with the order is there already.
        const change = { accountId, passwordHash: null, confirmPath: null, lastModified: now };
        await updateCart(transaction, joining.cartId, { ...change, ...fillIn(joining, account) });
      } else if (own) {
        const change = fillIn(own, account);
        if (Object.keys(change).length > 0) await updateCart(transaction, own.cartId, change);
      }
      const cart = own ?? joining;
      return cart ? createCookie(await addId(transaction, cart.cartId)) : null;
    },

    async leave(transaction, { accountId, siteId }, { shoppingcartId, now }) {
      if (shoppingcartId === null) return;
      const access = await find(transaction, siteId, shoppingcartId, now);
      if (access?.accountId === accountId && access.impersonatedUntil === null) {
        await deleteAccess(transaction, hashToken(shoppingcartId));
      }
    },
  };
}
