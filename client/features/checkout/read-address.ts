import { getAddressKey } from '../../../shared/rules/people/address-key.ts';
import {
  cleanAddress,
  cleanName,
  listAddressNameProblems,
  listAddressProblems,
  listNameProblems,
  type TypedAddress,
} from '../../../shared/rules/people/person-details.ts';
import { splitStreetLine } from '../../../shared/rules/people/street-line.ts';
import { cleanLine } from '../../../shared/rules/typed-text.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { ActionContext, FormFields } from '../../forms/form-action.ts';
import type { AddressCountry } from './address-countries.ts';

/**
 * Reads the address of a form in normalized form. If the house number field is empty, a number at the end of
 * the street is used.
 */
export function readAddress(
  fields: Pick<FormFields, 'get'>,
  countries: readonly Pick<AddressCountry, 'countryId' | 'formRules'>[],
): TypedAddress {
  const typed = {
    zipcode: fields.get('zipcode'),
    street: fields.get('street'),
    streetNumber: fields.get('streetNumber'),
    streetNumberAddition: fields.get('streetNumberAddition'),
    city: fields.get('city'),
    countryId: Number(fields.get('countryId')),
  };
  const split = typed.streetNumber === '' ? splitStreetLine(typed.street) : null;
  const country = countries.find(({ countryId }) => countryId === typed.countryId);
  return cleanAddress({ ...typed, ...split }, country?.formRules);
}

/**
 * Reads the address like `readAddress`. For a Dutch address, postcode and house number are enough if the
 * look-up knows them.
 */
export async function completeDutchAddress(
  { api, options, fields }: Pick<ActionContext, 'api' | 'options' | 'fields'>,
  countries: readonly Pick<AddressCountry, 'countryId' | 'regionCode' | 'formRules'>[],
): Promise<TypedAddress> {
  const address = readAddress(fields, countries);
  const { zipcode, streetNumber, street, city, countryId } = address;
  const isDutch = countries.some((known) => known.countryId === countryId && known.regionCode === 'NL');
  if (!isDutch || zipcode === '' || streetNumber === '' || (street !== '' && city !== '')) return address;
  const found = await api
    .lookUpAddress(
      { body: { countryId, zipcode: zipcode.slice(0, 80), streetNumber: streetNumber.slice(0, 80) } },
      options,
    )
    .catch(() => null);
  if (!found?.address) return address;
  return { ...address, street: street || found.address.street, city: city || found.address.city };
}

/**
 * Reads whether the visitor confirmed the address of a form, for the body of the call. The value of the
 * checkbox is the key of the address that was reported as invalid, so it does not apply to another address.
 */
export const readAddressConfirmation = (
  fields: FormFields,
  countries: readonly Pick<AddressCountry, 'countryId' | 'formRules'>[],
): { readonly isAddressConfirmed?: true } =>
  fields.get('confirmedAddress') === getAddressKey(readAddress(fields, countries))
    ? { isAddressConfirmed: true }
    : {};

/**
 * Removes the path of the address in the API's body from the field names, because forms use the bare names.
 */
export const toAddressFormProblems = (problems: readonly { field: string; code: string }[]): FormProblem[] =>
  problems.map(({ field, code }) => ({ field: field.replace(/^.*\./, ''), code }));

/** Validates the name of a saved address in a form. */
export const listSavedAddressNameProblems = (fields: FormFields): FormProblem[] =>
  listAddressNameProblems(cleanLine(fields.get('addressName')));

const fieldsByProblemCode: ReadonlyMap<string, string> = new Map([
  ['address_name_taken', 'addressName'],
  ['too_many_addresses', 'addressName'],
  ['country_not_delivered', 'countryId'],
  ['dutch_addresses_on_dutch_site_only', 'countryId'],
]);

/** Assigns errors of the address book to their fields. */
export const mapAddressBookProblems = (problems: readonly FormProblem[]): FormProblem[] =>
  problems.map((problem) => ({
    ...problem,
    field: problem.field ?? fieldsByProblemCode.get(problem.code) ?? null,
  }));

/** Validates the name and the address in a form. */
export function listRecipientProblems(
  fields: FormFields,
  address: TypedAddress,
  countries: readonly Pick<AddressCountry, 'countryId' | 'formRules'>[],
): FormProblem[] {
  const country = countries.find(({ countryId }) => countryId === address.countryId);
  if (!country) return [{ field: 'countryId', code: 'required' }];
  const name = cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') });
  return toAddressFormProblems([
    ...listNameProblems(name),
    ...listAddressProblems(address, country.formRules),
  ]);
}
