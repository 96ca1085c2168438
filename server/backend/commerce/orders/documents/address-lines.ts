import type { Address } from '../../../../../shared/contract/addresses.ts';
import { formatStreetLine } from '../../../../../shared/rules/people/street-line.ts';
import type { OrderWithDetails } from './queries.ts';

/**
 * Lists street, town and country of an address, one line each.
 *
 * @param nameCountry returns the name of a country in the language of the reader
 */
export function listAddressLines(
  address: Address,
  { regionCodes }: Pick<OrderWithDetails, 'regionCodes'>,
  nameCountry: (regionCode: string) => string,
): string[] {
  const { zipcode, city, countryId } = address;
  const regionCode = regionCodes.get(countryId);
  return [
    formatStreetLine(address),
    `${zipcode} ${city}`,
    ...(regionCode === undefined ? [] : [nameCountry(regionCode)]),
  ];
}
