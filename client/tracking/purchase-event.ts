import type { Order } from '../../shared/contract/orders.ts';
import { countsAsSold } from '../../shared/rules/orders/order-status.ts';
import type { CategoryPath } from './impressions.ts';

/**
 * Storage key of the tracked orders, newest last, because an order page may be opened several times. Written
 * only after consent.
 */
const TRACKED_ORDERS_STORAGE_KEY = 'told-purchases';
const MAX_STORED_ORDERS = 20;

function readTrackedOrders(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(TRACKED_ORDERS_STORAGE_KEY) ?? '[]');
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** @returns false if the browser forbids storage, because a second event could not be detected */
function storeTrackedOrder(orderId: string): boolean {
  try {
    localStorage.setItem(
      TRACKED_ORDERS_STORAGE_KEY,
      JSON.stringify([...readTrackedOrders(), orderId].slice(-MAX_STORED_ORDERS)),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Tracks the payment of an order, once per order. The event contains no customer data and nothing that gives
 * access to the order. Amounts in euro.
 */
export async function trackPurchase(
  order: Order,
  options: {
    readonly brand: string;
    readonly findCategory: (categoryId: number) => Promise<CategoryPath>;
    readonly send: (event: Readonly<Record<string, unknown>>) => void;
  },
): Promise<void> {
  if (
    !countsAsSold(order.status) ||
    readTrackedOrders().includes(order.orderId) ||
    !storeTrackedOrder(order.orderId)
  )
    return;
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
