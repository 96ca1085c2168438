import type { Cart } from '../../../../shared/contract/carts.ts';
import { findDealer, findParcelShop, getNameAndAddress } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import type { CartRecord } from './queries.ts';

/**
 * Returns the pickup location of a cart; undefined if it is delivered to an address or the location is no
 * longer listed.
 */
export async function findPickupLocation(
  handle: Database,
  { parcelShopId, dealerId }: Pick<CartRecord, 'parcelShopId' | 'dealerId'>,
): Promise<Cart['pickupPlace']> {
  if (parcelShopId === null && dealerId === null) return undefined;
  const place =
    parcelShopId === null
      ? dealerId !== null && (await findDealer(handle, dealerId))
      : await findParcelShop(handle, parcelShopId);
  return place ? getNameAndAddress(place) : undefined;
}
