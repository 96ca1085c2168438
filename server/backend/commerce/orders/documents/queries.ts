import { and, asc, between, desc, eq, inArray, sql, sum } from 'drizzle-orm';
import { contentPage } from '../../../content/content/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import { country } from '../../../sites/countries/tables.ts';
import { route } from '../../../sites/routing/tables.ts';
import { paymentMethod, site } from '../../../sites/sites/tables.ts';
import { giftCard, giftCardMovement } from '../../gift-cards/tables.ts';
import { payment, refund } from '../../payments/tables.ts';
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
  readonly payment: typeof payment.$inferSelect | null;
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
  const [found] = await handle
    .select({
      order: customerOrder,
      siteCountryId: site.countryId,
      key: paymentMethod.key,
      name: paymentMethod.name,
    })
    .from(customerOrder)
    .innerJoin(site, eq(site.siteId, customerOrder.siteId))
    .leftJoin(paymentMethod, eq(paymentMethod.paymentMethodId, customerOrder.paymentMethodId))
    .where(eq(customerOrder.orderId, orderId));
  if (!found) return undefined;
  const { order, siteCountryId, key, name } = found;
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
  const [latest] = await handle
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(desc(payment.securesOrder), desc(payment.createdAt), desc(payment.paymentId))
    .limit(1);
  const [card] = await handle
    .select({ digits: giftCard.lastFour })
    .from(giftCardMovement)
    .innerJoin(giftCard, eq(giftCard.giftCardId, giftCardMovement.giftCardId))
    .where(eq(giftCardMovement.orderId, orderId))
    .limit(1);
  const countryIds = [
    siteCountryId,
    order.billing.address.countryId,
    ...(order.delivery.address ? [order.delivery.address.countryId] : []),
  ];
  const countries = await handle
    .select({ countryId: country.countryId, regionCode: country.regionCode })
    .from(country)
    .where(inArray(country.countryId, countryIds));
  return {
    order,
    lines: lines.map((line) => ({
      ...line,
      sampleNames: samples
        .filter(({ position }) => position === line.position)
        .map(({ sampleName }) => sampleName),
    })),
    statusChanges,
    method: key === null || name === null ? null : { key, name },
    payment: latest ?? null,
    giftCardDigits: card?.digits ?? null,
    regionCodes: new Map(countries.map(({ countryId, regionCode }) => [countryId, regionCode])),
  };
}

/** Returns the refund of a mail; undefined if the order has none with that id. */
export async function findRefund(
  handle: Database,
  { orderId, refundId }: { readonly orderId: string; readonly refundId: string },
): Promise<
  { readonly amount: number; readonly reason: string; readonly orderCreditId: string | null } | undefined
> {
  const [row] = await handle
    .select({ amount: refund.amount, reason: refund.reason, orderCreditId: refund.orderCreditId })
    .from(refund)
    .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
    // Compared as text, so that an invalid id finds no row.
    .where(and(eq(sql`${refund.refundId}::text`, refundId), eq(payment.orderId, orderId)));
  return row;
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

/** Returns the path of a page of a site; null if the site does not have it. */
export async function findPagePath(
  handle: Database,
  page: { readonly siteId: number; readonly languageId: number; readonly key: string },
): Promise<string | null> {
  const [row] = await handle
    .select({ path: route.path })
    .from(route)
    .innerJoin(contentPage, eq(contentPage.contentPageId, route.contentPageId))
    .where(
      and(
        eq(route.siteId, page.siteId),
        eq(route.languageId, page.languageId),
        eq(route.isCanonical, true),
        eq(contentPage.key, page.key),
      ),
    );
  return row?.path ?? null;
}
