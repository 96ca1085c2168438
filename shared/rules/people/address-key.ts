import type { TypedAddress } from './person-details.ts';

/**
 * Returns a text that identifies a cleaned address, ignoring case. A visitor who has confirmed an address is
 * asked again only for another one.
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
