import type { AddressCountry } from '../../features/checkout/address-countries.ts';
import { listRecipientProblems, listSavedAddressNameProblems } from '../../features/checkout/read-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { FormFields } from '../../forms/form-action.ts';
import { getLocationFieldName, parseDeliveryOption } from './delivery-options.ts';

/** Validates the name of an address that the form saves. */
export const listAddressBookNameProblems = (fields: FormFields): FormProblem[] =>
  fields.get('saveInBook') === '' ? [] : listSavedAddressNameProblems(fields);

/** Validates the fields of the chosen delivery option, without calls to the API. */
export function listDeliveryOptionProblems(
  fields: FormFields,
  address: Parameters<typeof listRecipientProblems>[1],
  countries: readonly Pick<AddressCountry, 'countryId' | 'formRules'>[],
): FormProblem[] {
  const way = parseDeliveryOption(fields.get('way'));
  switch (way) {
    case 'address':
      return [...listRecipientProblems(fields, address, countries), ...listAddressBookNameProblems(fields)];
    case 'parcelShop':
    case 'dealer': {
      const place = way === 'dealer' ? 'dealerId' : 'parcelShopId';
      return [getLocationFieldName(way), place]
        .filter((field) => fields.get(field) === '')
        .map((field) => ({ field, code: 'required' }));
    }
    default:
      return [];
  }
}
