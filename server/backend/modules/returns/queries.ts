import { eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { productReturn, returnPhoto } from './tables.ts';

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
