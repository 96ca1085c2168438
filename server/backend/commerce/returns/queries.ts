import { and, asc, desc, eq, ilike, inArray, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { ReturnAnswerStatus, ReturnStatus } from '../../../../shared/rules/returns.ts';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import {
  type BoughtLine,
  countCreditedPieces,
  createReturnCreditedCondition,
  listLinesOfOrders,
  readOrderNumbersById,
} from '../orders/queries.ts';
import { orderHeads } from '../orders/views.ts';
import { productReturn, returnAnswer, returnPhoto } from './tables.ts';

export type ReturnRecord = typeof productReturn.$inferSelect;
export type ReturnPhotoRow = typeof returnPhoto.$inferInsert;

/** SQL equivalent of `getReturnStatus`. */
const returnStatusSql = sql<ReturnStatus>`coalesce((
  select decided.status from ${returnAnswer} as decided
  where decided.return_id = ${productReturn.returnId}
  order by decided.status = 'answered', decided.return_answer_id desc limit 1
), 'open')`;

/**
 * Counts the pieces of goods of some orders that cannot be returned, because they were refunded or belong to
 * a return that was not rejected. The result is by `getOrderedVariantKey`.
 */
export async function countUnreturnablePieces(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const returned = await handle
    .select({
      orderId: productReturn.orderId,
      productVariantId: productReturn.productVariantId,
      pieces: sql<number>`sum(${productReturn.quantity})`.mapWith(Number),
    })
    .from(productReturn)
    // A refund for a return is counted by its credit. Returns from before credits were introduced have none.
    .where(
      and(
        inArray(productReturn.orderId, [...orderIds]),
        sql`${returnStatusSql} <> 'rejected'`,
        or(
          sql`${returnStatusSql} <> 'refunded'`,
          not(createReturnCreditedCondition(handle, productReturn.orderId)),
        ),
      ),
    )
    .groupBy(productReturn.orderId, productReturn.productVariantId);
  const credited = await countCreditedPieces(handle, orderIds);
  const claimed = new Map<string, number>();
  for (const { pieces, ...variant } of [...returned, ...credited]) {
    claimed.set(getOrderedVariantKey(variant), (claimed.get(getOrderedVariantKey(variant)) ?? 0) + pieces);
  }
  return claimed;
}

/** Returns the key of goods of an order. */
export const getOrderedVariantKey = ({
  orderId,
  productVariantId,
}: Pick<BoughtLine, 'orderId' | 'productVariantId'>): string => `${orderId} ${productVariantId}`;

/** A return with the data of its goods in the order. */
export interface ReturnWithOrderLine extends ReturnRecord {
  readonly orderNumber: string;
  readonly description: string;
  readonly productLabel: string;
}

/** Lists the returns of an account, the latest first. */
export async function listReturnsOfAccount(
  handle: Database,
  accountId: string,
): Promise<ReturnWithOrderLine[]> {
  const rows = await handle
    .select()
    .from(productReturn)
    .where(eq(productReturn.accountId, accountId))
    .orderBy(desc(productReturn.createdAt), asc(productReturn.returnId));
  if (rows.length === 0) return [];
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const orderNumbers = await readOrderNumbersById(handle, orderIds);
  const lines = await listLinesOfOrders(handle, orderIds);
  return rows.flatMap((row) => {
    const orderNumber = orderNumbers.get(row.orderId);
    // Bought goods and gifts of the same variant are two order lines, but one return.
    const line = lines.find(
      ({ orderId, productVariantId }) => orderId === row.orderId && productVariantId === row.productVariantId,
    );
    if (orderNumber === undefined || !line) return [];
    return { ...row, orderNumber, description: line.description, productLabel: line.productLabel };
  });
}

/** Lists the positions of the photos of returns. */
export async function listPhotoPositions(
  handle: Database,
  returnIds: readonly string[],
): Promise<{ returnId: string; position: number }[]> {
  if (returnIds.length === 0) return [];
  return handle
    .select({ returnId: returnPhoto.returnId, position: returnPhoto.position })
    .from(returnPhoto)
    .where(inArray(returnPhoto.returnId, [...returnIds]))
    .orderBy(asc(returnPhoto.returnId), asc(returnPhoto.position));
}

/** Returns a photo of a return of the account; undefined if there is none. */
export async function findPhoto(
  handle: Database,
  criteria: { readonly accountId: string; readonly returnId: string; readonly position: number },
): Promise<Buffer | undefined> {
  const [row] = await handle
    .select({ bytes: returnPhoto.bytes })
    .from(returnPhoto)
    .innerJoin(productReturn, eq(productReturn.returnId, returnPhoto.returnId))
    .where(
      and(
        eq(returnPhoto.returnId, criteria.returnId),
        eq(returnPhoto.position, criteria.position),
        eq(productReturn.accountId, criteria.accountId),
      ),
    );
  // The embedded database returns a Uint8Array.
  return row && Buffer.from(row.bytes);
}

/** Stores a return with its photos. */
export async function insertReturn(
  transaction: Database,
  values: typeof productReturn.$inferInsert,
  photos: readonly Omit<ReturnPhotoRow, 'returnId'>[],
): Promise<void> {
  await transaction.insert(productReturn).values(values);
  const { returnId } = values;
  await transaction.insert(returnPhoto).values(photos.map((photo) => ({ returnId, ...photo })));
}

async function deleteMatchingReturns(transaction: Database, meant: SQL): Promise<void> {
  const ids = transaction.select({ returnId: productReturn.returnId }).from(productReturn).where(meant);
  await transaction.delete(returnPhoto).where(inArray(returnPhoto.returnId, ids));
  await transaction.delete(returnAnswer).where(inArray(returnAnswer.returnId, ids));
  await transaction.delete(productReturn).where(meant);
}

/** Deletes the returns of an account with their photos. */
export const deleteReturnsOfAccount = (transaction: Database, accountId: string): Promise<void> =>
  deleteMatchingReturns(transaction, eq(productReturn.accountId, accountId));

/**
 * Deletes the returns of some orders with their photos. Returns for which these orders are replacements lose
 * the reference.
 */
export async function deleteReturnsOfOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  await deleteMatchingReturns(transaction, inArray(productReturn.orderId, [...orderIds]));
  await transaction
    .update(returnAnswer)
    .set({ replacementOrderId: null })
    .where(inArray(returnAnswer.replacementOrderId, [...orderIds]));
}

