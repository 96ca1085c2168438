/** Statuses of an order, named as in the specification. */
export const orderStatuses = [
  'created',
  'open',
  'paid',
  'processing',
  'sent',
  'closed',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Statuses of a payment: waiting for the customer or the bank; authorised and to be captured when the goods
 * are sent; settled; failed; expired; cancelled by the shop or the customer before it was paid.
 */
export const paymentStatuses = ['pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Allowed transitions. `created`: placed, without a payment yet; `open`: waiting for its payment; `paid`:
 * settled or authorised; `processing`: being packed; `sent`: dispatched, or mailed if it is digital;
 * `closed`: the withdrawal period is over.
 */
const allowedTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['open', 'paid', 'cancelled'],
  open: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['sent', 'cancelled'],
  sent: ['closed'],
  closed: [],
  cancelled: [],
};

/** Returns true if an order may change from one status to another; false for the same status. */
export const canChangeOrderStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  allowedTransitions[from].includes(to);

/** Returns true if the customer can cancel the order: it has not been dispatched. */
export const isCancellableByCustomer = (status: OrderStatus): boolean =>
  status === 'created' || status === 'open' || status === 'paid' || status === 'processing';

/** Returns true if the order waits for its payment. */
export const awaitsPayment = (status: OrderStatus): boolean => status === 'created' || status === 'open';

/** Returns true if the order counts as sold. */
export const countsAsSold = (status: OrderStatus): boolean =>
  status === 'paid' || status === 'processing' || status === 'sent' || status === 'closed';
