import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPostcode } from './postcode.ts';

interface SampleCountry {
  readonly regionCode: string;
  readonly postcode: { readonly example: string; readonly regex: string };
}
const countriesFile = path.join(
  import.meta.dirname,
  '../../../server/backend/sample-shop/data/countries.json',
);
const { countries } = JSON.parse(readFileSync(countriesFile, 'utf8')) as { countries: SampleCountry[] };

const getPostcodeRules = (region: string) => {
  const { regionCode, postcode } = countries.find((known) => known.regionCode === region)!;
  return { regionCode, postcodePattern: postcode.regex, postcodeExample: postcode.example };
};

/** Letters that are written before a postcode in each country. */
const countrySigns: Readonly<Record<string, string>> = {
  NL: 'NL',
  DE: 'D',
  DK: 'DK',
  BE: 'B',
  AT: 'A',
  SE: 'SE',
  IT: 'I',
  ES: 'E',
  PT: 'P',
  EE: 'EE',
  GB: 'GB',
  IE: 'IE',
  LU: 'L',
  FR: 'F',
  FI: 'FIN',
};

const postcodeSpellings = countries.flatMap(({ regionCode, postcode: { example } }) => {
  const compact = example.replace(/[ -]/g, '');
  const sign = countrySigns[regionCode];
  return [
    example,
    compact,
    example.toLowerCase(),
    `  ${example.replace(' ', '  ')} `,
    `${compact.slice(0, 2)} ${compact.slice(2)}`,
    `${sign}-${example}`,
    `${sign} ${example}`,
    `${regionCode}-${compact}`,
    `${regionCode.toLowerCase()} \u2013 ${compact}`,
    `\u200b${example.replace(' ', '\u00a0')}\ufeff`,
    example.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ].map((typed) => [regionCode, typed, example] as const);
});

describe('readPostcode', () => {
  it.each(postcodeSpellings)('normalises for %s the spelling %j to %s', (regionCode, typed, expected) => {
    expect(readPostcode(typed, getPostcodeRules(regionCode))).toBe(expected);
  });

  it.each([
    ['DE', 'D-48149', '48149'],
    ['AT', 'A-4600', '4600'],
    ['SE', 'SE-114 55', '114 55'],
    ['NL', 'NL-7311 KZ', '7311 KZ'],
    ['PT', '1250096', '1250-096'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1 1ae', 'M1 1AE'],
    ['GB', 'GIR0AA', 'GIR 0AA'],
    ['LU', 'L-1212', '1212'],
  ])('normalises for %s the typed text %j to %s', (regionCode, typed, expected) => {
    expect(readPostcode(typed, getPostcodeRules(regionCode))).toBe(expected);
  });

  it.each([
    ['FR', 'D-48149'],
    ['DK', 'A-4600'],
    ['DE', '4814'],
    ['NL', '7311 SS'],
    ['PT', '1250'],
  ])('returns for %s the invalid postcode %j unchanged', (regionCode, typed) => {
    expect(readPostcode(typed, getPostcodeRules(regionCode))).toBe(typed);
  });
});
