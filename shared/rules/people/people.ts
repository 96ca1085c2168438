import { isEmailAddress, normaliseEmailAddress } from '../email-address.ts';
import { cleanLine } from '../typed-text.ts';
import { isPhoneNumber, normalisePhoneNumber, type PhoneRules } from './phone-number.ts';
import { hasRightCheckDigits } from './vat-number.ts';

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
  streetNumber: 10,
  streetNumberAddition: 10,
  city: 80,
  addressName: 40,
} as const;

/** Most delivery addresses that an account saves. */
export const MAX_SAVED_ADDRESSES = 20;

/** What a country asks of addresses, phone numbers and VAT numbers: regular expressions of their normal forms. */
export interface CountryFormRules extends PhoneRules {
  readonly postcodePattern: string;
  readonly vatNumberPattern: string;
}

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
  readonly code: 'required' | 'format' | 'maxLength';
}

const DUTCH_POSTCODE = /^(\d{4}) ?([A-Z]{2})$/;

/** A postcode as it is kept: in capitals, and a Dutch one, which no other country's looks like, with its space. */
const cleanPostcode = (text: string): string =>
  cleanLine(text).toUpperCase().replace(DUTCH_POSTCODE, '$1 $2');

/** The words as they are kept: postcodes in their form, no spaces around and no control characters. */
export function cleanAddress(address: TypedAddress): TypedAddress {
  return {
    zipcode: cleanPostcode(address.zipcode),
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
 * @param phonePrefix country code of a number that was typed without one
 */
export function cleanBilling(
  billing: TypedBilling,
  phonePrefix: string,
): Required<Omit<TypedBilling, 'address'>> & { readonly address: TypedAddress } {
  return {
    ...cleanName(billing),
    phoneNumber: normalisePhoneNumber(cleanLine(billing.phoneNumber), phonePrefix),
    emailAddress: normaliseEmailAddress(cleanLine(billing.emailAddress)),
    address: cleanAddress(billing.address),
    ...cleanCompany(billing),
  };
}

/** A company as it was typed; both empty for a private person. */
export interface TypedCompany {
  readonly companyName?: string | undefined;
  readonly vatNumber?: string | undefined;
}

/** The words as they are kept, the VAT number in capitals without spaces. */
export const cleanCompany = ({
  companyName = '',
  vatNumber = '',
}: TypedCompany): { readonly companyName: string; readonly vatNumber: string } => ({
  companyName: cleanLine(companyName),
  vatNumber: cleanLine(vatNumber)
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase(),
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

/**
 * What is wrong with a cleaned address, in the order of its fields; one problem for each.
 *
 * @param path of the address, with its dot: 'address.'
 */
export function listAddressProblems(
  address: TypedAddress,
  rules: Pick<CountryFormRules, 'postcodePattern'>,
  path = '',
): PersonProblem[] {
  return [
    ...findProblem(path, 'zipcode', address.zipcode, {
      isWell: (value) => new RegExp(rules.postcodePattern).test(value),
    }),
    ...findProblem(path, 'street', address.street),
    // '12', '12 bis', 'III': what has no letter or figure is none.
    ...findProblem(path, 'streetNumber', address.streetNumber, {
      isWell: (value) => /[\p{L}\p{N}]/u.test(value),
    }),
    ...findProblem(path, 'streetNumberAddition', address.streetNumberAddition ?? '', { isOptional: true }),
    ...findProblem(path, 'city', address.city),
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
