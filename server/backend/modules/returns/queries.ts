import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { customerOrder, orderLine } from '../orders/tables.ts';
import { productReturn, returnPhoto } from './tables.ts';

export type ReturnRecord = typeof productReturn.$inferSelect;
export type ReturnPhotoRow = typeof returnPhoto.$inferInsert;

/** A line of an order that has reached its customer. */
export interface BoughtLine {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly productVariantId: number;
  readonly description: string;
  readonly productLabel: string;
  readonly quantity: number;
}

/** Goods that an account was sent in parcels, the latest order first: no kits of tests and nothing digital. */
export async function listBoughtLines(
  handle: Database,
  owner: { readonly accountId: string; readonly siteId: number },
  orderId?: string,
): Promise<BoughtLine[]> {
  return handle
    .select({
      orderId: customerOrder.orderId,
      orderNumber: customerOrder.orderNumber,
      orderedAt: customerOrder.createdAt,
      productVariantId: orderLine.productVariantId,
      description: orderLine.description,
      productLabel: orderLine.productLabel,
      quantity: orderLine.quantity,
    })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .where(
      and(
        eq(customerOrder.accountId, owner.accountId),
        eq(customerOrder.siteId, owner.siteId),
        inArray(customerOrder.status, ['sent', 'closed']),
        eq(orderLine.goesAsParcel, true),
        orderId === undefined ? undefined : eq(customerOrder.orderId, orderId),
      ),
    )
    .orderBy(desc(customerOrder.createdAt), desc(customerOrder.orderNumber), asc(orderLine.position));
}

/** A return with what its order says of the goods. */
export interface ReturnWithGoods extends ReturnRecord {
  readonly orderNumber: string;
  readonly description: string;
  readonly productLabel: string;
}

/** The returns of an account, the latest first. */
export async function listReturns(handle: Database, accountId: string): Promise<ReturnWithGoods[]> {
  const rows = await handle
    .select({
      row: productReturn,
      orderNumber: customerOrder.orderNumber,
      description: orderLine.description,
      productLabel: orderLine.productLabel,
    })
    .from(productReturn)
    .innerJoin(customerOrder, eq(customerOrder.orderId, productReturn.orderId))
    .innerJoin(
      orderLine,
      and(
        eq(orderLine.orderId, productReturn.orderId),
        eq(orderLine.productVariantId, productReturn.productVariantId),
      ),
    )
    .where(eq(productReturn.accountId, accountId))
    .orderBy(desc(productReturn.createdAt), asc(productReturn.returnId), asc(orderLine.position));
  // What was bought and given along with it are two lines of an order, and one return.
  const first = new Map<string, ReturnWithGoods>();
  for (const { row, ...goods } of rows) {
    if (!first.has(row.returnId)) first.set(row.returnId, { ...row, ...goods });
  }
  return [...first.values()];
}

/** Which photos returns have, in their order. */
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

/** A photo of a return of the account; undefined where there is none. */
export async function findPhoto(
  handle: Database,
  wanted: { readonly accountId: string; readonly returnId: string; readonly position: number },
): Promise<Buffer | undefined> {
  const [row] = await handle
    .select({ bytes: returnPhoto.bytes })
    .from(returnPhoto)
    .innerJoin(productReturn, eq(productReturn.returnId, returnPhoto.returnId))
    .where(
      and(
        eq(returnPhoto.returnId, wanted.returnId),
        eq(returnPhoto.position, wanted.position),
        eq(productReturn.accountId, wanted.accountId),
      ),
    );
  // The embedded database gives an array of bytes.
  return row && Buffer.from(row.bytes);
}

/** Keeps a return with its photos. */
export async function insertReturn(
  transaction: Database,
  values: typeof productReturn.$inferInsert,
  photos: readonly Omit<ReturnPhotoRow, 'returnId'>[],
): Promise<void> {
  await transaction.insert(productReturn).values(values);
  const { returnId } = values;
  await transaction.insert(returnPhoto).values(photos.map((photo) => ({ returnId, ...photo })));
}

async function deleteReturns(transaction: Database, meant: SQL): Promise<void> {
  const ids = transaction.select({ returnId: productReturn.returnId }).from(productReturn).where(meant);
  await transaction.delete(returnPhoto).where(inArray(returnPhoto.returnId, ids));
  await transaction.delete(productReturn).where(meant);
}

/** Forgets the returns of an account, with their photos. */
export const deleteReturnsOfAccount = (transaction: Database, accountId: string): Promise<void> =>
  deleteReturns(transaction, eq(productReturn.accountId, accountId));

/** Forgets the returns of some orders, with their photos. */
export const deleteReturnsOfOrders = (transaction: Database, orderIds: readonly string[]): Promise<void> =>
  deleteReturns(transaction, inArray(productReturn.orderId, [...orderIds]));
