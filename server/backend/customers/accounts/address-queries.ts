import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { accountAddress } from './tables.ts';

export type AddressRecord = typeof accountAddress.$inferSelect;
type AddressKey = Pick<AddressRecord, 'addressId' | 'accountId'>;

const createOwnAddressCondition = ({ addressId, accountId }: AddressKey) =>
  and(eq(accountAddress.addressId, addressId), eq(accountAddress.accountId, accountId));

/** Lists the saved addresses of an account, the oldest first. */
export function listAddresses(handle: Database, accountId: string): Promise<AddressRecord[]> {
  return handle
    .select()
    .from(accountAddress)
    .where(eq(accountAddress.accountId, accountId))
    .orderBy(asc(accountAddress.createdAt), asc(accountAddress.addressId));
}

/** Returns whether an account has a saved address with this id. */
export async function hasAddress(handle: Database, own: AddressKey): Promise<boolean> {
  return (await handle.$count(accountAddress, createOwnAddressCondition(own))) > 0;
}

/** Inserts a saved address. The caller has locked the account. */
export async function insertAddress(transaction: Database, address: AddressRecord): Promise<void> {
  await transaction.insert(accountAddress).values(address);
}

/** Updates a saved address of an account. */
export async function updateAddress(
  transaction: Database,
  own: AddressKey,
  changes: Pick<AddressRecord, 'addressName' | 'nameKey' | 'recipient' | 'changedAt'>,
): Promise<void> {
  await transaction.update(accountAddress).set(changes).where(createOwnAddressCondition(own));
}

/** @returns false if the account has no address with this id */
export async function deleteAddress(transaction: Database, own: AddressKey): Promise<boolean> {
  const rows = await transaction
    .delete(accountAddress)
    .where(createOwnAddressCondition(own))
    .returning({ addressId: accountAddress.addressId });
  return rows.length > 0;
}
