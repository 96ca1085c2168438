import { and, asc, desc, eq, gt, ilike, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { findProductName } from '../../catalogue/products/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import { siloQuotation } from './tables.ts';

export type NewQuotation = Omit<typeof siloQuotation.$inferInsert, 'siloQuotationId'>;

/** Returns whether an address has sent the same request since a time. */
export async function isRepeatedQuotation(
  handle: Database,
  quotation: NewQuotation,
  since: Date,
): Promise<boolean> {
  const { siteId, emailAddress, horses, kilograms, productId, message } = quotation;
  const same = await handle.$count(
    siloQuotation,
    and(
      eq(siloQuotation.siteId, siteId),
      eq(siloQuotation.emailAddress, emailAddress),
      gt(siloQuotation.createdAt, since),
      eq(siloQuotation.horses, horses),
      eq(siloQuotation.kilograms, kilograms),
      sql`${siloQuotation.productId} is not distinct from ${productId ?? null}::integer`,
      eq(siloQuotation.message, message),
    ),
  );
  return same > 0;
}

/** Stores a request. */
export async function insertQuotation(handle: Database, quotation: NewQuotation): Promise<void> {
  await handle.insert(siloQuotation).values(quotation);
}

/** Deletes the requests from before a time. */
export async function deleteOldQuotations(database: Database, before: Date): Promise<void> {
  await database.delete(siloQuotation).where(lt(siloQuotation.createdAt, before));
}

/** Deletes the requests of an address on a site. @param owner.emailAddress address in its normal form */
export async function deleteQuotationsOfAddress(
  transaction: Database,
  owner: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  await transaction
    .delete(siloQuotation)
    .where(and(eq(siloQuotation.siteId, owner.siteId), eq(siloQuotation.emailAddress, owner.emailAddress)));
}

export type QuotationRecord = typeof siloQuotation.$inferSelect;

/** States of a request. */
export const quotationStates = ['open', 'answered', 'closed'] as const;
export type QuotationState = (typeof quotationStates)[number];

const conditionByState: Readonly<Record<QuotationState, SQL | undefined>> = {
  open: and(isNull(siloQuotation.answeredAt), isNull(siloQuotation.closedAt)),
  answered: and(isNotNull(siloQuotation.answeredAt), isNull(siloQuotation.closedAt)),
  closed: isNotNull(siloQuotation.closedAt),
};

/** @param row row of the request; closed takes precedence over answered */
export function getQuotationState({
  answeredAt,
  closedAt,
}: Pick<QuotationRecord, 'answeredAt' | 'closedAt'>): QuotationState {
  if (closedAt !== null) return 'closed';
  return answeredAt === null ? 'open' : 'answered';
}

/**
 * Lists requests. Without a state or a search text, lists those that are not closed, the oldest first;
 * otherwise the latest first.
 */
export async function listQuotations(
  handle: Database,
  filter: { readonly state: QuotationState | 'all' | null; readonly text: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<QuotationRecord[]> {
  const pattern = `%${escapeLike(filter.text)}%`;
  const isQueue = filter.state === null && filter.text === '';
  const { state } = filter;
  return handle
    .select()
    .from(siloQuotation)
    .where(
      and(
        isQueue ? isNull(siloQuotation.closedAt) : undefined,
        state === null || state === 'all' ? undefined : conditionByState[state],
        filter.text === ''
          ? undefined
          : or(
              ilike(siloQuotation.name, pattern),
              ilike(siloQuotation.emailAddress, pattern),
              ilike(siloQuotation.city, pattern),
            ),
      ),
    )
    .orderBy((isQueue ? asc : desc)(siloQuotation.siloQuotationId))
    .limit(limit)
    .offset(offset);
}

/** Counts the requests that are neither answered nor closed. */
export const countUnanswered = (handle: Database): Promise<number> =>
  handle.$count(siloQuotation, conditionByState.open);

/** Returns a request with the name of its product in a language. */
export async function findQuotation(
  handle: Database,
  siloQuotationId: number,
): Promise<(QuotationRecord & { readonly productName: string | null }) | undefined> {
  const [row] = await handle
    .select()
    .from(siloQuotation)
    .where(eq(siloQuotation.siloQuotationId, siloQuotationId));
  if (!row) return undefined;
  const { productId, languageId } = row;
  return {
    ...row,
    productName: productId === null ? null : await findProductName(handle, productId, languageId),
  };
}

/** Returns a request and locks it until the transaction ends. */
export async function lockQuotation(
  transaction: Database,
  siloQuotationId: number,
): Promise<QuotationRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(siloQuotation)
    .where(eq(siloQuotation.siloQuotationId, siloQuotationId))
    .for('update');
  return row;
}

export async function updateQuotation(
  transaction: Database,
  siloQuotationId: number,
  change: Partial<Pick<QuotationRecord, 'answer' | 'answeredAt' | 'closedAt'>>,
): Promise<void> {
  await transaction
    .update(siloQuotation)
    .set(change)
    .where(eq(siloQuotation.siloQuotationId, siloQuotationId));
}
