import { createFormats } from '../../../../../shared/i18n/create-formats.ts';
import { getBrandName } from '../../../../../shared/rules/brand-name.ts';
import { getOrderPath } from '../../../../../shared/rules/checkout/checkout-paths.ts';
import { isSlowPaymentMethod } from '../../../../../shared/rules/orders/payment-period.ts';
import { isUuid } from '../../../../../shared/rules/uuid.ts';
import { findPagePath } from '../../../content/content/queries.ts';
import type { Database } from '../../../core/database/database.ts';
import type { MailContent } from '../../../core/mail/mail-content.ts';
import type { MailTexts } from '../../../core/mail/mail-texts.ts';
import type { MailWriter } from '../../../core/mail/mail-writer.ts';
import {
  getRetryDelays,
  PermanentFailureError,
  type QueueItem,
  type Worker,
} from '../../../core/queue/attempts.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import { findLegalTexts } from '../../../sites/legal/queries.ts';
import { getTimeZone } from '../../../sites/local-dates.ts';
import type { SiteDirectory } from '../../../sites/site-directory.ts';
import { listRefundsOfOrder } from '../../payments/queries.ts';
import { readCreditNoteBasis } from '../credit-order.ts';
import { getCreditAmount, splitCreditVat, spreadAmountOverVatRates } from '../credit-parts.ts';
import { listCredits, type OrderCredit } from '../credit-queries.ts';
import { type OrderMessage, orderMessageKinds } from '../order-messages.ts';
import { isPayable } from '../payable-amount.ts';
import { lockOrder } from '../queries.ts';
import { ensureInvoice, issueCreditNote } from './invoices.ts';
import { findStatusTime, getGiftCardLabel, getPaymentLabel, type LocalizedOrder } from './localized-order.ts';
import {
  composeCancelledMail,
  composeConfirmedMail,
  composeReceivedMail,
  composeRefundedMail,
  composeSentMail,
  composeUnpaidMail,
} from './order-mails.ts';
import {
  findOrderSiteAndLanguage,
  findOrderWithDetails,
  hasCreditNote,
  insertOrderMessage,
  sumCreditNotes,
} from './queries.ts';

function parseOrderMessage({ orderId, kind, subject }: QueueItem['payload']): OrderMessage {
  const known = orderMessageKinds.find((candidate) => candidate === kind);
  if (!isUuid(orderId) || !known || typeof subject !== 'string') {
    throw new PermanentFailureError('no_order_message');
  }
  return { orderId, kind: known, subject };
}

