import { and, asc, between, desc, eq, sum } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { readRegionCodesById } from '../../../sites/countries/queries.ts';
import { findPaymentMethod, findSiteCountryId } from '../../../sites/sites/queries.ts';
import { findGiftCardDigits } from '../../gift-cards/queries.ts';
import { listPayments, type PaymentRecord } from '../../payments/queries.ts';
import type { OrderMessage } from '../order-messages.ts';
import {
  customerOrder,
  invoice,
  orderLine,
  orderMessage,
  orderSample,
  orderStatusChange,
} from '../tables.ts';

export type InvoiceRecord = typeof invoice.$inferSelect;

/** The data for the documents and mails of an order. */
export interface OrderWithDetails {
  readonly order: typeof customerOrder.$inferSelect;
  /** Lines in their order. */
  readonly lines: readonly (typeof orderLine.$inferSelect & { readonly sampleNames: readonly string[] })[];
  readonly statusChanges: readonly { readonly status: string; readonly at: Date }[];
  readonly method: { readonly key: string; readonly name: string } | null;
  /** The payment that secures the order, otherwise the latest; null if none was started. */
  readonly payment: PaymentRecord | null;
  /** Last digits of the gift card that pays; null without one. */
  readonly giftCardDigits: string | null;
  /** ISO 3166-1 alpha-2 by countryId, for the addresses and the site. */
  readonly regionCodes: ReadonlyMap<number, string>;
}

/** Returns the site and language of an order, which never change; undefined if there is no such order. */
export async function findOrderSiteAndLanguage(
  handle: Database,
  orderId: string,
): Promise<{ readonly siteId: number; readonly languageId: number } | undefined> {
  const [row] = await handle
    .select({ siteId: customerOrder.siteId, languageId: customerOrder.languageId })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return row;
}

/** Records a message to the customer. @returns false if it was already recorded */
export async function insertOrderMessage(
  transaction: Database,
  { orderId, kind, subject }: OrderMessage,
  at: Date,
): Promise<boolean> {
  const rows = await transaction
    .insert(orderMessage)
    .values({ orderId, kind, subject, at })
    .onConflictDoNothing()
    .returning({ orderId: orderMessage.orderId });
  return rows.length > 0;
}

/** Returns the data of an order; undefined if there is no such order. */
export async function findOrderWithDetails(
  handle: Database,
  orderId: string,
): Promise<OrderWithDetails | undefined> {
  const [order] = await handle.select().from(customerOrder).where(eq(customerOrder.orderId, orderId));
  if (!order) return undefined;
  const method =
    order.paymentMethodId === null ? undefined : await findPaymentMethod(handle, order.paymentMethodId);
  const lines = await handle
    .select()
    .from(orderLine)
    .where(eq(orderLine.orderId, orderId))
    .orderBy(asc(orderLine.position));
  const samples = await handle
    .select()
    .from(orderSample)
    .where(eq(orderSample.orderId, orderId))
    .orderBy(asc(orderSample.position), asc(orderSample.sequence));
  const statusChanges = await handle
    .select({ status: orderStatusChange.status, at: orderStatusChange.at })
    .from(orderStatusChange)
    .where(eq(orderStatusChange.orderId, orderId))
    .orderBy(asc(orderStatusChange.at));
  const payments = await listPayments(handle, orderId);
  const countryIds = [
    await findSiteCountryId(handle, order.siteId),
    order.billing.address.countryId,
    ...(order.delivery.address ? [order.delivery.address.countryId] : []),
  ];
  return {
    order,
    lines: lines.map((line) => ({
      ...line,
      sampleNames: samples
        .filter(({ position }) => position === line.position)
        .map(({ sampleName }) => sampleName),
    })),
    statusChanges,
    method: method ?? null,
    payment: payments.find(({ securesOrder }) => securesOrder) ?? payments[0] ?? null,
    giftCardDigits: await findGiftCardDigits(handle, orderId),
    regionCodes: await readRegionCodesById(handle, countryIds),
  };
}

/**
 * Returns when the newest document of a series was issued; null if there is none. The caller has locked the
 * series row.
 *
 * @param series.prefix prefix of its numbers, such as '2026-V-'
 */
export async function findNewestIssueTime(
  transaction: Database,
  { siteId, prefix }: { readonly siteId: number; readonly prefix: string },
): Promise<Date | null> {
  const [row] = await transaction
    .select({ at: invoice.createdAt })
    .from(invoice)
    .where(and(eq(invoice.siteId, siteId), between(invoice.number, prefix, `${prefix}999999`)))
    .orderBy(desc(invoice.number))
    .limit(1);
  return row?.at ?? null;
}

/** Returns the invoice of an order; undefined if none was issued yet. */
export async function findInvoice(handle: Database, orderId: string): Promise<InvoiceRecord | undefined> {
  const [row] = await handle
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'invoice')));
  return row;
}

/** Returns whether a credit has its credit note. */
export async function hasCreditNote(handle: Database, orderCreditId: string): Promise<boolean> {
  const rows = await handle
    .select({ invoiceId: invoice.invoiceId })
    .from(invoice)
    .where(eq(invoice.orderCreditId, orderCreditId));
  return rows.length > 0;
}

/** Returns the euro cents in all credit notes of an order. */
export async function sumCreditNotes(handle: Database, orderId: string): Promise<number> {
  const [row] = await handle
    .select({ total: sum(invoice.totalAmount).mapWith(Number) })
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')));
  return row?.total ?? 0;
}

export async function insertInvoice(
  transaction: Database,
  row: typeof invoice.$inferInsert,
): Promise<InvoiceRecord> {
  const [stored] = await transaction.insert(invoice).values(row).returning();
  if (!stored) throw new Error('The invoice was not stored');
  return stored;
}
