import { commandActor, noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { type CartRecord, lockCart, updateCart } from './queries.ts';

/** What the calls of a cart know. */
export type CartContext = ContextOf<'fetchCart'>;

/** What is done to a cart, in kebab case, as the audit tells it of an employee. */
export type CartAct =
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

type Work<T> = (transaction: Database, record: CartRecord) => Promise<T>;

/**
 * Changes carts: one change after the other, each alone until its transaction ends, so that of two at once the second sees what the first
 * has written. Every change that an employee makes is noted beside it.
 */
export interface CartChanger {
  /** @throws ProblemError `not_found` where the cart was removed meanwhile */
  change<T>(context: CartContext, act: CartAct, work: Work<T>): Promise<T>;
  /** The same in a transaction that is there already. */
  changeIn<T>(
    transaction: Database,
    context: Pick<CartContext, 'cart'>,
    act: CartAct,
    work: Work<T>,
  ): Promise<T>;
}

/** Makes the changer. */
export function createCartChanger(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CartChanger {
  const { database, clock } = deps;

  async function changeIn<T>(
    transaction: Database,
    { cart }: Pick<CartContext, 'cart'>,
    act: CartAct,
    work: Work<T>,
  ): Promise<T> {
    const { cartId, impersonatedUntil } = cart;
    const record = await lockCart(transaction, cartId);
    if (!record) throw createNotFound();
    const result = await work(transaction, record);
    const now = new Date(clock());
    await updateCart(transaction, cartId, { lastModified: now });
    if (impersonatedUntil !== null) {
      await noteAct(transaction, { actor: commandActor, act, noun: 'cart', nounId: cartId, now });
    }
    return result;
  }

  return {
    changeIn,
    change: (context, act, work) =>
      database.transaction('change-cart', (transaction) => changeIn(transaction, context, act, work), {
        signal: context.signal,
      }),
  };
}