/** A mail with its documents. */
interface MailWithDocuments {
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
}): Worker {
  const { database, sites, mailWriter, texts, linkTokens, clock } = deps;

  async function findScope(orderId: string): Promise<Pick<LocalizedOrder, 'site' | 'language'>> {
    const scope = await findOrderSiteAndLanguage(database, orderId);
    if (!scope) throw new PermanentFailureError('no_such_order');
    // Includes closed sites: their orders still get documents.
    const site = await sites.findSiteOfMail(scope.siteId);
    const language = await sites.findLanguage(scope.languageId);
    if (!site || !language) throw new Error(`Order ${orderId} has an unknown site or language`);
    return { site, language };
  }

  async function findLocalizedOrder(
    transaction: Database,
    orderId: string,
    { site, language }: Pick<LocalizedOrder, 'site' | 'language'>,
  ): Promise<LocalizedOrder> {
    const details = await findOrderWithDetails(transaction, orderId);
    if (!details) throw new PermanentFailureError('no_such_order');
    return {
      ...details,
      site,
      language,
      timeZone: getTimeZone(details.regionCodes.get(site.site.countryId) ?? ''),
      t: texts.getTranslate(language.code, getBrandName(site.site.type)),
      formats: createFormats({ culture: language.culture }),
    };
  }

  async function createConfirmedMessage(
    transaction: Database,
    localized: LocalizedOrder,
    orderUrl: string,
    now: Date,
  ): Promise<MailWithDocuments> {
    const { siteId, languageId } = localized.order;
    const invoice = await ensureInvoice(transaction, localized, now);
    const path = await findPagePath(transaction, { siteId, languageId, key: 'withdrawal' });
    const url = path === null ? null : mailWriter.getOrigin(localized.site, languageId) + encodeURI(path);
    const label = (await findLegalTexts(transaction, siteId, languageId))?.withdrawalButton ?? null;
    return {
      content: composeConfirmedMail(localized, orderUrl, url === null ? null : { url, label }),
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
    localized: LocalizedOrder,
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
    const invoice = await ensureInvoice(transaction, localized, now);
    // An earlier release issued its note without a reference to the credit.
    const { order } = localized;
    const creditedBefore = await sumCreditNotes(transaction, order.orderId);
    if (getCreditAmount(parts) > invoice.totalAmount - creditedBefore) return [];
    const basis = await readCreditNoteBasis(transaction, order, { orderCreditId, creditedBefore });
    const byPayment = getCreditAmount(parts) - giftCardAmount;
    const payments = [
      { label: getGiftCardLabel(localized), amount: giftCardAmount },
      { label: getPaymentLabel(localized), amount: byPayment },
    ].filter(({ amount }) => amount > 0);
    const { storedDocumentId } = await issueCreditNote(transaction, localized, {
      invoice,
      orderCreditId,
      parts,
      shares: splitCreditVat(basis, parts),
      payments,
      now,
    });
    return [storedDocumentId];
  }

  async function createCancelledMessage(
    transaction: Database,
    localized: LocalizedOrder,
    orderUrl: string,
    now: Date,
  ): Promise<MailWithDocuments> {
    const { order, payment } = localized;
    const credits = await listCredits(transaction, order.orderId);
    const credit = credits.find(({ reason }) => reason === 'cancelled');
    const wasPaid = findStatusTime(localized, 'paid') !== null;
    const documents = credit ? await document(transaction, localized, credit, now) : [];
    const rest = credit ? getCreditAmount(credit.parts) - credit.giftCardAmount : 0;
    const isSettled = payment?.status === 'paid';
    return {
      content: composeCancelledMail(localized, orderUrl, {
        giftCard: credit?.giftCardAmount ?? (wasPaid ? 0 : order.giftCardAmount),
        // An amount that was charged back is not refunded again.
        refundedToPayment: isSettled ? Math.max(0, rest - (payment?.chargedBackAmount ?? 0)) : 0,
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
  async function createRefundedMessage(
    transaction: Database,
    localized: LocalizedOrder,
    orderUrl: string,
    subject: string,
    now: Date,
  ): Promise<MailWithDocuments> {
    const { orderId, vatAmounts } = localized.order;
    const refund = (await listRefundsOfOrder(transaction, orderId)).find(
      ({ refundId }) => refundId === subject,
    );
    const creditId = refund ? refund.orderCreditId : subject;
    const credit = (await listCredits(transaction, orderId)).find(
      ({ orderCreditId }) => orderCreditId === creditId,
    );
    if (!refund && !credit) throw new PermanentFailureError('no_such_refund');
    const isLatePayment = refund?.reason === 'late';
    const amount = refund?.amount ?? 0;
    // A refund from before credits were introduced has only an amount.
    const credited = credit ?? {
      orderCreditId: null,
      giftCardAmount: 0,
      parts: spreadAmountOverVatRates(vatAmounts, amount),
    };
    const documents = isLatePayment ? [] : await document(transaction, localized, credited, now);
    return {
      content: composeRefundedMail(localized, orderUrl, {
        amount,
        isLate: isLatePayment,
        // The cancellation mail has already stated it.
        giftCard: credit && credit.reason !== 'cancelled' ? credit.giftCardAmount : 0,
        hasCreditNote: documents.length > 0,
      }),
      documents,
    };
  }

  function createMessage(
    transaction: Database,
    localized: LocalizedOrder,
    { kind, subject }: OrderMessage,
    orderUrl: string,
    now: Date,
  ): MailWithDocuments | Promise<MailWithDocuments> {
    switch (kind) {
      case 'received':
        return { content: composeReceivedMail(localized, orderUrl), documents: [] };
      case 'unpaid':
        return { content: composeUnpaidMail(localized, orderUrl), documents: [] };
      case 'confirmed':
        return createConfirmedMessage(transaction, localized, orderUrl, now);
      case 'sent':
        return { content: composeSentMail(localized, orderUrl), documents: [] };
      case 'cancelled':
        return createCancelledMessage(transaction, localized, orderUrl, now);
      case 'refunded':
        return createRefundedMessage(transaction, localized, orderUrl, subject, now);
      case 'gift-cards':
        // This mail is written when the cards are issued, because their numbers are only known then.
        throw new PermanentFailureError('gift_cards_are_told_when_issued');
    }
  }

  return {
    retryDelaysMs: getRetryDelays(7),
    async run({ payload }) {
      const message = parseOrderMessage(payload);
      const now = new Date(clock());
      const scope = await findScope(message.orderId);
      await database.transaction('tell-customer', async (transaction) => {
        await lockOrder(transaction, message.orderId);
        const localized = await findLocalizedOrder(transaction, message.orderId, scope);
        // The order was paid or cancelled in the meantime, or the customer switched to a bank transfer, which
        // has its own mail.
        const isTransfer = localized.method !== null && isSlowPaymentMethod(localized.method.key);
        if (message.kind === 'unpaid' && (isTransfer || !isPayable(localized.order))) return;
        if (!(await insertOrderMessage(transaction, message, now))) return;
        const { site, language, order } = localized;
        const origin = mailWriter.getOrigin(site, language.languageId);
        const { orderId } = message;
        const token = linkTokens.derive({ purpose: 'order', id: orderId });
        const orderUrl = `${origin}${getOrderPath(language.code, { orderId, token })}`;
        const { content, documents } = await createMessage(transaction, localized, message, orderUrl, now);
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
