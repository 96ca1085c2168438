import { describe, expect, it } from '@jest/globals';
import { createCountryVat, listVatProblems } from './country-vat.ts';
import type { CountryRow } from './shop-file-schemas.ts';

const countryRow: CountryRow = {
  countryId: 15,
  regionCode: 'FI',
  name: { en: 'Finland' },
  currency: 'EUR',
  isEuMember: true,
  postcode: { regex: '^\\d{5}$', example: '00100', format: '00000' },
  phone: { prefix: '+358', regex: '^\\+358\\d{5,12}$' },
  vatNumber: { regex: '^FI\\d{8}$', example: 'FI00000000' },
};
const rates = { vatPercentageHigh: 25.5, vatPercentageLow: 13.5, vatPercentageFeed: 13.5 };
const listProblemsOf = (changes: Partial<CountryRow>) => [...listVatProblems({ ...countryRow, ...changes })];

describe('VAT of a country', () => {
  it('applies the feed rate to feed and supplements, and the high rate to merchandise and tests', () => {
    expect(createCountryVat({ ...countryRow, ...rates })).toEqual({
      vatPercentageHigh: 25.5,
      vatPercentageLow: 13.5,
      vatTypeByClass: { feed: 'low', supplement: 'low', merchandise: 'high', lab: 'high', voucher: 'none' },
    });
    expect(createCountryVat({ ...countryRow, ...rates, vatPercentageFeed: 25.5 })?.vatTypeByClass.feed).toBe(
      'high',
    );
  });

  it('is unknown unless the file states all three rates', () => {
    expect(createCountryVat(countryRow)).toBeNull();
    expect(createCountryVat({ ...countryRow, vatPercentageHigh: 25.5, vatPercentageLow: 13.5 })).toBeNull();
  });

  it('accepts files that state all rates or none', () => {
    expect(listProblemsOf({})).toEqual([]);
    expect(listProblemsOf(rates)).toEqual([]);
  });

  it.each<[string, Partial<CountryRow>, string[]]>([
    ['one of the three rates only', { vatPercentageHigh: 20 }, ['vatPercentageLow', 'vatPercentageFeed']],
    ['a feed rate that equals neither other rate', { ...rates, vatPercentageFeed: 5 }, ['vatPercentageFeed']],
    ['more than four decimals', { ...rates, vatPercentageHigh: 25.500_01 }, ['vatPercentageHigh']],
  ])('refuses %s', (_case, changes, fields) => {
    expect(listProblemsOf(changes).map(([field]) => field)).toEqual(fields);
  });
});
