import { and, asc, eq, inArray } from 'drizzle-orm';
import { listRationVariants, type RationVariant } from '../../../catalogue/products/queries.ts';
import type { Database } from '../../../core/database/database.ts';
import { sampleReportKeys } from '../../lab-results/views.ts';
import { feedAdvice } from '../tables.ts';

export type AdviceRecord = typeof feedAdvice.$inferSelect;

/** A saved ration with the product values for the model, including products that are no longer sold. */
export interface SavedAdviceRow extends Omit<RationVariant, 'productVariantId'> {
  readonly advice: AdviceRecord;
  /** Sample of the report that was used; null if there was none. */
  readonly sample: { readonly sampleId: string; readonly keyVersion: number } | null;
}

/** Additives per kg of product. */
export type Additives = SavedAdviceRow['additives'];

/** Lists the saved rations of an account, the oldest first. */
export async function listSavedAdvice(
  handle: Database,
  { accountId, languageId }: { readonly accountId: string; readonly languageId: number },
): Promise<SavedAdviceRow[]> {
  const rows = await handle
    .select({
      advice: feedAdvice,
      sample: { sampleId: sampleReportKeys.sampleId, keyVersion: sampleReportKeys.keyVersion },
    })
    .from(feedAdvice)
    .leftJoin(sampleReportKeys, eq(sampleReportKeys.sampleId, feedAdvice.sampleId))
    .where(eq(feedAdvice.accountId, accountId))
    .orderBy(asc(feedAdvice.createdAt), asc(feedAdvice.adviceId));
  const ids = new Set(rows.map(({ advice }) => advice.productVariantId));
  const variants = new Map(
    (await listRationVariants(handle, [...ids], languageId)).map(({ productVariantId, ...variant }) => [
      productVariantId,
      variant,
    ]),
  );
  return rows.flatMap((row) => {
    const variant = variants.get(row.advice.productVariantId);
    return variant ? [{ ...row, ...variant }] : [];
  });
}

/** Stores a ration and replaces one with the same id. */
export async function upsertAdvice(transaction: Database, advice: AdviceRecord): Promise<void> {
  const { adviceId, accountId: _owner, createdAt: _since, ...changes } = advice;
  await transaction
    .insert(feedAdvice)
    .values(advice)
    .onConflictDoUpdate({ target: feedAdvice.adviceId, set: changes });
}

type AdviceKey = Pick<AdviceRecord, 'adviceId' | 'accountId'>;

const createOwnAdviceCondition = ({ adviceId, accountId }: AdviceKey) =>
  and(eq(feedAdvice.adviceId, adviceId), eq(feedAdvice.accountId, accountId));

export async function hasAdvice(handle: Database, own: AdviceKey): Promise<boolean> {
  return (await handle.$count(feedAdvice, createOwnAdviceCondition(own))) > 0;
}

/** @returns false if the account has no ration with this id */
export async function deleteAdvice(handle: Database, own: AdviceKey): Promise<boolean> {
  const rows = await handle
    .delete(feedAdvice)
    .where(createOwnAdviceCondition(own))
    .returning({ id: feedAdvice.adviceId });
  return rows.length > 0;
}

/** @returns false if the account has no ration with this id */
export async function markRead(handle: Database, own: AdviceKey): Promise<boolean> {
  const rows = await handle
    .update(feedAdvice)
    .set({ isRead: true })
    .where(createOwnAdviceCondition(own))
    .returning({ id: feedAdvice.adviceId });
  return rows.length > 0;
}

/** Updates a ration after a new result. */
export async function updateAdvice(
  transaction: Database,
  adviceId: string,
  changes: Partial<Omit<AdviceRecord, 'adviceId' | 'accountId' | 'createdAt'>>,
): Promise<void> {
  await transaction.update(feedAdvice).set(changes).where(eq(feedAdvice.adviceId, adviceId));
}

/** Lists the accounts whose rations were calculated with some samples. */
export async function listAccountIdsOfSamples(
  handle: Database,
  sampleIds: readonly string[],
): Promise<string[]> {
  if (sampleIds.length === 0) return [];
  const rows = await handle
    .selectDistinct({ accountId: feedAdvice.accountId })
    .from(feedAdvice)
    .where(inArray(feedAdvice.sampleId, [...sampleIds]))
    .orderBy(asc(feedAdvice.accountId));
  return rows.map(({ accountId }) => accountId);
}
