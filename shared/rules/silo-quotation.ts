import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';
import { isPhoneNumber, type PhoneRules, readPhoneNumber } from './people/phone-number.ts';
import { type PostcodeRules, readPostcode } from './people/postcode.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Maximum lengths, in characters. */
export const maxSiloFieldLengths = {
  name: 50,
  emailAddress: 254,
  phoneNumber: 30,
  zipcode: 12,
  city: 80,
  message: 2000,
} as const;

/** Upper limits of plausible values; higher ones are typing errors. */
export const maximumSiloHorses = 10_000;
export const maximumSiloKilograms = 100_000;

/** Rules of a request that depend on the country and its site. */
export interface SiloRules extends PhoneRules, PostcodeRules {
  readonly minimumDeliveryKg: number;
}

/** A request as typed. */
export interface SiloInput {
  readonly name: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly zipcode: string;
  readonly city: string;
  readonly message: string;
  /** Null if it is not a whole number. */
  readonly horses: number | null;
  /** Kilograms of one delivery; null if it is not a whole number. */
  readonly kilograms: number | null;
}

export interface SiloProblem {
  readonly field: keyof SiloInput;
  readonly code: 'required' | 'format' | 'maxLength' | 'minimum' | 'maximum';
}

/** Parses a typed whole number: '1000', '1.000', '1 000', '1,000'. Null for anything else. */
export function parseWholeNumber(text: string): number | null {
  const grouped = /^\d{1,3}(?:([.,\s'’])\d{3})(?:\1\d{3})*$/u.test(text);
  const digits = grouped ? text.replace(/\D/g, '') : text;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/**
 * Cleans a request for storage: postcodes and phone numbers in the format of the country, the rest without
 * surrounding spaces and control characters.
 */
export function cleanSiloInput<T extends SiloInput>(words: T, rules: PhoneRules & PostcodeRules): T {
  return {
    ...words,
    name: cleanLine(words.name),
    emailAddress: normaliseEmailAddress(words.emailAddress),
    phoneNumber: readPhoneNumber(words.phoneNumber, rules),
    zipcode: readPostcode(words.zipcode, rules),
    city: cleanLine(words.city),
    message: cleanText(words.message),
  };
}

function findNumberProblemCode(
  value: number | null,
  minimum: number,
  maximum: number,
): SiloProblem['code'] | null {
  if (value === null) return 'format';
  if (value < minimum) return 'minimum';
  return value > maximum ? 'maximum' : null;
}

/** Lists the problems of a cleaned request, in the order of the form; one problem per field. */
export function listSiloProblems(words: SiloInput, rules: SiloRules): SiloProblem[] {
  const isValidByField: Partial<Record<keyof SiloInput, (value: string) => boolean>> = {
    emailAddress: isEmailAddress,
    phoneNumber: (value) => isPhoneNumber(value, rules),
    zipcode: (value) => new RegExp(rules.postcodePattern).test(value),
  };
  const findTextCode = (field: keyof typeof maxSiloFieldLengths): SiloProblem['code'] | null => {
    const value = words[field];
    if (value === '') return field === 'message' ? null : 'required';
    if ([...value].length > maxSiloFieldLengths[field]) return 'maxLength';
    return isValidByField[field]?.(value) === false ? 'format' : null;
  };
  const found: readonly { field: keyof SiloInput; code: SiloProblem['code'] | null }[] = [
    { field: 'horses', code: findNumberProblemCode(words.horses, 1, maximumSiloHorses) },
    {
      field: 'kilograms',
      code: findNumberProblemCode(words.kilograms, rules.minimumDeliveryKg, maximumSiloKilograms),
    },
    ...(['name', 'emailAddress', 'phoneNumber', 'zipcode', 'city', 'message'] as const).map((field) => ({
      field,
      code: findTextCode(field),
    })),
  ];
  return found.flatMap(({ field, code }) => (code === null ? [] : [{ field, code }]));
}
