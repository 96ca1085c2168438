import { createSeededRandom } from '../../fixtures/seeded-random.ts';
import type { BreakingProxy } from './breaking-proxy.ts';
import type { OrderingShop } from './ordering-shop.ts';
import type { Books } from './run-checkouts.ts';
import { createShopper, singlePurchasePlan } from './shopper.ts';

/**
 * Lets one client order and pay, while the connection breaks after a number of bytes of the order and of the
 * provider's notifications. @returns the broken exchanges
 */
async function orderOverBrokenConnection(
  shop: OrderingShop,
  { ledger }: Books,
  { line, bytes, seed }: { readonly line: BreakingProxy; readonly bytes: number; readonly seed: number },
): Promise<ReadonlySet<'order' | 'words'>> {
  const cut = new Set<'order' | 'words'>();
  const shopper = createShopper(shop, ledger, createSeededRandom(seed));
  await shopper.fillCart({
    ...singlePurchasePlan,
    async around(what, send) {
      const before = line.cuts;
      line.cutAfter(bytes);
      const answer = await send();
      // A cut that was not reached must not break another exchange.
      line.cutAfter(Number.POSITIVE_INFINITY);
      if (line.cuts > before) cut.add(what);
      return answer;
    },
  });
  await shopper.order();
  await shopper.finish();
  return cut;
}

/**
 * Breaks a connection after every n-th byte of an order (request and response) and of a provider
 * notification, with a new client each time, until the order is completed without a break. The audit checks
 * the results.
 *
 * @param step bytes from one cut to the next
 * @returns the number of cut orders and notifications
 */
export async function breakConnectionAtEveryNthByte(
  shop: OrderingShop,
  books: Books,
  { line, step }: { readonly line: BreakingProxy; readonly step: number },
): Promise<{ readonly orders: number; readonly words: number }> {
  let orders = 0;
  let words = 0;
  for (let cut = 0; ; cut += 1) {
    const broken = await orderOverBrokenConnection(shop, books, { line, bytes: cut * step, seed: cut });
    if (broken.has('words')) words += 1;
    if (!broken.has('order')) return { orders, words };
    orders += 1;
  }
}
