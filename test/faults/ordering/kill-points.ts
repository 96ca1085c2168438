/** Choices of a client that are required to reach a point; the seed decides the others. */
export interface ClientChoices {
  readonly code?: string;
  readonly hasCard?: boolean;
  readonly end?: 'pays' | 'cancels' | 'pays and cancels';
  /** The shop knows of the payment before any other event. */
  readonly waitsUntilPaid?: true;
}

/** A moment while an order is placed or paid, defined by the statement at it. */
export interface KillPoint {
  readonly name: string;
  readonly when: 'before' | 'after';
  /** Pattern of a statement with its values, as `describeStatement` writes it. */
  readonly statement: RegExp;
  /** True if the point is the commit of the transaction with the statement, not the statement itself. */
  readonly isCommit?: true;
  /** How a client reaches the point; undefined if every order does. */
  readonly by?: ClientChoices;
}

const point = (when: 'before' | 'after', name: string, statement: RegExp, by?: ClientChoices): KillPoint => ({
  name: `${when} ${name}`,
  when,
  statement,
  ...(by && { by }),
});

const commit = (
  when: 'before' | 'after',
  name: string,
  statement: RegExp,
  by?: ClientChoices,
): KillPoint => ({
  ...point(when, `the commit of ${name}`, statement, by),
  isCommit: true,
});

/** Returns a statement with its values; long values are truncated. */
export function describeStatement(text: string, values: readonly unknown[] = []): string {
  const words = values.map((value) => {
    if (typeof value === 'string') return value.slice(0, 60);
    return typeof value === 'number' ? String(value) : typeof value;
  });
  return `${text} ← ${words.join('|')}`;
}

const orderInsertPattern = /insert into "customer_order"/;
const providerIdPattern = /update "payment" set "provider_payment_id"/;
/** A notification of the provider, not a check that the shop starts itself: those contain a start time. */
const providerNotificationPattern =
  /insert into "queue_item".* ← refresh-payment\|[\w-]+\|\{"paymentId":"[\w-]+"\}/;
const paymentPaidPattern = /update "payment" set "status".* ← paid/;
const invoiceInsertPattern = /insert into "invoice".*\|invoice\|/;
const mailSentPattern = /update "outbox_mail" set .*"sent_at"/;
const orderCancelledPattern = /update "customer_order" set "status".* ← cancelled/;
const creditNoteInsertPattern = /insert into "invoice".*\|credit-note\|/;
const refundUpdatePattern = /update "refund" set/;

// The order has a payment if no gift card covers the whole amount.
const pays: ClientChoices = { end: 'pays', hasCard: false };
const clientPayingByCard: ClientChoices = { end: 'pays', hasCard: true };
const cancels: ClientChoices = { end: 'cancels' };
const clientPayingAndCancelling: ClientChoices = {
  end: 'pays and cancels',
  hasCard: false,
  waitsUntilPaid: true,
};

/**
 * The moments at which the suite kills the backend, in the order of an order's life. The suite fails if one
 * is never reached.
 */
export const killPoints: readonly KillPoint[] = [
  point('after', 'the key of the order button is claimed', /insert into "idempotent_answer"/),
  point('after', 'the stock is reduced', /update "stock" set/),
  point(
    'after',
    'the use of a discount code is counted',
    /update "promotion" set "usage_count" = "promotion"/,
    {
      code: 'STAL10',
    },
  ),
  point('after', 'the order number is assigned', /insert into "number_series".*\|order\|/),
  point('before', 'the order is inserted', orderInsertPattern),
  point('after', 'the order is inserted', orderInsertPattern),
  point('after', 'the order lines are inserted', /insert into "order_line"/),
  point('after', 'the stock movement is inserted', /insert into "stock_movement".*\|taken\|/),
  point('before', 'an amount of a gift card is reserved', /insert into "gift_card_movement".*\|held\|/, {
    hasCard: true,
  }),
  point('after', 'an amount of a gift card is reserved', /insert into "gift_card_movement".*\|held\|/, {
    hasCard: true,
  }),
  point('after', 'the payment is inserted', /insert into "payment"/, { hasCard: false }),
  point('after', 'the cart is consumed', /update "cart" set.*"ordered_at"/),
  point('before', 'the idempotent response is stored', /update "idempotent_answer" set/),
  point('after', 'the idempotent response is stored', /update "idempotent_answer" set/),
  commit('before', 'the placing', orderInsertPattern),
  commit('after', 'the placing', orderInsertPattern),
  // At this point, the provider has answered.
  point('before', 'the provider response is stored', providerIdPattern, { hasCard: false }),
  point('after', 'the provider response is stored', providerIdPattern, { hasCard: false }),
  commit('before', 'the commit of the provider response', providerIdPattern, { hasCard: false }),
  commit('after', 'the commit of the provider response', providerIdPattern, { hasCard: false }),
  point('before', 'a provider notification is queued', providerNotificationPattern, pays),
  point('after', 'a provider notification is queued', providerNotificationPattern, pays),
  point('before', 'the payment is marked as paid', paymentPaidPattern, pays),
  point('after', 'the payment is marked as paid', paymentPaidPattern, pays),
  point('after', 'the order is marked as paid', /update "customer_order" set "status".* ← paid/, pays),
  point('after', 'a gift card is charged', /insert into "gift_card_movement".*\|taken\|/, clientPayingByCard),
  commit('before', 'the payment', paymentPaidPattern, pays),
  commit('after', 'the payment', paymentPaidPattern, pays),
  point(
    'after',
    'the item of an order message is leased',
    /update "queue_item" set "run_at".*\|order-message\|/,
    pays,
  ),
  point('after', 'the invoice number is assigned', /insert into "number_series".*\|invoice\|/, pays),
  point('after', 'the document is stored', /insert into "stored_document"/, pays),
  point('after', 'the invoice is inserted', invoiceInsertPattern, pays),
  point('after', 'the mail is inserted', /insert into "outbox_mail"/, pays),
  commit('before', 'the commit of the invoice and its mail', invoiceInsertPattern, pays),
  commit('after', 'the commit of the invoice and its mail', invoiceInsertPattern, pays),
  point('after', 'the mail is leased', /update "queue_item" set "run_at".*\|mail\|/, pays),
  // At this point, the mail server has the mail: the only case in which a second copy may be sent.
  point('before', 'the mail is marked as sent', mailSentPattern, pays),
  point('after', 'the mail is marked as sent', mailSentPattern, pays),
  point('before', 'an item of the queue is done', /update "queue_item" set "failure" = \$1, "done_at"/, pays),
  point('after', 'the stock is restored', /insert into "stock_movement".*\|returned\|/, cancels),
  point('after', 'the order is marked as cancelled', orderCancelledPattern, cancels),
  point('after', 'the amount of a gift card is released', /insert into "gift_card_movement".*\|returned\|/, {
    end: 'cancels',
    hasCard: true,
  }),
  point('after', 'the refund is inserted', /insert into "refund"/, clientPayingAndCancelling),
  commit('before', 'the cancelling', orderCancelledPattern, cancels),
  commit('after', 'the cancelling', orderCancelledPattern, cancels),
  // At this point, the provider has refunded.
  point('before', 'the refund is marked as done', refundUpdatePattern, clientPayingAndCancelling),
  commit('after', 'the refund', refundUpdatePattern, clientPayingAndCancelling),
  point('after', 'the credit note is inserted', creditNoteInsertPattern, clientPayingAndCancelling),
  commit(
    'before',
    'the commit of the credit note and its mail',
    creditNoteInsertPattern,
    clientPayingAndCancelling,
  ),
];
