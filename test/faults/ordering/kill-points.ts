/** What a client must do to come by a point; what is left open is as the seed says. */
export interface Way {
  readonly code?: string;
  readonly hasCard?: boolean;
  readonly end?: 'pays' | 'cancels' | 'pays and cancels';
  /** The shop has heard of the money before anything else happens. */
  readonly seesPaid?: true;
}

/** A moment of placing and paying, told by the statement around it. */
export interface KillPoint {
  readonly name: string;
  readonly when: 'before' | 'after';
  /** Of a statement with its values behind it, as `describeStatement` writes it. */
  readonly statement: RegExp;
  /** The point is not at the statement itself but at the commit of the transaction that it was made in. */
  readonly isCommit?: true;
  /** How a client comes by it; missing where each does who orders. */
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

// Money is on its way where no card pays all of it.
const pays: Way = { end: 'pays', hasCard: false };
const paysByCard: Way = { end: 'pays', hasCard: true };
const cancels: Way = { end: 'cancels' };
const isPaidBack: Way = { end: 'pays and cancels', hasCard: false, seesPaid: true };

/** The moments at which the suite ends the backend, in the order in which an order comes by them. One that is never reached fails it. */
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
  // The provider has answered by then.
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
  // The mail server has it by then: the one place where a second copy may be sent.
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
  // The provider has paid back by then.
  point('before', 'the refund is noted as done', refundNoted, isPaidBack),
  commit('after', 'the refund', refundNoted, isPaidBack),
  point('after', 'the credit note is written', creditWritten, isPaidBack),
  commit('before', 'the credit note and its mail', creditWritten, isPaidBack),
];
