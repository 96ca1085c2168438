import {
  createLedger,
  createShopper,
  type Shopper,
  singlePurchasePlan,
  VARIANTS,
} from '../faults/ordering/shopper.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';

/**
 * Lets clients fill their carts and place their orders, a given number of them concurrently.
 *
 * @param port of the web
 * @returns milliseconds from the order request to the last byte of its response, ascending
 * @throws Error if an order is not placed at the first attempt
 */
export async function placeOrders(
  port: number,
  { orders, atOnce }: { readonly orders: number; readonly atOnce: number },
): Promise<number[]> {
  const ledger = createLedger();
  const random = createSeededRandom(orders);
  const times: number[] = [];
  const shoppers: Shopper[] = [];
  for (let number = 0; number < orders; number += 1) {
    const shopper = createShopper({ port, mollie: { payments: new Map() } }, ledger, random.fork());
    await shopper.fillCart({
      ...singlePurchasePlan,
      goods: [[VARIANTS[number % VARIANTS.length] ?? VARIANTS[0], 1]],
      async around(_what, send) {
        const askedAt = performance.now();
        const answer = await send();
        times.push(performance.now() - askedAt);
        return answer;
      },
    });
    shoppers.push(shopper);
  }
  const waiting = shoppers.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const shopper of waiting) await shopper.order();
    }),
  );
  const placed = ledger.entries.filter(({ order }) => order).length;
  if (placed < orders || times.length > orders || ledger.broken > 0) {
    throw new Error(`${placed} of ${orders} orders were placed in ${times.length} attempts`);
  }
  return times.sort((a, b) => a - b);
}
