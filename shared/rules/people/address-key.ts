import type { TypedAddress } from './people.ts';

/**
 * Writes a cleaned address as one text that is the same for the same address, whatever its case: a visitor who has confirmed an address
 * is asked again only about another one.
 */
export const getAddressKey = ({
  zipcode,
  street,
  streetNumber,
  streetNumberAddition,
  city,
  countryId,
}: TypedAddress): string =>
  JSON.stringify([countryId, zipcode, street, streetNumber, streetNumberAddition ?? '', city]).toLowerCase();
