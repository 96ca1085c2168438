import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/database/database.ts';
import { sumRefundsWithoutCredit } from '../payments/queries.ts';
import { type CreditPart, getCreditAmount } from './credit-parts.ts';
import { orderCredit, orderCreditPart, orderLine } from './tables.ts';

export type OrderCredit = Omit<typeof orderCredit.$inferSelect, 'sequence'> & {
  readonly parts: readonly CreditPart[];
};

export async function insertCredit(transaction: Database, { parts, ...credit }: OrderCredit): Promise<void> {
  await transaction.insert(orderCredit).values(credit);
  await transaction.insert(orderCreditPart).values(
    parts.map((part, index) => ({
      ...part,
      orderCreditId: credit.orderCreditId,
      sequence: index + 1,
    })),
  );
}

/** Lists the credits of an order with their parts, the oldest first. */
export async function listCredits(handle: Database, orderId: string): Promise<OrderCredit[]> {
  const credits = await handle
    .select()
    .from(orderCredit)
    .where(eq(orderCredit.orderId, orderId))
    .orderBy(asc(orderCredit.sequence));
  if (credits.length === 0) return [];
  const ids = credits.map(({ orderCreditId }) => orderCreditId);
  const rows = await handle
    .select()
    .from(orderCreditPart)
    .where(inArray(orderCreditPart.orderCreditId, ids))
    .orderBy(asc(orderCreditPart.sequence));
  const partsByCredit = Map.groupBy(rows, ({ orderCreditId }) => orderCreditId);
  return credits.map((credit) => ({
    ...credit,
    parts: (partsByCredit.get(credit.orderCreditId) ?? []).map(
      ({ orderCreditId: _credit, sequence: _sequence, ...part }) => part,
    ),
  }));
}

/** Returns the euro cents that were credited of an order. */
export async function sumCredits(handle: Database, orderId: string): Promise<number> {
  const credits = await listCredits(handle, orderId);
  const earlier = await sumRefundsWithoutCredit(handle, orderId);
  return credits.reduce((sum, { parts }) => sum + getCreditAmount(parts), earlier);
}

/** Deletes the credits of orders. Call it after deleting their refunds and invoices, which refer to them. */
export async function deleteCreditsOfOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  const matchesOrders = inArray(orderCredit.orderId, [...orderIds]);
  const ids = transaction
    .select({ orderCreditId: orderCredit.orderCreditId })
    .from(orderCredit)
    .where(matchesOrders);
  await transaction.delete(orderCreditPart).where(inArray(orderCreditPart.orderCreditId, ids));
  await transaction.delete(orderCredit).where(matchesOrders);
}

/** Creates the condition that an order has a credit for a return. */
export const createReturnCreditedCondition = (handle: Database, orderId: AnyPgColumn): SQL =>
  exists(
    handle
      .select({ one: sql`1` })
      .from(orderCredit)
      .where(and(eq(orderCredit.orderId, orderId), eq(orderCredit.reason, 'return'))),
  );

/** Counts the credited pieces of the goods of some orders. */
export async function countCreditedPieces(
  handle: Database,
  orderIds: readonly string[],
): Promise<{ readonly orderId: string; readonly productVariantId: number; readonly pieces: number }[]> {
  return handle
    .select({
      orderId: orderCredit.orderId,
      productVariantId: orderLine.productVariantId,
      pieces: sql<number>`sum(${orderCreditPart.quantity})`.mapWith(Number),
    })
    .from(orderCreditPart)
    .innerJoin(orderCredit, eq(orderCredit.orderCreditId, orderCreditPart.orderCreditId))
    .innerJoin(
      orderLine,
      and(eq(orderLine.orderId, orderCredit.orderId), eq(orderLine.position, orderCreditPart.position)),
    )
    .where(inArray(orderCredit.orderId, [...orderIds]))
    .groupBy(orderCredit.orderId, orderLine.productVariantId);
}
