import type { CountryVat } from '../sites/countries/queries.ts';
import type { CountryRow } from './shop-file-schemas.ts';

/** Returns the VAT rates of a country by class of goods, or null unless the file states all three rates. */
export function createCountryVat({
  vatPercentageHigh,
  vatPercentageLow,
  vatPercentageFeed,
}: Pick<CountryRow, 'vatPercentageHigh' | 'vatPercentageLow' | 'vatPercentageFeed'>): CountryVat | null {
  if (vatPercentageHigh === undefined || vatPercentageLow === undefined || vatPercentageFeed === undefined) {
    return null;
  }
  const feed = vatPercentageFeed === vatPercentageHigh ? 'high' : 'low';
  return {
    vatPercentageHigh,
    vatPercentageLow,
    vatTypeByClass: { feed, supplement: feed, merchandise: 'high', lab: 'high', voucher: 'none' },
  };
}

/** Returns true if a rate can be stored: the database has four decimals. */
export function hasAtMostFourDecimals(rate: number): boolean {
  return Math.round(rate * 10_000) / 10_000 === rate;
}

/** Lists the errors in the VAT rates of a country, by field. */
export function* listVatProblems(row: CountryRow): Generator<readonly [field: string, problem: string]> {
  const { vatPercentageHigh: high, vatPercentageLow: low, vatPercentageFeed: feed } = row;
  const fields = { vatPercentageHigh: high, vatPercentageLow: low, vatPercentageFeed: feed };
  const isStated = Object.values(fields).some((rate) => rate !== undefined);
  for (const [field, rate] of Object.entries(fields)) {
    if (rate === undefined && isStated) yield [field, 'is missing: state all three rates of a country'];
    if (rate !== undefined && !hasAtMostFourDecimals(rate)) yield [field, 'has more than four decimals'];
  }
  if (high !== undefined && low !== undefined && low > high) {
    yield ['vatPercentageLow', `${low} is higher than the high rate`];
  }
  if (feed !== undefined && feed !== high && feed !== low) {
    yield ['vatPercentageFeed', `${feed} is neither the high rate nor the low one`];
  }
}
