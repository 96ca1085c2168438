import { isEmailAddress, normaliseEmailAddress } from '../email-address.ts';
import { cleanLine } from '../typed-text.ts';
import { isPhoneNumber, type PhoneRules, readPhoneNumber } from './phone-number.ts';
import { type PostcodeRules, readPostcode } from './postcode.ts';
import { hasRightCheckDigits, readVatNumber, type VatNumberRules } from './vat-number.ts';

/** Longest values, in characters. */
export const personLimits = {
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

/** Most delivery addresses that an account saves. */
export const MAX_SAVED_ADDRESSES = 20;

/** What a country asks of addresses, phone numbers and VAT numbers. */
export interface CountryFormRules extends PhoneRules, PostcodeRules, VatNumberRules {}

/** Countries whose houses may have a name and no number. */
const countriesOfNamedHouses: ReadonlySet<string> = new Set(['GB', 'IE']);

/** Whether a house may have a name instead of a number. @param regionCode ISO 3166-1 alpha-2 */
export const mayHaveHouseName = (regionCode: string): boolean => countriesOfNamedHouses.has(regionCode);

/** An address as it was typed. */
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

/** Who pays, as it was typed. */
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
 * Cleans an address as it is stored: postcodes in the form of their country, no spaces around and no control characters.
 *
 * @param rules of the country of the address; undefined where it is not known yet
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
 * The words as they are kept, the phone number with its country code, the VAT number in capitals without spaces.
 *
 * @param rules of the country of the address
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

/** A company as it was typed; both empty for a private person. */
export interface TypedCompany {
  readonly companyName?: string | undefined;
  readonly vatNumber?: string | undefined;
}

/**
 * Cleans a company as it is stored: the VAT number in capitals without spaces and with the letters of its country.
 *
 * @param rules of the country of the company; undefined where it is not known
 */
export const cleanCompany = (
  { companyName = '', vatNumber = '' }: TypedCompany,
  rules: VatNumberRules | undefined,
): { readonly companyName: string; readonly vatNumber: string } => ({
  companyName: cleanLine(companyName),
  vatNumber: readVatNumber(vatNumber, rules),
});

type Limited = keyof typeof personLimits;

function findProblem(
  path: string,
  field: Limited,
  value: string,
  check: { readonly isOptional?: boolean; readonly isWell?: (value: string) => boolean } = {},
): PersonProblem[] {
  if (value === '') return check.isOptional ? [] : [{ field: path + field, code: 'required' }];
  if ([...value].length > personLimits[field]) return [{ field: path + field, code: 'maxLength' }];
  return check.isWell?.(value) === false ? [{ field: path + field, code: 'format' }] : [];
}

/** Whether a text has a letter of any script: no street and no town is without one. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/**
 * What is wrong with a cleaned address, in the order of its fields; one problem for each.
 *
 * @param path of the address, with its dot: 'address.'
 */
export function listAddressProblems(
  address: TypedAddress,
  rules: Pick<CountryFormRules, 'postcodePattern' | 'regionCode'>,
  path = '',
): PersonProblem[] {
  return [
    ...findProblem(path, 'zipcode', address.zipcode, {
      isWell: (value) => new RegExp(rules.postcodePattern).test(value),
    }),
    ...findProblem(path, 'street', address.street, { isWell: hasLetter }),
    // '12', '12 bis', 'III', 'The Old Rectory': what has no letter or figure is none. A name may also be in the line of the street.
    ...findProblem(path, 'streetNumber', address.streetNumber, {
      isOptional: mayHaveHouseName(rules.regionCode),
      isWell: (value) => /[\p{L}\p{N}]/u.test(value),
    }),
    ...findProblem(path, 'streetNumberAddition', address.streetNumberAddition ?? '', { isOptional: true }),
    ...findProblem(path, 'city', address.city, { isWell: hasLetter }),
  ];
}

/** The same for a name. */
export const listNameProblems = ({ firstName, lastName }: TypedName): PersonProblem[] => [
  ...findProblem('', 'firstName', firstName),
  ...findProblem('', 'lastName', lastName),
];

/** The same for the name that the owner of an account has chosen for an address. */
export const listAddressNameProblems = (addressName: string): PersonProblem[] =>
  findProblem('', 'addressName', addressName);

/**
 * What is wrong with cleaned words of who pays, in the order of the form.
 *
 * @param rules of the country of the address
 * @param needsPhone the carrier calls before it brings a parcel
 */
export function listBillingProblems(
  billing: TypedBilling,
  rules: CountryFormRules,
  { needsPhone }: { readonly needsPhone: boolean },
): PersonProblem[] {
  return [
    ...listNameProblems(billing),
    ...findProblem('', 'emailAddress', billing.emailAddress, { isWell: isEmailAddress }),
    ...listPhoneProblems(billing.phoneNumber, rules, { isOptional: !needsPhone }),
    ...listAddressProblems(billing.address, rules, 'address.'),
    ...listCompanyProblems(billing, rules),
  ];
}

/** What is wrong with a phone number with its country code. */
export const listPhoneProblems = (
  phoneNumber: string,
  rules: PhoneRules,
  { isOptional }: { readonly isOptional: boolean },
): PersonProblem[] =>
  findProblem('', 'phoneNumber', phoneNumber, { isOptional, isWell: (value) => isPhoneNumber(value, rules) });

/** What is wrong with the cleaned words of a company. */
export const listCompanyProblems = (
  { companyName = '', vatNumber = '' }: TypedCompany,
  { vatNumberPattern }: Pick<CountryFormRules, 'vatNumberPattern'>,
): PersonProblem[] => [
  ...findProblem('', 'companyName', companyName, { isOptional: true }),
  ...findProblem('', 'vatNumber', vatNumber, {
    isOptional: true,
    isWell: (value) => new RegExp(vatNumberPattern).test(value) && hasRightCheckDigits(value),
  }),
];
