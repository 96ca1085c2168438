import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { Country } from '../../../shared/contract/sites.ts';

/** A country that an address may be in, named in the language of the page. */
export type ShownCountry = Pick<Country, 'countryId' | 'regionCode' | 'formRules'> & {
  readonly name: string;
};

/**
 * The countries that an address may be in, in the alphabet of the language.
 *
 * @param countryIds those alone; left out: all that the shop knows
 * @throws ApiError
 */
export async function fetchShownCountries(
  api: Api,
  options: CallOptions,
  countryIds?: readonly number[],
): Promise<ShownCountry[]> {
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
