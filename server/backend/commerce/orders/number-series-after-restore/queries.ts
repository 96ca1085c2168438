import { and, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import type { NumberSeries } from '../number-series.ts';
import { customerOrder, invoice, numberSeries } from '../tables.ts';

/** Counts the orders of a site that may still get an invoice. */
export async function countUninvoicedOrders(handle: Database, siteId: number): Promise<number> {
  const [row] = await handle
    .select({ orders: count() })
    .from(customerOrder)
    .leftJoin(invoice, and(eq(invoice.orderId, customerOrder.orderId), eq(invoice.kind, 'invoice')))
    .where(
      and(eq(customerOrder.siteId, siteId), isNull(invoice.invoiceId), ne(customerOrder.status, 'cancelled')),
    );
  return row?.orders ?? 0;
}

/** Counts the orders of a site that may be paid and cancelled. */
export const countStillCancellableOrders = (handle: Database, siteId: number): Promise<number> =>
  handle.$count(
    customerOrder,
    and(
      eq(customerOrder.siteId, siteId),
      inArray(customerOrder.status, ['created', 'open', 'paid', 'processing']),
    ),
  );

/** Returns the counter of the newest document of a series; 0 if it has none. */
export async function findNewestDocumentCounter(
  handle: Database,
  { siteId, year, kind }: Omit<NumberSeries, 'last'>,
): Promise<number> {
  const [row] = await handle
    .select({ newest: sql<number>`coalesce(max(right(${invoice.number}, 6)::int), 0)`.mapWith(Number) })
    .from(invoice)
    .where(
      and(
        eq(invoice.siteId, siteId),
        sql`${invoice.kind} = ${kind}`,
        sql`left(${invoice.number}, 4) = ${String(year)}`,
      ),
    );
  return row?.newest ?? 0;
}

/**
 * Returns how many order numbers were skipped in some years: those of orders that the back-up does not have.
 */
export async function sumSkippedOrders(
  handle: Database,
  siteId: number,
  years: readonly number[],
): Promise<number> {
  const [row] = await handle
    .select({ skipped: sql<number>`coalesce(sum(${numberSeries.skipped}), 0)`.mapWith(Number) })
    .from(numberSeries)
    .where(
      and(
        eq(numberSeries.siteId, siteId),
        eq(numberSeries.kind, 'order'),
        inArray(numberSeries.year, [...years]),
      ),
    );
  return row?.skipped ?? 0;
}
