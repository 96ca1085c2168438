import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';
import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import type { OrderListItem } from './order-list-item.ts';

/** Labels of the order states, as in the specification. */
export const orderStatusLabels = {
  created: 'orders.status.created',
  open: 'orders.status.open',
  paid: 'orders.status.paid',
  processing: 'orders.status.processing',
  sent: 'orders.status.sent',
  closed: 'orders.status.closed',
  cancelled: 'orders.status.cancelled',
} as const satisfies Record<OrderStatus, MessageKey>;

/** Headings for the order states. */
export const orderStatusTitles = {
  created: 'orders.waitingTitle',
  open: 'orders.waitingTitle',
  paid: 'orders.paidTitle',
  processing: 'orders.processingTitle',
  sent: 'order.tracking',
  closed: 'orders.closedTitle',
  cancelled: 'order.cancelled',
} as const satisfies Record<OrderStatus, MessageKey>;

/** Badge tones for the order states. */
export const orderStatusTones = {
  created: 'warn',
  open: 'warn',
  paid: 'ok',
  processing: 'warn',
  sent: 'info',
  closed: 'ok',
  cancelled: 'error',
} as const satisfies Record<OrderStatus, 'ok' | 'warn' | 'error' | 'info'>;

/** Formats a delivery time as 'Delivered in 1-2 working days', without line breaks inside. */
export const formatDeliveryTime = (t: Translate, days: string): string =>
  t('cart.deliveryTime', { days: days.replace('-', '-\u2060') });

/** Formats the contents as 'Terno Sport Pellets, Nuvo Hoof Biotin and 2 more products'. */
export function formatOrderContents(t: Translate, { lines, lineCount }: OrderListItem): string {
  const titles = lines.slice(0, 2).map(({ description }) => description);
  const rest = lineCount - titles.length;
  const named = titles.join(', ');
  return rest > 0 ? t('orders.more', { titles: named, smart_count: rest }) : named;
}
