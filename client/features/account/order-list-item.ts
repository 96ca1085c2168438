import type { OrderSummary } from '../../../shared/contract/orders.ts';
import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import { type ListedProduct, toListedProduct } from '../../store/listed-product.ts';

type OrderSummaryLine = OrderSummary['lines'][number];

/** An order as lists show it, without the product details that lists omit. */
export interface OrderListItem
  extends Pick<
    OrderSummary,
    | 'orderId'
    | 'orderNumber'
    | 'created'
    | 'status'
    | 'totalAmount'
    | 'trackingUrl'
    | 'isPayable'
    | 'lineCount'
  > {
  /** Working days, for example '1-2'. */
  readonly deliveryTimeDays: string | null;
  readonly lines: readonly (Omit<OrderSummaryLine, 'product'> & { readonly product: ListedProduct | null })[];
}

/** Reduces an order to the fields that lists show. */
export const toOrderListItem = (order: OrderSummary): OrderListItem => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  created: order.created,
  status: order.status,
  totalAmount: order.totalAmount,
  trackingUrl: order.trackingUrl,
  isPayable: order.isPayable,
  lineCount: order.lineCount,
  deliveryTimeDays: order.delivery.deliveryTimeDays,
  lines: order.lines.map((line) => ({ ...line, product: line.product && toListedProduct(line.product) })),
});

/** Whether the order is still open. */
export const isInProgress = (status: OrderStatus): boolean => status !== 'closed' && status !== 'cancelled';

/**
 * Lists the products of orders that the shop still sells, without duplicates, those of the latest order
 * first.
 *
 * @param most maximum number of products
 */
export function listReorderProducts(orders: readonly OrderListItem[], most: number): ListedProduct[] {
  const products = orders
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(({ lines }) => lines)
    .flatMap(({ isGift, product }) => (!isGift && product?.stock.isAvailable ? [product] : []));
  const byVariant = new Map(products.map((product) => [product.productVariantId, product]));
  return [...byVariant.values()].slice(0, most);
}
