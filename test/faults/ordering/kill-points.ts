/** A moment of placing and paying, told by the statement around it. */
export interface KillPoint {
  readonly name: string;
  readonly when: 'before' | 'after';
  /** Of a statement with its values behind it, as `describeStatement` writes it. */
  readonly statement: RegExp;
  /** The point is not at the statement itself but at the commit of the transaction that it was made in. */
  readonly isCommit?: true;
}

const point = (when: 'before' | 'after', name: string, statement: RegExp): KillPoint => ({
  name: `${when} ${name}`,
  when,
  statement,
});

const commit = (when: 'before' | 'after', name: string, statement: RegExp): KillPoint => ({
  ...point(when, `the commit of ${name}`, statement),
  isCommit: true,
});

/** A statement with its values, cut short where they are long. */
export function describeStatement(text: string, values: readonly unknown[] = []): string {
  const words = values.map((value) => {
    if (typeof value === 'string') return value.slice(0, 60);
    return typeof value === 'number' ? String(value) : typeof value;
  });
  return `${text} ← ${words.join('|')}`;
}

const orderWritten = /insert into "customer_order"/;
const providerNoted = /update "payment" set "provider_payment_id"/;
/** One of its words, and no look that the shop takes by itself: those say since when. */
const providerHeard = /insert into "job".* ← refresh-payment\|\{"paymentId":"[\w-]+"\}/;
const paymentPaid = /update "payment" set "status".* ← paid/;
const invoiceWritten = /insert into "invoice".*\|invoice\|/;
const mailSent = /update "outbox_mail" set .*"sent_at"/;
const orderCancelled = /update "customer_order" set "status".* ← cancelled/;
const creditWritten = /insert into "invoice".*\|credit-note\|/;
const refundNoted = /update "refund" set/;

/** The moments at which the suite ends the backend, in the order in which an order comes by them. One that is never reached fails it. */
export const killPoints: readonly KillPoint[] = [
  point('after', 'the key of the order button is claimed', /insert into "idempotent_answer"/),
  point('after', 'the pieces are taken from stock', /update "stock" set/),
  point('after', 'the use of a code is counted', /update "promotion" set "usage_count" = "promotion"/),
  point('after', 'the number of the order is taken', /insert into "number_series".*\|order\|/),
  point('before', 'the order is written', orderWritten),
  point('after', 'the order is written', orderWritten),
  point('after', 'the lines are written', /insert into "order_line"/),
  point('after', 'the movement of stock is written', /insert into "stock_movement".*\|taken\|/),
  point('before', 'a gift card is held', /insert into "gift_card_movement".*\|held\|/),
  point('after', 'a gift card is held', /insert into "gift_card_movement".*\|held\|/),
  point('after', 'the payment is written', /insert into "payment"/),
  point('after', 'the cart is consumed', /update "cart" set.*"ordered_at"/),
  point('before', 'the answer is kept', /update "idempotent_answer" set/),
  point('after', 'the answer is kept', /update "idempotent_answer" set/),
  commit('before', 'the placing', orderWritten),
  commit('after', 'the placing', orderWritten),
  // The provider has answered by then.
  point('before', 'the answer of the provider is written', providerNoted),
  point('after', 'the answer of the provider is written', providerNoted),
  commit('before', 'the answer of the provider', providerNoted),
  commit('after', 'the answer of the provider', providerNoted),
  point('before', 'a word of the provider is noted', providerHeard),
  point('after', 'a word of the provider is noted', providerHeard),
  point('before', 'the payment is noted as paid', paymentPaid),
  point('after', 'the payment is noted as paid', paymentPaid),
  point('after', 'the order is noted as paid', /update "customer_order" set "status".* ← paid/),
  point('after', 'a gift card is taken', /insert into "gift_card_movement".*\|taken\|/),
  commit('before', 'the payment', paymentPaid),
  commit('after', 'the payment', paymentPaid),
  point('after', 'the job of a mail is taken', /update "job" set "attempts".*\|order-message\|/),
  point('after', 'the number of the invoice is taken', /insert into "number_series".*\|invoice\|/),
  point('after', 'the document is stored', /insert into "stored_document"/),
  point('after', 'the invoice is written', invoiceWritten),
  point('after', 'the mail is written', /insert into "outbox_mail"/),
  commit('before', 'the invoice and its mail', invoiceWritten),
  commit('after', 'the invoice and its mail', invoiceWritten),
  point('before', 'a job is done', /delete from "job"/),
  point('after', 'the mail is taken', /update "outbox_event" set "attempts".*\|mail\|/),
  // The mail server has it by then: the one place where a second copy may be sent.
  point('before', 'the mail is marked as sent', mailSent),
  point('after', 'the mail is marked as sent', mailSent),
  point('before', 'the event of the mail is done', /update "outbox_event" set "done_at"/),
  point('after', 'the pieces are given back', /insert into "stock_movement".*\|returned\|/),
  point('after', 'the order is noted as cancelled', orderCancelled),
  point('after', 'a gift card is given back', /insert into "gift_card_movement".*\|returned\|/),
  point('after', 'the refund is written', /insert into "refund"/),
  commit('before', 'the cancelling', orderCancelled),
  commit('after', 'the cancelling', orderCancelled),
  // The provider has paid back by then.
  point('before', 'the refund is noted as done', refundNoted),
  commit('after', 'the refund', refundNoted),
  point('after', 'the credit note is written', creditWritten),
  commit('before', 'the credit note and its mail', creditWritten),
];
