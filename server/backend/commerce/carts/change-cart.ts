import { commandActor, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import { type CartRecord, lockCart, updateCart } from './queries.ts';

/** Context of the cart calls. */
export type CartContext = ContextOf<'fetchCart'>;

/** Operation on a cart in kebab case, as it appears in the audit log for staff members. */
export type CartAction =
  | 'add-product'
  | 'alter-product'
  | 'remove-product'
  | 'remove-sample'
  | 'name-sample'
  | 'set-discount-code'
  | 'remove-discount-code'
  | 'set-billing'
  | 'set-shipping'
  | 'set-alternative-shipping'
  | 'set-payment'
  | 'set-gift-card'
  | 'remove-gift-card'
  | 'set-draft'
  | 'set-newsletter'
  | 'set-password'
  | 'set-dealer'
  | 'set-parcel-shop'
  | 'set-mail-campaign'
  | 'hand-over'
  | 'place-order';

type CartOperation<T> = (transaction: Database, record: CartRecord) => Promise<T>;

/**
 * Changes carts. Changes of one cart run sequentially: each locks the cart until its transaction ends, so
 * that a concurrent change sees its result. Every change by a staff member is written to the audit log.
 */
export interface CartChanger {
  /** @throws ProblemError `not_found` if the cart was removed in the meantime */
  change<T>(context: CartContext, act: CartAction, work: CartOperation<T>): Promise<T>;
  /** Does the same in an existing transaction. */
  changeInTransaction<T>(
    transaction: Database,
    context: Pick<CartContext, 'cart'>,
    act: CartAction,
    work: CartOperation<T>,
  ): Promise<T>;
}

/** Creates the cart changer. */
export function createCartChanger(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CartChanger {
  const { database, clock } = deps;

  async function changeInTransaction<T>(
    transaction: Database,
    { cart }: Pick<CartContext, 'cart'>,
    act: CartAction,
    work: CartOperation<T>,
  ): Promise<T> {
    const { cartId, impersonatedUntil } = cart;
    const record = await lockCart(transaction, cartId);
    if (!record) throw createNotFound();
    const result = await work(transaction, record);
    const now = new Date(clock());
    await updateCart(transaction, cartId, { lastModified: now });
    if (impersonatedUntil !== null) {
      await recordAuditEntry(transaction, {
        actor: commandActor,
        act,
        resource: 'cart',
        resourceId: cartId,
        now,
      });
    }
    return result;
  }

  return {
    changeInTransaction,
    change: (context, act, work) =>
      database.transaction(
        'change-cart',
        (transaction) => changeInTransaction(transaction, context, act, work),
        {
          signal: context.signal,
        },
      ),
  };
}
