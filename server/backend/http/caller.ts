import type { CallNeed } from '../../../shared/contract/call-contract.ts';
import { createNotFound, ProblemError } from './problem-error.ts';

/** A signed-in customer. */
export interface Account {
  readonly accountId: string;
  /** Names the session that proves it; it opens nothing. */
  readonly sessionId: string;
  /** The password was asked for a moment ago. */
  readonly isFresh: boolean;
}

/** An employee of the shop. */
export interface Keeper {
  readonly name: string;
}

/** A cart that a caller may see and change. */
export interface CallerCart {
  /** Its number, which gives no right. */
  readonly cartId: number;
  /** The id that the caller has shown. */
  readonly shoppingcartId: string;
  /** Where an employee looks at it: when that ends. */
  readonly impersonatedUntil: Date | null;
  /** An order was placed from it: then it is nobody's cart any more. */
  readonly isOrdered: boolean;
  /** Whose it is: then nobody else reaches it by its id, an employee who looks at it aside. Null: whoever has the id. */
  readonly accountId: string | null;
}

/** Where the proofs of callers are looked up. */
export interface CallerLookups {
  /** The account of a session of the site; null where the session is unknown or over. */
  findAccount(sessionToken: string, siteId: number): Promise<Account | null>;
  /** The cart of an id; null where there is none on the site. */
  findCart(shoppingcartId: string, siteId: number): Promise<CallerCart | null>;
  findKeeper(token: string): Promise<Keeper | null>;
}

/** What a request brings along to prove who it comes from. */
export interface CallerClaims {
  /** Undefined for calls of no site, which know no customer and no cart. */
  readonly siteId: number | undefined;
  readonly sessionToken: string | null;
  /** From the path, or else from the cookie. */
  readonly shoppingcartId: string | null;
  readonly keeperToken: string | null;
  /** The call answers also where an order was placed from the cart. */
  readonly takesOrderedCart?: boolean | undefined;
}

/** What was proven of the caller: as much as the call needs, and the account wherever there is a session. */
export interface Caller {
  readonly account: Account | null;
  readonly cart: CallerCart | null;
  readonly keeper: Keeper | null;
}

/** What is known of whoever makes a call that asks for nothing. */
export const nobody: Caller = Object.freeze({ account: null, cart: null, keeper: null });

/** Whether the id of a cart is enough: an account's is for those who are signed in to it, and for an employee's own id. */
export function isOpenTo(
  { accountId, impersonatedUntil }: Pick<CallerCart, 'accountId' | 'impersonatedUntil'>,
  account: Pick<Account, 'accountId'> | null,
): boolean {
  return accountId === null || impersonatedUntil !== null || accountId === account?.accountId;
}

/**
 * Proves that a caller may make a call.
 *
 * @throws ProblemError `not_authenticated`, `reauthentication_required`, or `not_found` for a cart that is not of this site, or was
 * ordered
 */
export async function proveCaller(
  need: CallNeed,
  { siteId, sessionToken, shoppingcartId, keeperToken, takesOrderedCart = false }: CallerClaims,
  lookups: CallerLookups,
): Promise<Caller> {
  if (need === 'keeper') {
    const keeper = keeperToken === null ? null : await lookups.findKeeper(keeperToken);
    if (keeper === null) throw new ProblemError('not_authenticated');
    return { ...nobody, keeper };
  }
  if (siteId === undefined) return nobody;
  const account = sessionToken === null ? null : await lookups.findAccount(sessionToken, siteId);
  if (need === 'cart') {
    const cart = shoppingcartId === null ? null : await lookups.findCart(shoppingcartId, siteId);
    if (cart === null || (cart.isOrdered && !takesOrderedCart) || !isOpenTo(cart, account)) {
      throw createNotFound();
    }
    return { ...nobody, account, cart };
  }
  if (need !== 'open') {
    if (account === null) throw new ProblemError('not_authenticated');
    if (need === 'freshSession' && !account.isFresh) throw new ProblemError('reauthentication_required');
  }
  return { ...nobody, account };
}
