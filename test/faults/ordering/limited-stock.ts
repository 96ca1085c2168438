import { createSeededRandom } from '../../fixtures/seeded-random.ts';
import type { OrderingShop } from './ordering-shop.ts';
import { type Books, issueShopGiftCard } from './run-checkouts.ts';
import {
  createShopper,
  type LedgerEntry,
  type Plan,
  type Shopper,
  singlePurchasePlan,
  VARIANTS,
} from './shopper.ts';

/** Feed with a stock of ten pieces: `prepareLedgersAndStock` sets it. */
export const LAST_PIECES_VARIANT_ID = 1010;
/** Feed at € 21.95 with enough stock. */
const [FEED_VARIANT_ID] = VARIANTS;

/** Lets clients fill their carts, and then place their orders concurrently. */
async function orderConcurrently(
  shop: OrderingShop,
  { ledger }: Books,
  times: number,
  plan: Partial<Plan>,
): Promise<LedgerEntry[]> {
  const random = createSeededRandom(times);
  const shoppers: Shopper[] = [];
  for (let shopper = 0; shopper < times; shopper += 1) {
    const own = createShopper(shop, ledger, random.fork());
    await own.fillCart({ ...singlePurchasePlan, mostSends: 2, ...plan });
    shoppers.push(own);
  }
  await Promise.all(shoppers.map((shopper) => shopper.order()));
  await Promise.all(shoppers.map((shopper) => shopper.finish()));
  return shoppers.map(({ entry }) => entry);
}

/**
 * Lets more clients order than there are pieces.
 *
 * @returns the number of their orders, and the refusals of the others
 */
export async function orderLastPieces(shop: OrderingShop, books: Books, clients: number) {
  const entries = await orderConcurrently(shop, books, clients, { goods: [[LAST_PIECES_VARIANT_ID, 1]] });
  const refused = entries.filter(({ order }) => !order).map(({ refusal }) => refusal);
  return { orders: entries.length - refused.length, refused };
}

/** Lets more than five clients use a code that has five uses. @returns the number of its uses */
export async function orderWithSharedDiscountCode(
  shop: OrderingShop,
  books: Books,
  clients: number,
): Promise<number> {
  await orderConcurrently(shop, books, clients, { goods: [[FEED_VARIANT_ID, 3]], code: 'FIVE' });
  const [row] = await shop.ask(`select count(*)::int as uses from order_promotion
    join promotion using (promotion_id) where promotion_key = 'five'`);
  return Number(row?.uses);
}

/**
 * Lets clients share a gift card of € 25.00, each with goods for € 21.95.
 *
 * @returns the total of the card in orders, in euro cents
 */
export async function orderWithSharedGiftCard(
  shop: OrderingShop,
  books: Books,
  clients: number,
): Promise<number> {
  const card = await issueShopGiftCard(shop, '25.00');
  const entries = await orderConcurrently(shop, books, clients, { card, goods: [[FEED_VARIANT_ID, 1]] });
  const ids = entries.flatMap(({ order }) => (order ? [`'${order.orderId}'`] : []));
  const [row] = await shop.ask(`select coalesce(sum(gift_card_amount), 0)::int as cents from customer_order
    where order_id in (${ids.join()})`);
  return Number(row?.cents);
}
