import { getOrderPath } from '../../../../../shared/rules/checkout/checkout-paths.ts';
import { MINUTE_MS } from '../../../../../shared/rules/durations.ts';
import { isSlowMethod } from '../../../../../shared/rules/orders/payment-period.ts';
import type { Database } from '../../../database/database.ts';
import type { QueuedJob } from '../../../jobs/job-queue.ts';
import type { MailTexts } from '../../../mail/mail-texts.ts';
import type { MailWriter } from '../../../mail/mail-writer.ts';
import type { MailContent } from '../../../mail/render-mail.ts';
import { HopelessError, type Worker } from '../../../queue/drain-queue.ts';
import { getBrandName } from '../../../scope/placeholders.ts';
import { getTimeZone } from '../../../scope/site-calendar.ts';
import type { SiteDirectory } from '../../../scope/site-directory.ts';
import type { LinkTokens } from '../../../security/link-tokens.ts';
import { findLegalTexts } from '../../legal/queries.ts';
import { readNoteBasis } from '../credit-order.ts';
import { getCreditAmount, splitCreditVat, spreadOverRates } from '../credit-parts.ts';
import { listCredits, type OrderCredit } from '../credit-queries.ts';
import { isPayable } from '../payable.ts';
import { type OrderMessage, orderMessageKinds } from '../tell-customer.ts';
import { ensureInvoice, issueCreditNote } from './invoices.ts';
import {
  composeCancelledMail,
  composeConfirmedMail,
  composeReceivedMail,
  composeRefundedMail,
  composeSentMail,
  composeUnpaidMail,
} from './order-mails.ts';
import {
  createPaperFormats,
  findStatusTime,
  getCardLabel,
  getPaymentLabel,
  type OrderInWords,
} from './order-words.ts';
import {
  findOrderFacts,
  findOrderScope,
  findPagePath,
  findRefund,
  hasCreditNote,
  insertMessage,
  lockOrder,
  sumCredited,
} from './queries.ts';

/** Delays between attempts. After the last one, a day and a half in all, the event becomes a dead letter. */
const WAITS_MS = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE_MS);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readMessage({ orderId, kind, subject }: QueuedJob['payload']): OrderMessage {
  const known = orderMessageKinds.find((candidate) => candidate === kind);
  if (typeof orderId !== 'string' || !UUID.test(orderId) || !known || typeof subject !== 'string') {
    throw new HopelessError('no_order_message');
  }
  return { orderId, kind: known, subject };
}

/** A mail with its documents. */
interface Told {
  readonly content: MailContent;
  readonly documents: readonly number[];
}

/**
 * Creates the worker of the job `order-message`. Message record, documents and mail are written in one
 * transaction: a failure leaves nothing behind, and a repeat does nothing.
 */
