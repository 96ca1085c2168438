import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { FormPlaces } from '../../forms/action-result.ts';

/** As many places as a list shows. */
const MOST_PLACES = 5;

/**
 * Where a parcel can be collected near to a place.
 *
 * @param place.near postcode or town
 * @param place.weightGrams of the heaviest piece: points that it is too heavy for are left out
 * @throws ApiError
 */
export async function fetchPlaces(
  api: Api,
  place: { readonly near: string; readonly countryId: number | null; readonly weightGrams: number },
  options: CallOptions,
): Promise<FormPlaces> {
  const { near, countryId, weightGrams } = place;
  if (near === '') return { near, parcelShops: [], dealers: [] };
  const query = { zipcode: near, ...(countryId !== null && { countryId }) };
  const [parcelShops, dealers] = await Promise.all([
    api.fetchParcelShops({ query: { ...query, weightGrams } }, options),
    api.fetchDealers({ query: { ...query, isPickupPoint: true } }, options),
  ]);
  return {
    near,
    parcelShops: parcelShops.slice(0, MOST_PLACES),
    dealers: dealers.slice(0, MOST_PLACES),
  };
}
