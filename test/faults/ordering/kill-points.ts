/** Choices of a client that are required to reach a point; the seed decides the others. */
export interface Way {
  readonly code?: string;
  readonly hasCard?: boolean;
  readonly end?: 'pays' | 'cancels' | 'pays and cancels';
  /** The shop knows of the payment before any other event. */
  readonly seesPaid?: true;
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
  readonly by?: Way;
}

const point = (when: 'before' | 'after', name: string, statement: RegExp, by?: Way): KillPoint => ({
  name: `${when} ${name}`,
  when,
  statement,
  ...(by && { by }),
});

const commit = (when: 'before' | 'after', name: string, statement: RegExp, by?: Way): KillPoint => ({
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

const orderWritten = /insert into "customer_order"/;
const providerNoted = /update "payment" set "provider_payment_id"/;
/** A notification of the provider, not a check that the shop starts itself: those contain a start time. */
const providerHeard = /insert into "job".* ← refresh-payment\|\{"paymentId":"[\w-]+"\}/;
const paymentPaid = /update "payment" set "status".* ← paid/;
const invoiceWritten = /insert into "invoice".*\|invoice\|/;
const mailSent = /update "outbox_mail" set .*"sent_at"/;
const orderCancelled = /update "customer_order" set "status".* ← cancelled/;
const creditWritten = /insert into "invoice".*\|credit-note\|/;
const refundNoted = /update "refund" set/;

// The order has a payment if no gift card covers the whole amount.
const pays: Way = { end: 'pays', hasCard: false };
const paysByCard: Way = { end: 'pays', hasCard: true };
const cancels: Way = { end: 'cancels' };
const isPaidBack: Way = { end: 'pays and cancels', hasCard: false, seesPaid: true };

/**
 * The moments at which the suite kills the backend, in the order of an order's life. The suite fails if one
 * is never reached.
 */
export const killPoints: readonly KillPoint[] = [
  point('after', 'the key of the order button is claimed', /insert into "idempotent_answer"/),
  point('after', 'the pieces are taken from stock', /update "stock" set/),
  point('after', 'the use of a code is counted', /update "promotion" set "usage_count" = "promotion"/, {
    code: 'STAL10',
  }),
  point('after', 'the number of the order is taken', /insert into "number_series".*\|order\|/),
  point('before', 'the order is written', orderWritten),
  point('after', 'the order is written', orderWritten),
  point('after', 'the lines are written', /insert into "order_line"/),
  point('after', 'the movement of stock is written', /insert into "stock_movement".*\|taken\|/),
  point('before', 'a gift card is held', /insert into "gift_card_movement".*\|held\|/, { hasCard: true }),
  point('after', 'a gift card is held', /insert into "gift_card_movement".*\|held\|/, { hasCard: true }),
  point('after', 'the payment is written', /insert into "payment"/, { hasCard: false }),
  point('after', 'the cart is consumed', /update "cart" set.*"ordered_at"/),
  point('before', 'the answer is kept', /update "idempotent_answer" set/),
  point('after', 'the answer is kept', /update "idempotent_answer" set/),
  commit('before', 'the placing', orderWritten),
  commit('after', 'the placing', orderWritten),
  // At this point, the provider has answered.
  point('before', 'the answer of the provider is written', providerNoted, { hasCard: false }),
  point('after', 'the answer of the provider is written', providerNoted, { hasCard: false }),
  commit('before', 'the answer of the provider', providerNoted, { hasCard: false }),
  commit('after', 'the answer of the provider', providerNoted, { hasCard: false }),
  point('before', 'a word of the provider is noted', providerHeard, pays),
  point('after', 'a word of the provider is noted', providerHeard, pays),
  point('before', 'the payment is noted as paid', paymentPaid, pays),
  point('after', 'the payment is noted as paid', paymentPaid, pays),
  point('after', 'the order is noted as paid', /update "customer_order" set "status".* ← paid/, pays),
  point('after', 'a gift card is taken', /insert into "gift_card_movement".*\|taken\|/, paysByCard),
  commit('before', 'the payment', paymentPaid, pays),
  commit('after', 'the payment', paymentPaid, pays),
  point('after', 'the job of a mail is taken', /update "job" set "attempts".*\|order-message\|/, pays),
  point('after', 'the number of the invoice is taken', /insert into "number_series".*\|invoice\|/, pays),
  point('after', 'the document is stored', /insert into "stored_document"/, pays),
  point('after', 'the invoice is written', invoiceWritten, pays),
  point('after', 'the mail is written', /insert into "outbox_mail"/, pays),
  commit('before', 'the invoice and its mail', invoiceWritten, pays),
  commit('after', 'the invoice and its mail', invoiceWritten, pays),
  point('before', 'a job is done', /delete from "job"/, pays),
  point('after', 'the mail is taken', /update "outbox_event" set "attempts".*\|mail\|/, pays),
  // At this point, the mail server has the mail: the only case in which a second copy may be sent.
  point('before', 'the mail is marked as sent', mailSent, pays),
  point('after', 'the mail is marked as sent', mailSent, pays),
  point('before', 'the event of the mail is done', /update "outbox_event" set "done_at"/, pays),
  point('after', 'the pieces are given back', /insert into "stock_movement".*\|returned\|/, cancels),
  point('after', 'the order is noted as cancelled', orderCancelled, cancels),
  point('after', 'a gift card is given back', /insert into "gift_card_movement".*\|returned\|/, {
    end: 'cancels',
    hasCard: true,
  }),
  point('after', 'the refund is written', /insert into "refund"/, isPaidBack),
  commit('before', 'the cancelling', orderCancelled, cancels),
  commit('after', 'the cancelling', orderCancelled, cancels),
  // At this point, the provider has refunded.
  point('before', 'the refund is noted as done', refundNoted, isPaidBack),
  commit('after', 'the refund', refundNoted, isPaidBack),
  point('after', 'the credit note is written', creditWritten, isPaidBack),
  commit('before', 'the credit note and its mail', creditWritten, isPaidBack),
];
