import type { Database } from '../../../core/database/database.ts';
import { putDocument } from '../../../core/mail/stored-documents.ts';
import { getRetentionYears } from '../../../sites/legal-periods.ts';
import { getDocumentRetentionEnd, getLocalYear } from '../../../sites/local-dates.ts';
import { getCreditAmount } from '../credit-parts.ts';
import { getNumberPrefix, takeNextNumber } from '../number-series.ts';
import { type InvoiceContent, renderInvoice } from './invoice-pdf.ts';
import type { LocalizedOrder } from './localized-order.ts';
import {
  findInvoice,
  findNewestIssueTime,
  type InvoiceRecord,
  insertInvoice,
  sumCreditNotes,
} from './queries.ts';

/**
 * Takes the next number, renders the document with it and stores everything in the transaction, so that a
 * failure uses up no number. The series row stays locked while a worker renders the document (about 0.1 s),
 * because the document contains the number. Only other invoices of the same site wait.
 */
async function issueDocument(
  transaction: Database,
  {
    localized,
    kind,
    totalAmount,
    credit,
    orderCreditId = null,
    now,
  }: Pick<InvoiceContent, 'localized' | 'credit'> & {
    readonly kind: 'invoice' | 'credit-note';
    readonly totalAmount: number;
    readonly orderCreditId?: string | null;
    readonly now: Date;
  },
): Promise<InvoiceRecord> {
  const { order, timeZone } = localized;
  const { siteId, orderId } = order;
  const year = getLocalYear(now, timeZone);
  const number = await takeNextNumber(transaction, { siteId, year, kind });
  // Dates must increase with the numbers, although the clocks of backends differ and a job may have waited
  // for the lock.
  const newest = await findNewestIssueTime(transaction, { siteId, prefix: getNumberPrefix({ kind, year }) });
  const issuedAt = newest !== null && newest > now ? newest : now;
  const bytes = await renderInvoice({ localized, number, issuedAt, ...(credit && { credit }) });
  const storedDocumentId = await putDocument(transaction, {
    mediaType: 'application/pdf',
    fileName: `${kind}-${number}.pdf`,
    bytes,
    keepUntil: getDocumentRetentionEnd(now, timeZone, getRetentionYears(localized.site)),
    now,
  });
  return insertInvoice(transaction, {
    siteId,
    number,
    kind,
    orderId,
    totalAmount,
    orderCreditId,
    createdAt: issuedAt,
    storedDocumentId,
  });
}

/**
 * Returns the invoice of an order and issues it on the first call. The caller has locked the order, so that
 * it is issued once.
 */
export async function ensureInvoice(
  transaction: Database,
  localized: LocalizedOrder,
  now: Date,
): Promise<InvoiceRecord> {
  const known = await findInvoice(transaction, localized.order.orderId);
  return (
    known ??
    issueDocument(transaction, { localized, kind: 'invoice', totalAmount: localized.order.totalAmount, now })
  );
}

/**
 * Issues the credit note of a credit of an order that has an invoice.
 *
 * @param credit.payments refunded amounts by means of payment, in positive euro cents
 * @throws RangeError if all credit notes together would exceed the invoice
 */
export async function issueCreditNote(
  transaction: Database,
  localized: LocalizedOrder,
  {
    invoice,
    orderCreditId,
    now,
    ...credit
  }: Pick<NonNullable<InvoiceContent['credit']>, 'parts' | 'shares' | 'payments'> & {
    readonly invoice: InvoiceRecord;
    /** Null for a refund from before credits were introduced. */
    readonly orderCreditId: string | null;
    readonly now: Date;
  },
): Promise<InvoiceRecord> {
  const amount = getCreditAmount(credit.parts);
  const creditedBefore = await sumCreditNotes(transaction, localized.order.orderId);
  if (amount <= 0 || creditedBefore + amount > invoice.totalAmount) {
    throw new RangeError('A credit note must not exceed the remaining amount of the invoice');
  }
  return issueDocument(transaction, {
    localized,
    kind: 'credit-note',
    totalAmount: amount,
    orderCreditId,
    now,
    credit: {
      ...credit,
      invoiceNumber: invoice.number,
      invoicedAt: invoice.createdAt,
      payments: credit.payments.map((part) => ({ ...part, amount: -part.amount })),
    },
  });
}
