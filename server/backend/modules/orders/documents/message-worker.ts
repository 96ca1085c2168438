import { getOrderPath } from '../../../../../shared/rules/checkout/checkout-paths.ts';
import type { Database } from '../../../database/database.ts';
import type { QueuedJob } from '../../../jobs/job-queue.ts';
import type { MailTexts } from '../../../mail/mail-texts.ts';
import type { MailWriter } from '../../../mail/mail-writer.ts';
import type { MailContent } from '../../../mail/render-mail.ts';
import { HopelessError, type Worker } from '../../../queue/drain-queue.ts';
import { getBrandName } from '../../../scope/placeholders.ts';
import { getTimeZone } from '../../../scope/site-calendar.ts';
import type { SiteDirectory } from '../../../scope/site-directory.ts';
import { findLegalTexts } from '../../legal/queries.ts';
import { listRefunds } from '../../payments/queries.ts';
import { type OrderMessage, orderMessageKinds } from '../tell-customer.ts';
import { ensureInvoice, issueCreditNote } from './invoices.ts';
import {
  composeCancelledMail,
  composeConfirmedMail,
  composeReceivedMail,
  composeRefundedMail,
  composeSentMail,
} from './order-mails.ts';
import { createPaperFormats, findStatusTime, listPayments, type OrderInWords } from './order-words.ts';
import {
  findOrderFacts,
  findOrderScope,
  findPagePath,
  findRefund,
  insertMessage,
  lockOrder,
  sumCredited,
} from './queries.ts';

const MINUTE_MS = 60_000;
/** After the last it is given up, and somebody is told: a day and a half in all. */
const WAITS_MS = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE_MS);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readMessage({ orderId, kind, subject }: QueuedJob['payload']): OrderMessage {
  const known = orderMessageKinds.find((candidate) => candidate === kind);
  if (typeof orderId !== 'string' || !UUID.test(orderId) || !known || typeof subject !== 'string') {
    throw new HopelessError('no_order_message');
  }
  return { orderId, kind: known, subject };
}

/** What is told, and the documents that go with it. */
interface Told {
  readonly content: MailContent;
  readonly documents: readonly number[];
}

/**
 * Makes the worker of the job `order-message`. Note, documents and mail are written in one transaction: whatever breaks in between leaves
 * nothing, and what is done already is not done again.
 */
export function createOrderMessageWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly texts: MailTexts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker<QueuedJob> {
  const { database, sites, mailWriter, texts, clock } = deps;

  async function findScope(orderId: string): Promise<Pick<OrderInWords, 'site' | 'language'>> {
    const scope = await findOrderScope(database, orderId);
    if (!scope) throw new HopelessError('no_such_order');
    // Also of one that was closed since: what was sold there still has its papers.
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

  /** A credit note for what goes back of an order that was paid; what never had an invoice has nothing to take back. */
  async function credit(
    transaction: Database,
    words: OrderInWords,
    payments: readonly { readonly label: string; readonly amount: number }[],
    now: Date,
  ): Promise<number[]> {
    // Nor has what was sent again for nothing.
    if (findStatusTime(words, 'paid') === null || payments.length === 0) return [];
    const invoice = await ensureInvoice(transaction, words, now);
    let left = invoice.totalAmount - (await sumCredited(transaction, words.order.orderId));
    const creditable = payments.flatMap(({ label, amount }) => {
      const part = Math.min(amount, left);
      left -= part;
      return part > 0 ? [{ label, amount: part }] : [];
    });
    if (creditable.length === 0) return [];
    const { storedDocumentId } = await issueCreditNote(transaction, words, {
      invoice,
      payments: creditable,
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
    const wasPaid = findStatusTime(words, 'paid') !== null;
    const rest = wasPaid ? order.totalAmount - order.giftCardAmount : 0;
    const cancelledAt = findStatusTime(words, 'cancelled');
    const wentBefore = (await listRefunds(transaction, order.orderId))
      .filter(({ createdAt }) => cancelledAt !== null && createdAt < cancelledAt)
      .reduce((sum, { amount }) => sum + amount, 0);
    const isSettled = payment?.status === 'paid';
    // What was paid goes back with a mail and a credit note of its own.
    const payments = listPayments(words).slice(0, isSettled && rest > 0 ? -1 : undefined);
    const documents = await credit(transaction, words, payments, now);
    return {
      content: composeCancelledMail(words, orderUrl, {
        giftCard: order.giftCardAmount,
        paidBack: isSettled ? rest - wentBefore : 0,
        released: isSettled ? 0 : rest,
        hasCreditNote: documents.length > 0,
      }),
      documents,
    };
  }

  async function tellRefunded(
    transaction: Database,
    words: OrderInWords,
    orderUrl: string,
    refundId: string,
    now: Date,
  ): Promise<Told> {
    const { orderId } = words.order;
    const refund = await findRefund(transaction, { orderId, refundId });
    if (!refund) throw new HopelessError('no_such_refund');
    const { amount, reason } = refund;
    const label = listPayments(words).at(-1)?.label ?? words.t('order.payment');
    const isLate = reason === 'late';
    const documents = isLate ? [] : await credit(transaction, words, [{ label, amount }], now);
    return {
      content: composeRefundedMail(words, orderUrl, {
        amount,
        isLate,
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
      case 'confirmed':
        return tellConfirmed(transaction, words, orderUrl, now);
      case 'sent':
        return { content: composeSentMail(words, orderUrl), documents: [] };
      case 'cancelled':
        return tellCancelled(transaction, words, orderUrl, now);
      case 'refunded':
        return tellRefunded(transaction, words, orderUrl, subject, now);
      case 'gift-cards':
        // Laid where the cards are issued: their numbers are known there only.
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
        if (!(await insertMessage(transaction, message, now))) return;
        const { site, language, order } = words;
        const origin = mailWriter.getOrigin(site, language.languageId);
        const orderUrl = `${origin}${getOrderPath(language.code, order)}`;
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
