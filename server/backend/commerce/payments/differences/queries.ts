import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { orderHeads } from '../../orders/views.ts';
import { type DifferenceKind, paymentDifference } from '../tables.ts';

export type DifferenceRecord = typeof paymentDifference.$inferSelect;

/**
 * Reports a difference to staff. A difference is reported once, even if it was closed.
 *
 * @returns whether it is new
 */
export async function reportPaymentDifference(
  transaction: Database,
  difference: Pick<
    DifferenceRecord,
    'kind' | 'providerObjectId' | 'providerPaymentId' | 'orderId' | 'orderNumber' | 'amount' | 'foundAt'
  > &
    Partial<Pick<DifferenceRecord, 'refundId'>>,
): Promise<boolean> {
  const rows = await transaction
    .insert(paymentDifference)
    .values(difference)
    .onConflictDoNothing()
    .returning({ id: paymentDifference.paymentDifferenceId });
  return rows.length > 0;
}

/** Returns a difference; undefined if there is none. */
export async function findDifference(
  handle: Database,
  paymentDifferenceId: number,
): Promise<DifferenceRecord | undefined> {
  const [row] = await handle
    .select()
    .from(paymentDifference)
    .where(eq(paymentDifference.paymentDifferenceId, paymentDifferenceId));
  return row;
}

/** Returns a difference and locks it until the transaction ends; undefined if there is none. */
export async function lockDifference(
  transaction: Database,
  paymentDifferenceId: number,
): Promise<DifferenceRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(paymentDifference)
    .where(eq(paymentDifference.paymentDifferenceId, paymentDifferenceId))
    .for('update');
  return row;
}

/** Closes an open difference. @returns false if it is already closed */
export async function closeDifference(
  transaction: Database,
  paymentDifferenceId: number,
  { reason, now }: { readonly reason: NonNullable<DifferenceRecord['closeReason']>; readonly now: Date },
): Promise<boolean> {
  const rows = await transaction
    .update(paymentDifference)
    .set({ closedAt: now, closeReason: reason })
    .where(
      and(eq(paymentDifference.paymentDifferenceId, paymentDifferenceId), isNull(paymentDifference.closedAt)),
    )
    .returning({ id: paymentDifference.paymentDifferenceId });
  return rows.length > 0;
}

/** Closes the differences that no longer exist. */
export async function closeResolvedDifferences(
  transaction: Database,
  of:
    | { readonly kind: 'unknown-order' | 'payment-mismatch'; readonly providerObjectId: string }
    | { readonly refundId: string },
  now: Date,
): Promise<void> {
  await transaction
    .update(paymentDifference)
    .set({ closedAt: now, closeReason: 'settled' })
    .where(
      and(
        isNull(paymentDifference.closedAt),
        'refundId' in of
          ? eq(paymentDifference.refundId, of.refundId)
          : and(
              eq(paymentDifference.kind, of.kind),
              eq(paymentDifference.providerObjectId, of.providerObjectId),
            ),
      ),
    );
}

/** An open difference, with the order number of the shop or, if unknown, that of the provider. */
export type OpenDifference = Pick<
  DifferenceRecord,
  | 'paymentDifferenceId'
  | 'kind'
  | 'providerObjectId'
  | 'providerPaymentId'
  | 'orderId'
  | 'orderNumber'
  | 'amount'
  | 'foundAt'
>;

/** Lists open differences, oldest first. */
export async function listOpenDifferences(handle: Database, limit: number): Promise<OpenDifference[]> {
  const { paymentDifferenceId, kind, providerObjectId, providerPaymentId, orderId, amount, foundAt } =
    paymentDifference;
  const rows = await handle
    .select({
      paymentDifferenceId,
      kind,
      providerObjectId,
      providerPaymentId,
      orderId,
      amount,
      foundAt,
      named: paymentDifference.orderNumber,
      known: orderHeads.orderNumber,
    })
    .from(paymentDifference)
    .leftJoin(orderHeads, eq(orderHeads.orderId, paymentDifference.orderId))
    .where(isNull(paymentDifference.closedAt))
    .orderBy(asc(paymentDifferenceId))
    .limit(limit);
  return rows.map(({ named, known, ...row }) => ({ ...row, orderNumber: known ?? named }));
}

/** Counts the open differences by kind. */
export async function countOpenDifferences(handle: Database): Promise<ReadonlyMap<DifferenceKind, number>> {
  const rows = await handle
    .select({ kind: paymentDifference.kind, open: count() })
    .from(paymentDifference)
    .where(isNull(paymentDifference.closedAt))
    .groupBy(paymentDifference.kind);
  return new Map(rows.map(({ kind, open }) => [kind, open]));
}
