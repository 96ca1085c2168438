import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ProductDose } from '../../../../../shared/rules/feed-advice/feed-model.ts';
import {
  type AdditiveAmount,
  type Analytical,
  product,
  productFacet,
  productTranslation,
  productVariant,
} from '../../../catalogue/products/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import { createReportKeyCondition, isReportKeyOf } from '../../lab-results/queries.ts';
import { roughageSample } from '../../lab-results/tables.ts';
import { feedAdvice } from '../tables.ts';

export type AdviceRecord = typeof feedAdvice.$inferSelect;

/** A saved ration with the product values for the model, including products that are no longer sold. */
export interface SavedAdviceRow {
  readonly advice: AdviceRecord;
  readonly productId: number;
  /** Name in the requested language; '' if it is not translated. */
  readonly productName: string;
  readonly netWeightGrams: number | null;
  readonly dose: ProductDose;
  readonly analytical: Analytical | null;
  readonly additives: readonly AdditiveAmount[];
  readonly horseTypes: readonly string[];
  /** Sample of the report that was used; null if there was none. */
  readonly sample: Pick<typeof roughageSample.$inferSelect, 'sampleId' | 'keyVersion'> | null;
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
      productId: product.productId,
      productName: productTranslation.name,
      netWeightGrams: productVariant.netWeightGrams,
      dose: product.feedAdvice,
      analytical: product.analytical,
      additives: product.additives,
      horseTypes: sql<string[]>`array(
        select ${productFacet.value} from ${productFacet}
        where ${productFacet.productId} = ${product.productId} and ${productFacet.facet} = 'horseTypes'
        order by ${productFacet.position}
      )`,
      sample: {
        sampleId: roughageSample.sampleId,
        keyVersion: roughageSample.keyVersion,
      },
    })
    .from(feedAdvice)
    .innerJoin(productVariant, eq(productVariant.productVariantId, feedAdvice.productVariantId))
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .leftJoin(
      productTranslation,
      and(eq(productTranslation.productId, product.productId), eq(productTranslation.languageId, languageId)),
    )
    .leftJoin(roughageSample, eq(roughageSample.sampleId, feedAdvice.sampleId))
    .where(eq(feedAdvice.accountId, accountId))
    .orderBy(asc(feedAdvice.createdAt), asc(feedAdvice.adviceId));
  return rows.map((row) => ({ ...row, productName: row.productName ?? '' }));
}

/** Returns the additives of a variant, for the totals of a ration, and the id of its product. */
export async function findVariantAdditives(
  handle: Database,
  productVariantId: number,
): Promise<{ readonly productId: number; readonly additives: Additives } | undefined> {
  const [row] = await handle
    .select({ productId: product.productId, additives: product.additives })
    .from(productVariant)
    .innerJoin(product, eq(product.productId, productVariant.productId))
    .where(eq(productVariant.productVariantId, productVariantId));
  return row;
}

/** Returns the sample id of the nutrition scan of a key if it belongs to this account. */
export async function findAccountSampleId(
  handle: Database,
  links: LinkTokens,
  { key, accountId }: { readonly key: string; readonly accountId: string },
): Promise<string | undefined> {
  const rows = await handle
    .select()
    .from(roughageSample)
    .where(
      and(
        createReportKeyCondition(key),
        eq(roughageSample.accountId, accountId),
        eq(roughageSample.testKind, 'rqs'),
      ),
    );
  return rows.find((sample) => isReportKeyOf(links, sample, key))?.sampleId;
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
