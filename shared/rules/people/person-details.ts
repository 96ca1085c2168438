import { isEmailAddress, normaliseEmailAddress } from '../email-address.ts';
import { cleanLine } from '../typed-text.ts';
import { isPhoneNumber, type PhoneRules, readPhoneNumber } from './phone-number.ts';
import { type PostcodeRules, readPostcode } from './postcode.ts';
import { hasRightCheckDigits, readVatNumber, type VatNumberRules } from './vat-number.ts';

/** Maximum lengths, in characters. */
export const maxPersonFieldLengths = {
  firstName: 50,
  lastName: 50,
  companyName: 100,
  vatNumber: 20,
  phoneNumber: 30,
  emailAddress: 254,
  zipcode: 12,
  street: 100,
  // A house may have a name instead of a number: 'The Old Rectory'.
  streetNumber: 40,
  streetNumberAddition: 20,
  city: 80,
  addressName: 40,
} as const;

/** Maximum number of delivery addresses saved in an account. */
export const MAX_SAVED_ADDRESSES = 20;

/** Formats of addresses, phone numbers and VAT numbers of a country. */
export interface CountryFormRules extends PhoneRules, PostcodeRules, VatNumberRules {}

/** Countries in which a house may have a name instead of a number. */
const countriesWithHouseNames: ReadonlySet<string> = new Set(['GB', 'IE']);

/** Returns true if a house may have a name instead of a number. @param regionCode ISO 3166-1 alpha-2 */
export const mayHaveHouseName = (regionCode: string): boolean => countriesWithHouseNames.has(regionCode);

/** An address as typed. */
export interface TypedAddress {
  readonly zipcode: string;
  readonly street: string;
  readonly streetNumber: string;
  readonly streetNumberAddition: string | null;
  readonly city: string;
  readonly countryId: number;
}

export interface TypedName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Billing details as typed. */
export interface TypedBilling extends TypedName {
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly address: TypedAddress;
  readonly companyName?: string;
  readonly vatNumber?: string;
}

export interface PersonProblem {
  /** Path of the field: 'address.zipcode'. */
  readonly field: string;
  readonly code: 'required' | 'format' | 'maxLength' | 'invalidAddress';
}

/**
 * Cleans an address for storage: postcodes in the format of their country, without surrounding spaces and
 * control characters.
 *
 * @param rules formats of the country of the address; undefined if it is not known yet
 */
export function cleanAddress(address: TypedAddress, rules: PostcodeRules | undefined): TypedAddress {
  return {
    zipcode: readPostcode(address.zipcode, rules),
    street: cleanLine(address.street),
    streetNumber: cleanLine(address.streetNumber),
    streetNumberAddition: cleanLine(address.streetNumberAddition ?? '') || null,
    city: cleanLine(address.city),
    countryId: address.countryId,
  };
}

export const cleanName = ({ firstName, lastName }: TypedName): TypedName => ({
  firstName: cleanLine(firstName),
  lastName: cleanLine(lastName),
});

/**
 * Cleans billing details for storage: phone numbers with their country code, VAT numbers in capitals without
 * spaces.
 *
 * @param rules formats of the country of the address
 */
export function cleanBilling(
  billing: TypedBilling,
  rules: CountryFormRules,
): Required<Omit<TypedBilling, 'address'>> & { readonly address: TypedAddress } {
  return {
    ...cleanName(billing),
    phoneNumber: readPhoneNumber(billing.phoneNumber, rules),
    emailAddress: normaliseEmailAddress(billing.emailAddress),
    address: cleanAddress(billing.address, rules),
    ...cleanCompany(billing, rules),
  };
}

/** Company details as typed; both empty for a private person. */
export interface TypedCompany {
  readonly companyName?: string | undefined;
  readonly vatNumber?: string | undefined;
}

/**
 * Cleans company details for storage: VAT numbers in capitals without spaces and with the letters of their
 * country.
 *
 * @param rules formats of the country of the company; undefined if it is unknown
 */
export const cleanCompany = (
  { companyName = '', vatNumber = '' }: TypedCompany,
  rules: VatNumberRules | undefined,
): { readonly companyName: string; readonly vatNumber: string } => ({
  companyName: cleanLine(companyName),
  vatNumber: readVatNumber(vatNumber, rules),
});

