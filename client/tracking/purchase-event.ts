import type { Order } from '../../shared/contract/orders.ts';
import { isBought } from '../../shared/rules/orders/order-status.ts';
import type { CategoryPath } from './impressions.ts';

/** Orders that this browser has told of, newest last: a page of an order is opened more than once. Written after consent only. */
const STORAGE_KEY = 'told-purchases';
const KEPT = 20;

function readTold(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** @returns false where the browser keeps nothing: then nobody could tell a second time from the first */
function keepTold(orderId: string): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...readTold(), orderId].slice(-KEPT)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Tells that an order is paid, once for each order. Nothing in it says who has ordered, and nothing gives a right to see the order.
 * Amounts are euro.
 */
export async function tellPurchase(
  order: Order,
  options: {
    readonly brand: string;
    readonly findCategory: (categoryId: number) => Promise<CategoryPath>;
    readonly send: (event: Readonly<Record<string, unknown>>) => void;
  },
): Promise<void> {
  if (!isBought(order.status) || readTold().includes(order.orderId) || !keepTold(order.orderId)) return;
  const items = await Promise.all(
    order.lines
      .filter(({ isGift }) => !isGift)
      .map(async (line) => ({
        id: line.productId,
        name: line.description,
        price: line.totalAmount / line.quantity / 100,
        brand: options.brand,
        ...(line.product && (await options.findCategory(line.product.categoryId))),
        variant: line.productVariantId,
        quantity: line.quantity,
      })),
  );
  options.send({
    event: 'purchase',
    transactionId: order.orderNumber,
    value: order.totalAmount / 100,
    tax: order.vatAmounts.reduce((sum, { vatAmount }) => sum + vatAmount, 0) / 100,
    shipping: order.shippingCosts / 100,
    currency: 'EUR',
    ...(order.discountCode !== null && { coupon: order.discountCode }),
    items,
  });
}
