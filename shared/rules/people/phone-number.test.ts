import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isPhoneNumber, readPhoneNumber } from './phone-number.ts';

interface SampleCountry {
  readonly regionCode: string;
  readonly phone: { readonly prefix: string; readonly regex: string };
}
const countriesFile = path.join(
  import.meta.dirname,
  '../../../server/backend/sample-shop/data/countries.json',
);
const { countries } = JSON.parse(readFileSync(countriesFile, 'utf8')) as { countries: SampleCountry[] };

const getPhoneRules = (regionCode: string) => {
  const { prefix, regex } = countries.find((known) => known.regionCode === regionCode)!.phone;
  return { phonePrefix: prefix, phonePattern: regex };
};

/** A mobile number of each country: country code, national trunk prefix 0, and the rest in groups. */
const mobileNumbers: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['NL', '31', '0', ['6', '12', '34', '56', '78']],
  ['DE', '49', '0', ['170', '123', '45', '67']],
  ['DK', '45', '', ['20', '12', '34', '56']],
  ['BE', '32', '0', ['470', '12', '34', '56']],
  ['AT', '43', '0', ['664', '123', '45', '67']],
  ['SE', '46', '0', ['70', '123', '45', '67']],
  ['IT', '39', '', ['333', '123', '4567']],
  ['ES', '34', '', ['612', '34', '56', '78']],
  ['PT', '351', '', ['912', '345', '678']],
  ['EE', '372', '', ['512', '34', '567']],
  ['GB', '44', '0', ['7400', '123', '456']],
  ['IE', '353', '0', ['85', '012', '3456']],
  ['LU', '352', '', ['628', '123', '456']],
  ['FR', '33', '0', ['6', '12', '34', '56', '78']],
  ['FI', '358', '0', ['41', '234', '5678']],
];

const numberSpellings = mobileNumbers.flatMap(([regionCode, code, zero, groups]) => {
  const [first = '', ...rest] = groups;
  const digits = groups.join('');
  return [
    `${zero}${groups.join(' ')}`,
    `${zero}${first}-${rest.join('.')}`,
    `(${zero}${first}) ${rest.join('/')}`,
    `+${code} ${groups.join(' ')}`,
    `00${code}${digits}`,
    `+${code} ${zero}${groups.join(' ')}`,
    `00 ${code} ${zero}${groups.join('-')}`,
    `${code}${digits}`,
    `${code} ${groups.join(' ')}`,
    ...(code === '39' ? [] : [`+${code} ( 0 ) ${groups.join(' ')}`]),
    `tel:+${code}${digits}`,
    `\u202a+${code}\u00a0${groups.join('\u2011')}\u202c`,
    `＋${code} ${groups.join('\u2013')}`,
  ].map((typed) => [regionCode, typed, `+${code}${digits}`] as const);
});

describe('readPhoneNumber', () => {
  it('is tested with a number of every country of the sample data', () => {
    expect(mobileNumbers.map(([regionCode]) => regionCode)).toEqual(
      countries.map(({ regionCode }) => regionCode).sort((a, b) => find(a) - find(b)),
    );
  });

  it.each(numberSpellings)('normalises for %s the typed text %j to %s', (regionCode, typed, expected) => {
    const rules = getPhoneRules(regionCode);
    expect(readPhoneNumber(typed, rules)).toBe(expected);
    expect(isPhoneNumber(typed, rules)).toBe(true);
    expect(readPhoneNumber(expected, rules)).toBe(expected);
    // The metadata of the world's numbering plans confirm that it is a number of the country.
    const known = parsePhoneNumberFromString(expected);
    expect([known?.country, known?.isValid()]).toEqual([regionCode, true]);
  });

  it.each([
    ['a number of another country', 'NL', '+49 0170 1234567', '+491701234567'],
    ['a number of another country with 00', 'DE', '0031 06 12345678', '+31612345678'],
    ['the 0 of an Italian landline', 'IT', '02 0000 0010', '+390200000010'],
    ['the 0 of an Italian landline from abroad', 'NL', '+39 (0)2 0000 0010', '+390200000010'],
    ['a Danish number that begins like its country code', 'DK', '45 20 12 34', '+4545201234'],
    ['an Italian mobile that begins like its country code', 'IT', '393 123 4567', '+393931234567'],
    ['nothing', 'NL', ' ', ''],
  ])('accepts %s', (_, regionCode, typed, expected) => {
    expect(readPhoneNumber(typed, getPhoneRules(regionCode))).toBe(expected);
  });

  it.each([
    '06T12345678',
    '06\u00001234',
    '++31612345678',
    '06-12345678 (after 6)',
    '06 1234',
    'see e-mail',
    '06 12 34 56 78 or 06 87 65 43 21',
    '+31 6 12',
    '+0 612345678',
    '(0)',
  ])('rejects %j', (typed) => {
    expect(isPhoneNumber(typed, getPhoneRules('NL'))).toBe(false);
  });
});

const find = (regionCode: string): number => mobileNumbers.findIndex(([known]) => known === regionCode);