type LimitedField = keyof typeof maxPersonFieldLengths;

/** Returns true if a field has a maximum length in `maxPersonFieldLengths`. */
export const hasLengthLimit = (field: string): field is LimitedField =>
  Object.hasOwn(maxPersonFieldLengths, field);

function listTextProblems(
  path: string,
  field: LimitedField,
  value: string,
  check: { readonly isOptional?: boolean; readonly isValid?: (value: string) => boolean } = {},
): PersonProblem[] {
  if (value === '') return check.isOptional ? [] : [{ field: path + field, code: 'required' }];
  if ([...value].length > maxPersonFieldLengths[field]) return [{ field: path + field, code: 'maxLength' }];
  return check.isValid?.(value) === false ? [{ field: path + field, code: 'format' }] : [];
}

/** Returns true if a text contains a letter of any script, as every street and town does. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/**
 * Lists the problems of a cleaned address, in the order of its fields; one problem per field.
 *
 * @param path path of the address, with its dot: 'address.'
 */
export function listAddressProblems(
  address: TypedAddress,
  rules: Pick<CountryFormRules, 'postcodePattern' | 'regionCode'>,
  path = '',
): PersonProblem[] {
  return [
    ...listTextProblems(path, 'zipcode', address.zipcode, {
      isValid: (value) => new RegExp(rules.postcodePattern).test(value),
    }),
    ...listTextProblems(path, 'street', address.street, { isValid: hasLetter }),
    // '12', '12 bis', 'III', 'The Old Rectory': at least one letter or digit is required. The name of a house
    // may also be in the street field.
    ...listTextProblems(path, 'streetNumber', address.streetNumber, {
      isOptional: mayHaveHouseName(rules.regionCode),
      isValid: (value) => /[\p{L}\p{N}]/u.test(value),
    }),
    ...listTextProblems(path, 'streetNumberAddition', address.streetNumberAddition ?? '', {
      isOptional: true,
    }),
    ...listTextProblems(path, 'city', address.city, { isValid: hasLetter }),
  ];
}

/** Lists the problems of a name. */
export const listNameProblems = ({ firstName, lastName }: TypedName): PersonProblem[] => [
  ...listTextProblems('', 'firstName', firstName),
  ...listTextProblems('', 'lastName', lastName),
];

/** Lists the problems of the name that the owner of an account has chosen for an address. */
export const listAddressNameProblems = (addressName: string): PersonProblem[] =>
  listTextProblems('', 'addressName', addressName);

/**
 * Lists the problems of cleaned billing details, in the order of the form.
 *
 * @param rules formats of the country of the address
 * @param needsPhone whether a phone number is required, because the carrier calls before it delivers a parcel
 */
export function listBillingProblems(
  billing: TypedBilling,
  rules: CountryFormRules,
  { needsPhone }: { readonly needsPhone: boolean },
): PersonProblem[] {
  return [
    ...listNameProblems(billing),
    ...listTextProblems('', 'emailAddress', billing.emailAddress, { isValid: isEmailAddress }),
    ...listPhoneProblems(billing.phoneNumber, rules, { isOptional: !needsPhone }),
    ...listAddressProblems(billing.address, rules, 'address.'),
    ...listCompanyProblems(billing, rules),
  ];
}

/** Lists the problems of a phone number with its country code. */
export const listPhoneProblems = (
  phoneNumber: string,
  rules: PhoneRules,
  { isOptional }: { readonly isOptional: boolean },
): PersonProblem[] =>
  listTextProblems('', 'phoneNumber', phoneNumber, {
    isOptional,
    isValid: (value) => isPhoneNumber(value, rules),
  });

/** Lists the problems of cleaned company details. */
export const listCompanyProblems = (
  { companyName = '', vatNumber = '' }: TypedCompany,
  { vatNumberPattern }: Pick<CountryFormRules, 'vatNumberPattern'>,
): PersonProblem[] => [
  ...listTextProblems('', 'companyName', companyName, { isOptional: true }),
  ...listTextProblems('', 'vatNumber', vatNumber, {
    isOptional: true,
    isValid: (value) => new RegExp(vatNumberPattern).test(value) && hasRightCheckDigits(value),
  }),
];
