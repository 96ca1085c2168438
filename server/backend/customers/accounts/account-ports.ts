import type { Billing } from '../../../../shared/contract/people.ts';
import type { Database } from '../../core/database/database.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import type { AccountRecord } from './types.ts';

/** What sign-in and sign-out do to the carts of a browser and an account. */
export interface AccountCarts {
  /**
   * Merges the cart of a browser into the cart of the account that signs in. The merged cart is deleted with
   * its ids. Carts that are viewed by a staff member, ordered, or owned by another account are not merged.
   *
   * @param account locked account, so that concurrent sign-ins run sequentially
   * @param browser.shoppingcartId id from the cookie; null if there is none
   * @param browser.wins which cart's addresses, delivery option and discount code win if both have them;
   * default: the browser's
   * @returns the cookie with a new id, because anyone who knows the former id must not reach the cart of the
   * account; null if the cookie stays the same
   */
  merge(
    transaction: Database,
    account: AccountRecord,
    browser: {
      readonly shoppingcartId: string | null;
      readonly now: Date;
      readonly preferred?: 'browser' | 'account';
    },
  ): Promise<ResponseCookie | null>;
  /** Removes the id under which a browser reaches the cart of an account. */
  detachBrowser(
    transaction: Database,
    account: { readonly accountId: string; readonly siteId: number },
    browser: { readonly shoppingcartId: string | null; readonly now: Date },
  ): Promise<void>;
}

/** The orders of accounts. */
export interface AccountOrders {
  /**
   * Assigns the orders that a guest placed with the address of the account to it, and their samples. Call it
   * only after the account owner has proven the mailbox.
   */
  attachGuestOrders(
    transaction: Database,
    owner: Pick<AccountRecord, 'accountId' | 'siteId' | 'emailAddress'>,
  ): Promise<void>;
  /** Returns the billing details of the latest order of an account; null if it has no orders. */
  findLatestBilling(handle: Database, accountId: string): Promise<Billing | null>;
}

/** Counts what the account page marks as new. */
export interface UnreadCounts {
  /** Counts the laboratory results that the account owner has not opened. */
  countUnreadResults(handle: Database, accountId: string): Promise<number>;
  /** Counts the rations that the account owner has not viewed since they were recalculated. */
  countUnreadAdvice(handle: Database, accountId: string): Promise<number>;
}

/** What accounts need of modules on higher floors. */
export interface AccountPorts {
  readonly accountCarts: AccountCarts;
  readonly accountOrders: AccountOrders;
  readonly unreadCounts: UnreadCounts;
}
