import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hasRightCheckDigits, readVatNumber } from './vat-number.ts';

/** Published numbers of companies and authorities, and the examples of the national rules. */
const validNumbers = [
  'ATU13585627',
  'BE0428759497',
  'BE1001686633',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'ES54362315K',
  'ESX2482300W',
  'ESB58378431',
  'ESJ99216582',
  'FI20774740',
  'FR40303265045',
  'FR23334175221',
  'GB980780684',
  'IE6433435F',
  'IE6433435OA',
  'IE8D79739I',
  'IT00743110157',
  'LU15027442',
  'NL004495445B01',
  'NL002455799B11',
  'PT501964843',
  'SE123456789701',
];

describe('hasRightCheckDigits', () => {
  it.each(validNumbers)('accepts %s', (number) => {
    expect(hasRightCheckDigits(number)).toBe(true);
  });

  // One wrong digit is the error that check digits are designed to detect.
  it.each(validNumbers.map((number) => [number, changeFifthDigit(number)]))(
    'rejects %s with one wrong digit (%s)',
    (_, off) => {
      expect(hasRightCheckDigits(off)).toBe(false);
    },
  );

  it('checks the company number of a French number whose key has letters', () => {
    expect(['FRK7399859412', 'FRK7399859421'].map(hasRightCheckDigits)).toEqual([true, false]);
    expect(hasRightCheckDigits('FR00000000093')).toBe(true);
  });

  it.each(['ESI95720447', 'ESO7867722F', 'ESZ58530783', 'EST58378431'])(
    'rejects the Spanish number %s, whose letter is not that of a legal form',
    (number) => {
      expect(hasRightCheckDigits(number)).toBe(false);
    },
  );

  it('are wrong, without an exception, for a form that only the shop allows', () => {
    expect(['NL12A456789B01', 'FR12A456789', 'NL'].map(hasRightCheckDigits)).toEqual([false, false, false]);
  });

  it('accepts numbers of countries without a rule, and of British government departments, which have no check digits', () => {
    expect(hasRightCheckDigits('XX123')).toBe(true);
    expect(hasRightCheckDigits('GBGD001')).toBe(true);
  });
});

/** Increments the fifth digit of the number, or the next one if that is a letter. */
function changeFifthDigit(number: string): string {
  const at = [6, 7, 8].find((index) => /\d/.test(number[index]!))!;
  return number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1);
}

interface SampleCountry {
  readonly regionCode: string;
  readonly vatNumber: { readonly regex: string };
}
const countriesFile = path.join(
  import.meta.dirname,
  '../../../server/backend/sample-shop/data/countries.json',
);
const { countries } = JSON.parse(readFileSync(countriesFile, 'utf8')) as { countries: SampleCountry[] };

const getVatNumberRules = (region: string) => {
  const { regionCode, vatNumber } = countries.find((known) => known.regionCode === region)!;
  return { regionCode, vatNumberPattern: vatNumber.regex };
};

const numberSpellings = validNumbers.flatMap((number) => {
  const [regionCode, own] = [number.slice(0, 2), number.slice(2)];
  const grouped = own.replace(/(...)(?=.)/g, '$1 ');
  return [
    number,
    own,
    `${regionCode} ${own}`,
    `${regionCode}-${own}`,
    grouped,
    `${regionCode} ${grouped.replaceAll(' ', '.')}`,
    number.toLowerCase(),
    own.toLowerCase(),
    `VAT no. ${number}`,
    `${regionCode}\u00a0${grouped.replaceAll(' ', '\u2009')}\u200b`,
  ].map((typed) => [regionCode, typed, number] as const);
});

describe('readVatNumber', () => {
  it.each(numberSpellings)('normalises for %s the spelling %j to %s', (regionCode, typed, expected) => {
    expect(readVatNumber(typed, getVatNumberRules(regionCode))).toBe(expected);
  });

  it.each([
    ['AT', '13585627', 'ATU13585627'],
    ['AT', 'UID-Nr.: ATU 13585627', 'ATU13585627'],
    ['BE', '428.759.497', 'BE0428759497'],
    ['BE', 'BTW BE 0428.759.497', 'BE0428759497'],
    ['DE', 'USt-IdNr.: DE 136 695 976', 'DE136695976'],
    ['DK', 'CVR-nr. 13 58 56 28', 'DK13585628'],
    ['FR', 'N° TVA : FR 40 303 265 045', 'FR40303265045'],
    ['IT', 'P. IVA 00743110157', 'IT00743110157'],
    ['NL', 'btw-nr. 004495445b01', 'NL004495445B01'],
    ['PT', 'NIF 501 964 843', 'PT501964843'],
    ['SE', '123456-7897', 'SE123456789701'],
  ])('normalises for %s the typed text %j to %s', (regionCode, typed, expected) => {
    expect(readVatNumber(typed, getVatNumberRules(regionCode))).toBe(expected);
  });

  it.each([
    ['NL', 'DE136695976'],
    ['FR', 'DE136695976'],
    ['DE', '12345'],
    ['DE', 'NONE'],
  ])('returns for %s the invalid number %j unchanged', (regionCode, typed) => {
    expect(readVatNumber(typed, getVatNumberRules(regionCode))).toBe(typed);
  });
});
