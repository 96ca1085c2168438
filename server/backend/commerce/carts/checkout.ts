import type { Database } from '../../core/database/database.ts';
import type { Calculate, CalculationResult } from './calculation.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { assertDestinationDeliverable } from './delivery-country.ts';
import { readCalculationInput } from './prices.ts';
import { type CartLine, type CartRecord, listCartLines, lockCart, markCartOrdered } from './queries.ts';

/** The cart of an order, locked until the transaction ends. */
export interface LockedCheckoutCart {
  readonly record: CartRecord;
  readonly lines: readonly CartLine[];
  /** Calculates the cart at current prices. Repeated calls calculate again. */
  calculate(): Promise<CalculationResult>;
  /** @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered` */
  assertDestinationDeliverable(): Promise<void>;
}

/** The cart operations of placing an order. */
export interface CartCheckout {
  /**
   * Places an order from a cart and marks the cart as ordered, which makes it inaccessible.
   *
   * @param context `now` is the time of the prices
   * @returns null if the cart was already ordered or removed
   */
  consume<T>(
    transaction: Database,
    context: CartContext,
    place: (cart: LockedCheckoutCart) => Promise<T>,
  ): Promise<T | null>;
}

/** Creates the service. */
export function createCartCheckout({
  changer,
  calculate,
}: {
  readonly changer: CartChanger;
  readonly calculate: Calculate;
}): CartCheckout {
  return {
    async consume(transaction, context, place) {
      // A concurrent change of the cart finishes first and takes effect.
      if (!(await lockCart(transaction, context.cart.cartId))) return null;
      return changer.changeInTransaction(transaction, context, 'place-order', async (_handle, record) => {
        const lines = await listCartLines(transaction, record.cartId);
        const placed = await place({
          record,
          lines,
          calculate: async () =>
            calculate(context, await readCalculationInput(transaction, context, record), transaction),
          assertDestinationDeliverable: () => assertDestinationDeliverable(transaction, context, record),
        });
        await markCartOrdered(transaction, record.cartId, context.now);
        return placed;
      });
    },
  };
}
