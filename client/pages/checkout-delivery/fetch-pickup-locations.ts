import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { FormPickupLocations } from '../../forms/action-result.ts';

/** Maximum number of locations in a list. */
const MAX_PICKUP_LOCATIONS = 5;

/**
 * Returns the parcel shops or dealers near a location.
 *
 * @param place.near postcode or town
 * @param place.weightGrams weight of the heaviest piece; parcel shops with a lower limit are omitted
 * @throws ApiError if they cannot be loaded
 */
export async function fetchPickupLocations(
  api: Api,
  place: { readonly near: string; readonly countryId: number | null; readonly weightGrams: number },
  options: CallOptions,
): Promise<FormPickupLocations> {
  const { near, countryId, weightGrams } = place;
  if (near === '') return { near, parcelShops: [], dealers: [] };
  const query = { zipcode: near, ...(countryId !== null && { countryId }) };
  const [parcelShops, dealers] = await Promise.all([
    api.fetchParcelShops({ query: { ...query, weightGrams } }, options),
    api.fetchDealers({ query: { ...query, isPickupPoint: true } }, options),
  ]);
  return {
    near,
    parcelShops: parcelShops.slice(0, MAX_PICKUP_LOCATIONS),
    dealers: dealers.slice(0, MAX_PICKUP_LOCATIONS),
  };
}
