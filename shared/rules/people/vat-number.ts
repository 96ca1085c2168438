import { cleanTypedCode } from '../typed-text.ts';

/** Returns the weighted sum of digits. */
function getWeightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0);
}

/** Returns true if the Luhn sum of the digits, every second one doubled, is a multiple of 10. */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns a remainder for more digits than a float holds; NaN for other characters, since shops write their own patterns. */
const modulo97 = (digits: string): number =>
  /^\d+$/.test(digits) ? Number(BigInt(digits) % 97n) : Number.NaN;

/** Returns true if the check digit is right by ISO 7064, modulus 11 and 10. */
function hasIso7064CheckDigit(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((before, figure) => {
    const sum = (Number(figure) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === Number(digits.at(-1));
}

const spanishCheckLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

function hasSpanishCheckDigits(number: string): boolean {
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(number);
  if (person) {
    const [, first = '', figures = '', letter] = person;
    const value = Number((first === '' ? '' : String('XYZ'.indexOf(first))) + figures);
    return spanishCheckLetters[value % 23] === letter;
  }
  if (/^[KLM]/.test(number)) return spanishCheckLetters[Number(number.slice(1, 8)) % 23] === number[8];
  // Letters of the legal forms; I, O, T, X, Y and Z are none.
  if (!/^[A-HJNP-SUVW]/.test(number)) return false;
  const sum = [...number.slice(1, 8)].reduce((total, figure, index) => {
    const value = Number(figure) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const check = (10 - (sum % 10)) % 10;
  return number[8] === String(check) || number[8] === 'JABCDEFGHI'[check];
}

function hasBritishCheckDigits(number: string): boolean {
  if (!/^\d/.test(number)) return true;
  const sum = getWeightedSum(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

function hasIrishCheckLetter(number: string): boolean {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV';
  // Until 2013 the second position could be a letter. The last five digits then precede the first.
  const figures = /^\d{7}/.test(number) ? number : `0${number.slice(2, 7)}${number[0]}${number[7]}`;
  const extra = figures[8] === undefined ? 0 : 'WABCDEFGHI'.indexOf(figures[8]);
  return letters[(getWeightedSum(figures, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra) % 23] === figures[7];
}

function hasFrenchCheckDigits(number: string): boolean {
  const company = number.slice(2);
  // The company number has its own check digit, except in Monaco (000).
  if (!company.startsWith('000') && !hasLuhnCheckDigit(company)) return false;
  // Newer keys contain letters, whose rule has not been published completely.
  return !/^\d{2}/.test(number) || modulo97(`${company}12`) === Number(number.slice(0, 2));
}

function hasDutchCheckDigits(number: string): boolean {
  const sum = getWeightedSum(number, [9, 8, 7, 6, 5, 4, 3, 2]);
  if (sum % 11 === Number(number[8])) return true;
  // Since 2020 sole traders have numbers that do not contain personal data: modulus 97 with letters as in an
  // IBAN.
  return modulo97(`2321${number.slice(0, 9)}11${number.slice(10)}`) === 1;
}

function hasPortugueseCheckDigit(number: string): boolean {
  const check = 11 - (getWeightedSum(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === Number(number[8]);
}

/** Checks modulus 11 with the check digit last; numbers with a remainder of two digits are not issued. */
function hasModulo11CheckDigit(number: string, weights: readonly number[]): boolean {
  return getWeightedSum(number, [...weights, 1]) % 11 === 0;
}

function hasAustrianCheckDigit(number: string): boolean {
  const sum = [1, 2, 1, 2, 1, 2, 1].reduce((total, weight, index) => {
    const value = Number(number[index + 1]) * weight;
    return total + (value > 9 ? value - 9 : value);
  }, 4);
  return (10 - (sum % 10)) % 10 === Number(number[8]);
}

/**
 * Check digit rules by country, for the part after its letters. Sources: the national rules as listed by the
 * European Commission's VIES.
 */
const checkDigitTestsByCountry: Readonly<Record<string, (number: string) => boolean>> = {
  AT: hasAustrianCheckDigit,
  BE: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  DE: hasIso7064CheckDigit,
  DK: (number) => hasModulo11CheckDigit(number, [2, 7, 6, 5, 4, 3, 2]),
  EE: (number) => getWeightedSum(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  ES: hasSpanishCheckDigits,
  FI: (number) => hasModulo11CheckDigit(number, [7, 9, 10, 5, 8, 4, 2]),
  FR: hasFrenchCheckDigits,
  GB: hasBritishCheckDigits,
  IE: hasIrishCheckLetter,
  IT: hasLuhnCheckDigit,
  LU: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
  NL: hasDutchCheckDigits,
  PT: hasPortugueseCheckDigit,
  SE: (number) => hasLuhnCheckDigit(number.slice(0, 10)),
};

/** Format of VAT numbers of a country. */
export interface VatNumberRules {
  /** ISO 3166-1 alpha-2. */
  readonly regionCode: string;
  /** Regular expression of the normalised form, with the letters of the country. */
  readonly vatNumberPattern: string;
}

/**
 * Country prefixes of European VAT numbers. A French number may start with any two letters, but 'DE123456789'
 * is read as German.
 */
const COUNTRY_LETTERS_PATTERN =
  /^(?:AT|BE|BG|CH|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)/;

/** Labels that are typed or pasted with the number, without spaces and dots. */
const VAT_NUMBER_LABEL_PATTERN =
  /^(?:VATREGNO|VATNUMBER|VATNO|VAT|BTWNUMMER|BTWNR|BTW|USTIDNR|USTID|UIDNR|UID|NTVA|TVA|CVRNR|CVR|SENR|MOMSNR|MOMS|PARTITAIVA|PIVA|NIPC|NIF|CIF|KMKR|ALVNRO|ALV)/;

/**
 * Normalises a typed VAT number: capitals, without spaces, dots and dashes. Missing country letters are
 * added. Numbers are completed if a country has lengthened them (Belgium) or derives them from another number
 * (Sweden, Austria).
 *
 * @param rules format of its country; without it no letters are added
 * @returns the normalised number; an invalid one is returned in capitals and without separators
 */
export function readVatNumber(text: string, rules?: VatNumberRules): string {
  const compact = cleanTypedCode(text)
    .toUpperCase()
    .replace(/[ .:#°/_-]/g, '');
  if (!rules || compact === '') return compact;
  const { regionCode } = rules;
  const pattern = new RegExp(rules.vatNumberPattern);
  const fill = (number: string): string[] => {
    const isOwn = number.startsWith(regionCode);
    if (!isOwn && COUNTRY_LETTERS_PATTERN.test(number)) return [];
    const figures = isOwn ? number.slice(regionCode.length) : number;
    return [
      number,
      regionCode + figures,
      ...(regionCode === 'AT' ? [`ATU${figures}`] : []),
      ...(regionCode === 'BE' ? [`BE0${figures}`] : []),
      ...(regionCode === 'SE' ? [`SE${figures}01`] : []),
    ];
  };
  const candidates = [...fill(compact), ...fill(compact.replace(VAT_NUMBER_LABEL_PATTERN, ''))];
  return candidates.find((candidate) => pattern.test(candidate)) ?? compact;
}

/**
 * Returns true if the check digits of a VAT number are right, or if its country has no rule here.
 *
 * @param number result of `cleanBilling`, in the format of its country (`vatNumberPattern`): 'NL' and the
 *   rest
 */
export function hasRightCheckDigits(number: string): boolean {
  return checkDigitTestsByCountry[number.slice(0, 2)]?.(number.slice(2)) ?? true;
}