export function createOrderMessageWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly texts: MailTexts;
  readonly linkTokens: LinkTokens;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker<QueuedJob> {
  const { database, sites, mailWriter, texts, linkTokens, clock } = deps;

  async function findScope(orderId: string): Promise<Pick<OrderInWords, 'site' | 'language'>> {
    const scope = await findOrderScope(database, orderId);
    if (!scope) throw new HopelessError('no_such_order');
    // Includes closed sites: their orders still get documents.
    const site = await sites.findSiteOfMail(scope.siteId);
    const language = await sites.findLanguage(scope.languageId);
    if (!site || !language) throw new Error(`Order ${orderId} is of a site or language that does not exist`);
    return { site, language };
  }

  async function findWords(
    transaction: Database,
    orderId: string,
    { site, language }: Pick<OrderInWords, 'site' | 'language'>,
  ): Promise<OrderInWords> {
    const facts = await findOrderFacts(transaction, orderId);
    if (!facts) throw new HopelessError('no_such_order');
    return {
      ...facts,
      site,
      language,
      timeZone: getTimeZone(facts.regionCodes.get(site.site.countryId) ?? ''),
      t: texts.getTranslate(language.code, getBrandName(site)),
      formats: createPaperFormats(language),
    };
  }

  async function tellConfirmed(
    transaction: Database,
    words: OrderInWords,
    orderUrl: string,
    now: Date,
  ): Promise<Told> {
    const { siteId, languageId } = words.order;
    const invoice = await ensureInvoice(transaction, words, now);
    const path = await findPagePath(transaction, { siteId, languageId, key: 'withdrawal' });
    const url = path === null ? null : mailWriter.getOrigin(words.site, languageId) + encodeURI(path);
    const label = (await findLegalTexts(transaction, siteId, languageId))?.withdrawalButton ?? null;
    return {
      content: composeConfirmedMail(words, orderUrl, url === null ? null : { url, label }),
      documents: [invoice.storedDocumentId],
    };
  }

  /**
   * Issues the credit note of a credit, unless it has one.
   *
   * @returns ids of its documents; empty if it was issued before
   */
  async function document(
    transaction: Database,
    words: OrderInWords,
    {
      orderCreditId,
      parts,
      giftCardAmount,
    }: Pick<OrderCredit, 'parts' | 'giftCardAmount'> & {
      readonly orderCreditId: string | null;
    },
    now: Date,
  ): Promise<number[]> {
    if (orderCreditId !== null && (await hasCreditNote(transaction, orderCreditId))) return [];
    const invoice = await ensureInvoice(transaction, words, now);
    // An earlier release issued its note without a reference to the credit.
    const { order } = words;
    const creditedBefore = await sumCredited(transaction, order.orderId);
    if (getCreditAmount(parts) > invoice.totalAmount - creditedBefore) return [];
    const basis = await readNoteBasis(transaction, order, { orderCreditId, creditedBefore });
    const byPayment = getCreditAmount(parts) - giftCardAmount;
    const payments = [
      { label: getCardLabel(words), amount: giftCardAmount },
      { label: getPaymentLabel(words), amount: byPayment },
    ].filter(({ amount }) => amount > 0);
    const { storedDocumentId } = await issueCreditNote(transaction, words, {
      invoice,
      orderCreditId,
      parts,
      shares: splitCreditVat(basis, parts),
      payments,
      now,
    });
    return [storedDocumentId];
  }

  async function tellCancelled(
    transaction: Database,
    words: OrderInWords,
    orderUrl: string,
    now: Date,
  ): Promise<Told> {
    const { order, payment } = words;
    const credits = await listCredits(transaction, order.orderId);
    const credit = credits.find(({ reason }) => reason === 'cancelled');
    const wasPaid = findStatusTime(words, 'paid') !== null;
    const documents = credit ? await document(transaction, words, credit, now) : [];
    const rest = credit ? getCreditAmount(credit.parts) - credit.giftCardAmount : 0;
    const isSettled = payment?.status === 'paid';
    return {
      content: composeCancelledMail(words, orderUrl, {
        giftCard: credit?.giftCardAmount ?? (wasPaid ? 0 : order.giftCardAmount),
        // An amount that was charged back is not refunded again.
        paidBack: isSettled ? Math.max(0, rest - (payment?.chargedBackAmount ?? 0)) : 0,
        released: isSettled ? 0 : rest,
        wasPaid,
        hasCreditNote: documents.length > 0,
      }),
      documents,
    };
  }

  /**
   * Returns the mail about a refund, or about a credit that was only returned to the gift card.
   *
   * @param subject id of either
   */
  async function tellRefunded(
    transaction: Database,
    words: OrderInWords,
    orderUrl: string,
    subject: string,
    now: Date,
  ): Promise<Told> {
    const { orderId, vatAmounts } = words.order;
    const refund = await findRefund(transaction, { orderId, refundId: subject });
    const creditId = refund ? refund.orderCreditId : subject;
    const credit = (await listCredits(transaction, orderId)).find(
      ({ orderCreditId }) => orderCreditId === creditId,
    );
    if (!refund && !credit) throw new HopelessError('no_such_refund');
    const isLate = refund?.reason === 'late';
    const amount = refund?.amount ?? 0;
    // A refund from before credits were introduced has only an amount.
    const credited = credit ?? {
      orderCreditId: null,
      giftCardAmount: 0,
      parts: spreadOverRates(vatAmounts, amount),
    };
    const documents = isLate ? [] : await document(transaction, words, credited, now);
    return {
      content: composeRefundedMail(words, orderUrl, {
        amount,
        isLate,
        // The cancellation mail has already stated it.
        giftCard: credit && credit.reason !== 'cancelled' ? credit.giftCardAmount : 0,
        hasCreditNote: documents.length > 0,
      }),
      documents,
    };
  }

  function tell(
    transaction: Database,
    words: OrderInWords,
    { kind, subject }: OrderMessage,
    orderUrl: string,
    now: Date,
  ): Told | Promise<Told> {
    switch (kind) {
      case 'received':
        return { content: composeReceivedMail(words, orderUrl), documents: [] };
      case 'unpaid':
        return { content: composeUnpaidMail(words, orderUrl), documents: [] };
      case 'confirmed':
        return tellConfirmed(transaction, words, orderUrl, now);
      case 'sent':
        return { content: composeSentMail(words, orderUrl), documents: [] };
      case 'cancelled':
        return tellCancelled(transaction, words, orderUrl, now);
      case 'refunded':
        return tellRefunded(transaction, words, orderUrl, subject, now);
      case 'gift-cards':
        // This mail is written when the cards are issued, because their numbers are only known then.
        throw new HopelessError('gift_cards_are_told_when_issued');
    }
  }

  return {
    waitsMs: WAITS_MS,
    async run({ payload }) {
      const message = readMessage(payload);
      const now = new Date(clock());
      const scope = await findScope(message.orderId);
      await database.transaction('tell-customer', async (transaction) => {
        await lockOrder(transaction, message.orderId);
        const words = await findWords(transaction, message.orderId, scope);
        // The order was paid or cancelled in the meantime, or the customer switched to a bank transfer, which
        // has its own mail.
        const isTransfer = words.method !== null && isSlowMethod(words.method.key);
        if (message.kind === 'unpaid' && (isTransfer || !isPayable(words.order))) return;
        if (!(await insertMessage(transaction, message, now))) return;
        const { site, language, order } = words;
        const origin = mailWriter.getOrigin(site, language.languageId);
        const { orderId } = message;
        const token = linkTokens.derive({ purpose: 'order', id: orderId });
        const orderUrl = `${origin}${getOrderPath(language.code, { orderId, token })}`;
        const { content, documents } = await tell(transaction, words, message, orderUrl, now);
        await mailWriter.putMail(transaction, {
          kind: `order-${message.kind}`,
          site,
          language,
          recipient: order.billing.emailAddress,
          now,
          compose: () => content,
          documents,
        });
      });
    },
  };
}
