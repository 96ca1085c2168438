import type { Database } from '../../database/database.ts';
import type { Calculate, CalculationResult } from './calculation.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { assertDelivered } from './delivery-country.ts';
import { readGoods } from './prices.ts';
import { type CartLine, type CartRecord, consumeCart, listLines, lockCart } from './queries.ts';

/** A cart that an order is placed from, locked until the transaction ends. */
export interface CartToOrder {
  readonly record: CartRecord;
  readonly lines: readonly CartLine[];
  /** What it costs now; what it would cost by then, where it is asked again. */
  calculate(): Promise<CalculationResult>;
  /** @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered` */
  assertDelivered(): Promise<void>;
}

/** What placing an order does with a cart. */
export interface CartCheckout {
  /**
   * Has an order placed from a cart, which is nobody's any more then.
   *
   * @param context its `now` says at which prices
   * @returns null where an order has been placed from it, or where it was removed
   */
  consume<T>(
    transaction: Database,
    context: CartContext,
    place: (cart: CartToOrder) => Promise<T>,
  ): Promise<T | null>;
}

/** Makes the service. */
export function createCartCheckout({
  changer,
  calculate,
}: {
  readonly changer: CartChanger;
  readonly calculate: Calculate;
}): CartCheckout {
  return {
    async consume(transaction, context, place) {
      // Whoever is at it comes first: what they do to it counts.
      if (!(await lockCart(transaction, context.cart.cartId))) return null;
      return changer.changeIn(transaction, context, 'place-order', async (_handle, record) => {
        const lines = await listLines(transaction, record.cartId);
        const placed = await place({
          record,
          lines,
          calculate: async () =>
            calculate(context, await readGoods(transaction, context, record), transaction),
          assertDelivered: () => assertDelivered(transaction, context, record),
        });
        await consumeCart(transaction, record.cartId, context.now);
        return placed;
      });
    },
  };
}
