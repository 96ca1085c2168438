import { and, asc, between, desc, eq, inArray, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { contentPage } from '../../content/tables.ts';
import { country } from '../../countries/tables.ts';
import { giftCard, giftCardMovement } from '../../gift-cards/tables.ts';
import { payment, refund } from '../../payments/tables.ts';
import { route } from '../../routing/tables.ts';
import { paymentMethod, site } from '../../sites/tables.ts';
import {
  customerOrder,
  invoice,
  numberSeries,
  orderLine,
  orderMessage,
  orderSample,
  orderStatusChange,
} from '../tables.ts';
import type { OrderMessage } from '../tell-customer.ts';

export type InvoiceRecord = typeof invoice.$inferSelect;

/** What documents and mails of an order are made from. */
export interface OrderFacts {
  readonly order: typeof customerOrder.$inferSelect;
  /** In their order. */
  readonly lines: readonly (typeof orderLine.$inferSelect & { readonly sampleNames: readonly string[] })[];
  readonly statusChanges: readonly { readonly status: string; readonly at: Date }[];
  readonly method: { readonly key: string; readonly name: string } | null;
  /** The payment that the order is paid by, else the latest; null before one was begun. */
  readonly payment: typeof payment.$inferSelect | null;
  /** Last figures of the gift card that pays; null without one. */
  readonly giftCardDigits: string | null;
  /** ISO 3166-1 alpha-2 by countryId, of the addresses and the site. */
  readonly regionCodes: ReadonlyMap<number, string>;
}

/** Of which site and language an order is, which never changes; undefined where there is none. */
export async function findOrderScope(
  handle: Database,
  orderId: string,
): Promise<{ readonly siteId: number; readonly languageId: number } | undefined> {
  const [row] = await handle
    .select({ siteId: customerOrder.siteId, languageId: customerOrder.languageId })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return row;
}

/** Takes an order for this transaction alone until it ends. */
export async function lockOrder(transaction: Database, orderId: string): Promise<void> {
  await transaction
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId))
    .for('update');
}

/** Notes that a customer is told something. @returns false where they have been told it before */
export async function insertMessage(
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

/** Undefined where there is no such order. */
export async function findOrderFacts(handle: Database, orderId: string): Promise<OrderFacts | undefined> {
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

/** The refund that a mail tells of; undefined where the order has none with that id. */
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
    // Compared as text: an id that is none finds nothing.
    .where(and(eq(sql`${refund.refundId}::text`, refundId), eq(payment.orderId, orderId)));
  return row;
}

/**
 * The next number of a series. The row is held until the transaction ends, so whoever asks next waits for it; one that fails gives its
 * number back.
 */
export async function takeNumber(
  transaction: Database,
  series: {
    readonly siteId: number;
    readonly year: number;
    readonly kind: 'order' | 'invoice' | 'credit-note';
  },
): Promise<number> {
  const [row] = await transaction
    .insert(numberSeries)
    .values({ ...series, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeries.siteId, numberSeries.year, numberSeries.kind],
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error('The series has no number');
  return row.last;
}

/**
 * When the newest document of a series was issued; null if it has none. The caller holds the row of the series.
 *
 * @param series.prefix of its numbers: '2026-V-'
 */
export async function findNewestIssue(
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

/** The invoice of an order; undefined before it has one. */
export async function findInvoice(handle: Database, orderId: string): Promise<InvoiceRecord | undefined> {
  const [row] = await handle
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'invoice')));
  return row;
}

/** Whether a credit has its credit note. */
export async function hasCreditNote(handle: Database, orderCreditId: string): Promise<boolean> {
  const rows = await handle
    .select({ invoiceId: invoice.invoiceId })
    .from(invoice)
    .where(eq(invoice.orderCreditId, orderCreditId));
  return rows.length > 0;
}

/** Euro cents that the credit notes of an order have taken back. */
export async function sumCredited(handle: Database, orderId: string): Promise<number> {
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

/** Path of a page of a site; null where the site does not have it. */
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
