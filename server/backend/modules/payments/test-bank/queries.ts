import { and, asc, eq, gt, gte, lte, or, sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../../database/database.ts';
import { testBankPayment } from '../tables.ts';

export type TestPayment = typeof testBankPayment.$inferSelect;

/** Orders a payment; the one that was ordered before under the same key stays as it is. */
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
  if (!found) throw new Error('A payment of the test bank was not written');
  return found;
}

/** A payment as it stands now: one whose time is over has expired. */
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

/** Payments that were started since a moment or refunded ever, in the order of their numbers. @param after only those after this number */
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

/** @returns false where the payment is in none of the states that it may be brought from */
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

export async function chooseTestBank(database: Database, id: string, issuer: string): Promise<void> {
  await database
    .update(testBankPayment)
    .set({ issuer })
    .where(and(eq(testBankPayment.testBankPaymentId, id), eq(testBankPayment.status, 'pending')));
}

/** Pays back under a key, once. @returns false where less was paid */
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

/** Euro cents that have gone back. */
export const sumRefunded = ({ refunds }: Pick<TestPayment, 'refunds'>): number =>
  Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
