import { isRoughageTest, isSentAsParcel } from '../../../../shared/rules/cart/shipping-properties.ts';
import { findDealer, findParcelShop } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { assertCountryDeliverable } from '../../sites/assert-country-deliverable.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { type CartLine, type CartRecord, listCartLines } from './queries.ts';

/** The fields of a cart that determine its destination. */
export type Destination = Pick<
  CartRecord,
  'parcelShopId' | 'dealerId' | 'alternativeShippingAddress' | 'shipping' | 'billing'
>;

/**
 * Returns the country of delivery of a cart: of the parcel shop, the dealer, or the alternative, shipping or
 * billing address. Test kits without a parcel go by letter to the billing address; digital goods are not
 * shipped. Returns null if the country is unknown.
 */
export async function findDeliveryCountryId(
  handle: Database,
  cart: Destination,
  lines: readonly CartLine[],
): Promise<number | null> {
  if (lines.length > 0 && !lines.some(isSentAsParcel)) {
    return lines.some(isRoughageTest) ? (cart.billing?.address.countryId ?? null) : null;
  }
  if (cart.parcelShopId !== null) {
    const parcelShop = await findParcelShop(handle, cart.parcelShopId);
    if (parcelShop) return parcelShop.countryId;
  }
  if (cart.dealerId !== null) {
    const dealer = await findDealer(handle, cart.dealerId);
    if (dealer) return dealer.countryId;
  }
  const address = cart.alternativeShippingAddress?.address ?? cart.shipping?.address ?? cart.billing?.address;
  return address?.countryId ?? null;
}

/**
 * Checks that a site delivers to the destination of a cart.
 *
 * @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered`
 */
export async function assertDestinationDeliverable(
  handle: Database,
  { site }: Pick<ScopedContext, 'site'>,
  cart: Destination & Pick<CartRecord, 'cartId'>,
): Promise<void> {
  const countryId = await findDeliveryCountryId(handle, cart, await listCartLines(handle, cart.cartId));
  if (countryId !== null) await assertCountryDeliverable(handle, { site }, countryId);
}
