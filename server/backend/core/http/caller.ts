import type { CallPermission } from '../../../../shared/contract/call-contract.ts';
import { createNotFound, ProblemError } from './problem-error.ts';

/** Signed-in customer. */
export interface Account {
  readonly accountId: string;
  /** Id of the session. It grants no access. */
  readonly sessionId: string;
  /** True if the password was entered recently. */
  readonly isFresh: boolean;
}

/** Staff member. */
export interface StaffMember {
  readonly name: string;
}

/** Cart that a caller may see and change. */
export interface CallerCart {
  /** Number of the cart. It grants no access. */
  readonly cartId: number;
  /** Secret id that the caller sent. */
  readonly shoppingcartId: string;
  /** End of the access if a staff member views the cart; otherwise null. */
  readonly impersonatedUntil: Date | null;
  /** True if an order was placed from it. The cart can no longer be used. */
  readonly isOrdered: boolean;
  /**
   * Owner of the cart, who is the only one to access it by its id, except staff who view it. Null if the id
   * is sufficient.
   */
  readonly accountId: string | null;
}

/** Look-ups for the proofs of callers. */
export interface CallerLookups {
  /** Returns the account of a session of the site; null if the session is unknown or expired. */
  findAccount(sessionToken: string, siteId: number): Promise<Account | null>;
  /** Returns the cart of an id; null if the site has none. */
  findCart(shoppingcartId: string, siteId: number): Promise<CallerCart | null>;
  findStaffMember(token: string): Promise<StaffMember | null>;
}

/** Credentials of a request. */
export interface CallerClaims {
  /** Undefined for calls without a site, for which customers and carts are unknown. */
  readonly siteId: number | undefined;
  readonly sessionToken: string | null;
  /** Id from the path, or else from the cookie. */
  readonly shoppingcartId: string | null;
  readonly adminToken: string | null;
  /** True if the call also accepts a cart from which an order was placed. */
  readonly acceptsOrderedCart?: boolean | undefined;
}

/** Proven identity of the caller: as much as the call requires, and the account if there is a session. */
export interface Caller {
  readonly account: Account | null;
  readonly cart: CallerCart | null;
  readonly staff: StaffMember | null;
}

/** Caller of a call that requires no credentials. */
export const anonymousCaller: Caller = Object.freeze({ account: null, cart: null, staff: null });

/**
 * Returns true if the id of the cart is sufficient. The cart of an account requires its session, or the
 * temporary id of a staff member.
 */
export function canAccessCart(
  { accountId, impersonatedUntil }: Pick<CallerCart, 'accountId' | 'impersonatedUntil'>,
  account: Pick<Account, 'accountId'> | null,
): boolean {
  return accountId === null || impersonatedUntil !== null || accountId === account?.accountId;
}

/**
 * Checks the credentials of a caller. Returns the proven identity.
 *
 * @throws ProblemError `not_authenticated`, `reauthentication_required`, or `not_found` for a cart of
 *   another site or one that was ordered
 */
export async function authenticateCaller(
  need: CallPermission,
  { siteId, sessionToken, shoppingcartId, adminToken, acceptsOrderedCart = false }: CallerClaims,
  lookups: CallerLookups,
): Promise<Caller> {
  if (need === 'staff') {
    const staff = adminToken === null ? null : await lookups.findStaffMember(adminToken);
    if (staff === null) throw new ProblemError('not_authenticated');
    return { ...anonymousCaller, staff };
  }
  if (siteId === undefined) return anonymousCaller;
  const account = sessionToken === null ? null : await lookups.findAccount(sessionToken, siteId);
  if (need === 'cart') {
    const cart = shoppingcartId === null ? null : await lookups.findCart(shoppingcartId, siteId);
    if (cart === null || (cart.isOrdered && !acceptsOrderedCart) || !canAccessCart(cart, account)) {
      throw createNotFound();
    }
    return { ...anonymousCaller, account, cart };
  }
  if (need !== 'open') {
    if (account === null) throw new ProblemError('not_authenticated');
    if (need === 'freshSession' && !account.isFresh) throw new ProblemError('reauthentication_required');
  }
  return { ...anonymousCaller, account };
}
