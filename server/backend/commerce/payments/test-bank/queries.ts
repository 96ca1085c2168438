import { and, asc, eq, gt, gte, lte, or, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../../core/database/database.ts';
import { testBankPayment } from '../tables.ts';

export type TestPayment = typeof testBankPayment.$inferSelect;

/** Inserts a payment. An existing payment with the same key is left unchanged. */
export async function insertTestPayment(
  database: Database,
  row: Omit<TestPayment, 'sequence' | 'status' | 'refunds'>,
): Promise<TestPayment> {
  await database
    .insert(testBankPayment)
    .values({ ...row, status: 'pending' })
    .onConflictDoNothing({ target: testBankPayment.idempotencyKey });
  const [found] = await database
    .select()
    .from(testBankPayment)
    .where(eq(testBankPayment.idempotencyKey, row.idempotencyKey));
  if (!found) throw new Error('The test bank payment was not inserted');
  return found;
}

/** Returns the current state of a payment, which expires when its time is over. */
export async function findTestPayment(
  database: Database,
  id: string,
  now: Date,
): Promise<TestPayment | undefined> {
  await database
    .update(testBankPayment)
    .set({ status: 'expired' })
    .where(
      and(
        eq(testBankPayment.testBankPaymentId, id),
        eq(testBankPayment.status, 'pending'),
        lte(testBankPayment.expiresAt, now),
      ),
    );
  const [found] = await database
    .select()
    .from(testBankPayment)
    .where(eq(testBankPayment.testBankPaymentId, id));
  return found;
}

/**
 * Lists the payments that were started since a time or ever refunded, in the order of their numbers.
 *
 * @param after number after which the list starts
 */
export async function listTestPayments(
  database: Database,
  { since, after }: { readonly since: Date; readonly after: number },
  limit: number,
): Promise<TestPayment[]> {
  return database
    .select()
    .from(testBankPayment)
    .where(
      and(
        gt(testBankPayment.sequence, after),
        or(gte(testBankPayment.createdAt, since), sql`${testBankPayment.refunds} <> '{}'::jsonb`),
      ),
    )
    .orderBy(asc(testBankPayment.sequence))
    .limit(limit);
}

/** @returns false if the payment is in none of the expected statuses */
export async function settleTestPayment(
  database: Database,
  id: string,
  from: PaymentStatus,
  to: PaymentStatus,
): Promise<boolean> {
  const rows = await database
    .update(testBankPayment)
    .set({ status: to })
    .where(and(eq(testBankPayment.testBankPaymentId, id), eq(testBankPayment.status, from)))
    .returning({ id: testBankPayment.testBankPaymentId });
  return rows.length > 0;
}

export async function saveChosenIssuer(database: Database, id: string, issuer: string): Promise<void> {
  await database
    .update(testBankPayment)
    .set({ issuer })
    .where(and(eq(testBankPayment.testBankPaymentId, id), eq(testBankPayment.status, 'pending')));
}

/** Refunds an amount under a key, once. @returns false if less was paid */
export async function refundTestPayment(
  database: Database,
  id: string,
  { refundId, amount }: { readonly refundId: string; readonly amount: number },
): Promise<boolean> {
  return database.transaction('settle-test-payment', async (transaction) => {
    const [row] = await transaction
      .select()
      .from(testBankPayment)
      .where(eq(testBankPayment.testBankPaymentId, id))
      .for('update');
    if (!row) return false;
    if (Object.hasOwn(row.refunds, refundId)) return true;
    if (row.status !== 'paid' || sumRefunded(row) + amount > row.amount) return false;
    await transaction
      .update(testBankPayment)
      .set({ refunds: sql`${testBankPayment.refunds} || ${JSON.stringify({ [refundId]: amount })}::jsonb` })
      .where(eq(testBankPayment.testBankPaymentId, id));
    return true;
  });
}

/** Returns the refunded euro cents. */
export const sumRefunded = ({ refunds }: Pick<TestPayment, 'refunds'>): number =>
  Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