/** An answer to a return, with the number of the replacement order. */
export interface ReturnAnswerRow {
  readonly returnId: string;
  readonly status: ReturnAnswerStatus;
  readonly text: string;
  /** Refunded euro cents; null if nothing is refunded. */
  readonly amount: number | null;
  readonly replacementOrderId: string | null;
  readonly orderNumber: string | null;
  readonly at: Date;
}

/** Lists the answers to some returns, the first of each first. */
export async function listReturnAnswers(
  handle: Database,
  returnIds: readonly string[],
): Promise<ReturnAnswerRow[]> {
  if (returnIds.length === 0) return [];
  return handle
    .select({
      returnId: returnAnswer.returnId,
      status: returnAnswer.status,
      text: returnAnswer.text,
      amount: returnAnswer.amount,
      replacementOrderId: returnAnswer.replacementOrderId,
      orderNumber: orderHeads.orderNumber,
      at: returnAnswer.at,
    })
    .from(returnAnswer)
    .leftJoin(orderHeads, eq(orderHeads.orderId, returnAnswer.replacementOrderId))
    .where(inArray(returnAnswer.returnId, [...returnIds]))
    .orderBy(asc(returnAnswer.returnAnswerId));
}

/**
 * Returns the status of a return: that of the last decision, or `answered` if there is none but an answer.
 */
export function getReturnStatus(answers: readonly Pick<ReturnAnswerRow, 'status'>[]): ReturnStatus {
  const decided = answers.findLast(({ status }) => status !== 'answered');
  return decided?.status ?? (answers.length > 0 ? 'answered' : 'open');
}

/** A return as shown to staff. */
export interface ListedReturn extends ReturnRecord {
  readonly orderNumber: string;
  readonly siteId: number;
  readonly status: ReturnStatus;
}

/**
 * Lists returns in some statuses (empty: all). Undecided ones come first, the oldest first; then the others,
 * the latest first.
 */
export async function listReturnsForAdmin(
  handle: Database,
  criteria: {
    readonly statuses: readonly ReturnStatus[];
    readonly text: string;
    readonly isOldestFirst: boolean;
  },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedReturn[]> {
  const pattern = `%${escapeLike(criteria.text)}%`;
  const direction = criteria.isOldestFirst ? asc : desc;
  const rows = await handle
    .select({
      row: productReturn,
      orderNumber: orderHeads.orderNumber,
      siteId: orderHeads.siteId,
      status: returnStatusSql,
    })
    .from(productReturn)
    .innerJoin(orderHeads, eq(orderHeads.orderId, productReturn.orderId))
    .where(
      and(
        criteria.statuses.length > 0 ? inArray(returnStatusSql, [...criteria.statuses]) : undefined,
        criteria.text === ''
          ? undefined
          : or(
              ilike(orderHeads.orderNumber, pattern),
              ilike(orderHeads.emailAddress, pattern),
              ilike(orderHeads.customerName, pattern),
            ),
      ),
    )
    .orderBy(direction(productReturn.createdAt), asc(productReturn.returnId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ row, ...rest }) => ({ ...row, ...rest }));
}

/** Counts the unanswered returns. */
export const countUnanswered = (handle: Database): Promise<number> =>
  handle.$count(
    productReturn,
    notExists(
      handle
        .select({ one: sql`1` })
        .from(returnAnswer)
        .where(eq(returnAnswer.returnId, productReturn.returnId)),
    ),
  );

/** Returns a return and locks it until the transaction ends; undefined if there is none. */
export async function lockReturn(transaction: Database, returnId: string): Promise<ReturnRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(productReturn)
    .where(eq(productReturn.returnId, returnId))
    .for('update');
  return row;
}

export async function findReturn(handle: Database, returnId: string): Promise<ReturnRecord | undefined> {
  const [row] = await handle.select().from(productReturn).where(eq(productReturn.returnId, returnId));
  return row;
}

export async function insertReturnAnswer(
  transaction: Database,
  answer: typeof returnAnswer.$inferInsert,
): Promise<void> {
  await transaction.insert(returnAnswer).values(answer);
}

/** Returns a photo of a return of any account. */
export async function findReturnPhotoForStaff(
  handle: Database,
  criteria: { readonly returnId: string; readonly position: number },
): Promise<Buffer | undefined> {
  const [row] = await handle
    .select({ bytes: returnPhoto.bytes })
    .from(returnPhoto)
    .where(and(eq(returnPhoto.returnId, criteria.returnId), eq(returnPhoto.position, criteria.position)));
  // The embedded database returns a Uint8Array.
  return row && Buffer.from(row.bytes);
}

/** Lists the returns of an order, the latest first. */
export const listReturnsOfOrder = (
  handle: Database,
  orderId: string,
): Promise<{ returnId: string; at: Date }[]> =>
  handle
    .select({ returnId: productReturn.returnId, at: productReturn.createdAt })
    .from(productReturn)
    .where(eq(productReturn.orderId, orderId))
    .orderBy(desc(productReturn.createdAt));
