import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { Country } from '../../../shared/contract/sites.ts';

/** Country for an address, named in the language of the page. */
export type AddressCountry = Pick<Country, 'countryId' | 'regionCode' | 'formRules'> & {
  readonly name: string;
};

/**
 * Returns the countries for an address, sorted by the collation of the language.
 *
 * @param countryIds countries to include; defaults to all that the shop knows
 * @throws ApiError if the countries cannot be loaded
 */
export async function fetchAddressCountries(
  api: Api,
  options: CallOptions,
  countryIds?: readonly number[],
): Promise<AddressCountry[]> {
  const [countries, names] = await Promise.all([
    api.fetchCountries(undefined, options),
    api.fetchCountriesLocalizedName(undefined, options),
  ]);
  return names.flatMap(({ countryId, localizedName }) => {
    const country = countries.find((known) => known.countryId === countryId);
    const isShown = countryIds === undefined || countryIds.includes(countryId);
    return country && isShown
      ? [{ countryId, regionCode: country.regionCode, formRules: country.formRules, name: localizedName }]
      : [];
  });
}
