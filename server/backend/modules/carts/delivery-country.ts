import { goesAsParcel, isTest } from '../../../../shared/rules/cart/goods.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { findCountryByRegionCode } from '../countries/queries.ts';
import { findDealer, findParcelShop } from '../places/queries.ts';
import { type CartLine, type CartRecord, listLines } from './queries.ts';

/** What of a cart decides where it goes. */
export type Destination = Pick<
  CartRecord,
  'parcelShopId' | 'dealerId' | 'alternativeShippingAddress' | 'shipping' | 'billing'
>;

const DUTCH_REGION = 'NL';

/**
 * Where a cart goes: to the parcel point, the dealer, the alternative, the shipping or the billing address; where nothing goes as a parcel,
 * kits go by letter to the billing address, and what is digital goes nowhere. Null where nothing says so.
 */
export async function findDeliveryCountryId(
  handle: Database,
  cart: Destination,
  lines: readonly CartLine[],
): Promise<number | null> {
  if (lines.length > 0 && !lines.some(goesAsParcel)) {
    return lines.some(isTest) ? (cart.billing?.address.countryId ?? null) : null;
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
 * Makes sure that a site sends to where a cart goes. Dutch addresses are served by the Dutch site alone.
 *
 * @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered`
 */
export async function assertDelivered(
  handle: Database,
  { site }: Pick<ScopedContext, 'site'>,
  cart: Destination & Pick<CartRecord, 'cartId'>,
): Promise<void> {
  const countryId = await findDeliveryCountryId(handle, cart, await listLines(handle, cart.cartId));
  if (countryId !== null) await assertCountryDelivered(handle, { site }, countryId);
}

/**
 * Makes sure that a site sends to a country.
 *
 * @throws ProblemError `dutch_addresses_on_dutch_site_only`, `country_not_delivered`
 */
export async function assertCountryDelivered(
  handle: Database,
  { site }: Pick<ScopedContext, 'site'>,
  countryId: number,
): Promise<void> {
  const dutch = await findCountryByRegionCode(handle, DUTCH_REGION);
  if (countryId === dutch?.countryId && site.site.countryId !== countryId) {
    throw new ProblemError('dutch_addresses_on_dutch_site_only');
  }
  if (!site.setting.deliveryCountryIds.includes(countryId)) throw new ProblemError('country_not_delivered');
}
