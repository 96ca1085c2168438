/** States of an order (the words of the specification). */
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
 * How a payment stands: begun, and it waits for the customer or the bank; authorised, to be taken when the goods leave; settled; it did not
 * succeed; ended by the shop or the customer before it was paid.
 */
export const paymentStatuses = ['pending', 'authorized', 'paid', 'failed', 'expired', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * What may follow on what. `created`: placed, and no payment has been begun yet; `open`: it waits for its payment; `paid`: settled, or
 * authorised; `processing`: it is being packed; `sent`: it has left, or what is digital was mailed; `closed`: the days of withdrawal are over.
 */
const followers: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['open', 'paid', 'cancelled'],
  open: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['sent', 'cancelled'],
  sent: ['closed'],
  closed: [],
  cancelled: [],
};

/** Whether an order may go from one state to another; never to the one that it is in. */
export const mayFollow = (from: OrderStatus, to: OrderStatus): boolean => followers[from].includes(to);

/** Whether its customer can cancel it: it has not been dispatched. */
export const isCancellableByCustomer = (status: OrderStatus): boolean =>
  status === 'created' || status === 'open' || status === 'paid' || status === 'processing';

/** It waits for money. */
export const awaitsPayment = (status: OrderStatus): boolean => status === 'created' || status === 'open';

/** Its goods have been bought: what counts as sold. */
export const isBought = (status: OrderStatus): boolean =>
  status === 'paid' || status === 'processing' || status === 'sent' || status === 'closed';
