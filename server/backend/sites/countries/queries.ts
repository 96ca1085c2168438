import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Country, CountryLocalizedName } from '../../../../shared/contract/sites.ts';
import type { Database } from '../../core/database/database.ts';
import { type CountryRules, type CountryVat, country, countryTranslation } from './tables.ts';

export type { CountryVat } from './tables.ts';

const countryColumns = {
  countryId: country.countryId,
  name: country.name,
  regionCode: country.regionCode,
  deliveryTimeDays: country.deliveryTimeDays,
  rules: country.rules,
};

function toCountry({
  rules,
  ...row
}: Omit<Country, 'formRules'> & { readonly rules: CountryRules }): Country {
  const { postcode, phone, vatNumber } = rules;
  return {
    ...row,
    formRules: {
      regionCode: row.regionCode,
      postcodePattern: postcode.regex,
      postcodeExample: postcode.example,
      phonePrefix: phone.prefix,
      phonePattern: phone.regex,
      vatNumberPattern: vatNumber.regex,
      vatNumberExample: vatNumber.example,
    },
  };
}

const localizedColumns = {
  countryId: country.countryId,
  regionCode: country.regionCode,
  localizedName: countryTranslation.name,
};

const selectLocalizedCountries = (handle: Database) =>
  handle
    .select(localizedColumns)
    .from(country)
    .innerJoin(countryTranslation, eq(countryTranslation.countryId, country.countryId));

/** Lists all countries with their English names. */
export async function listCountries(handle: Database): Promise<Country[]> {
  const rows = await handle.select(countryColumns).from(country).orderBy(asc(country.countryId));
  return rows.map(toCountry);
}

export async function findCountry(handle: Database, countryId: number): Promise<Country | undefined> {
  const [row] = await handle.select(countryColumns).from(country).where(eq(country.countryId, countryId));
  return row && toCountry(row);
}

/** @param regionCode ISO 3166-1 alpha-2 in upper case */
export async function findCountryByRegionCode(
  handle: Database,
  regionCode: string,
): Promise<Country | undefined> {
  const [row] = await handle.select(countryColumns).from(country).where(eq(country.regionCode, regionCode));
  return row && toCountry(row);
}

/** Lists all countries with their names in a language. */
export function listLocalizedCountries(
  handle: Database,
  languageId: number,
): Promise<CountryLocalizedName[]> {
  return selectLocalizedCountries(handle).where(eq(countryTranslation.languageId, languageId));
}

export async function findLocalizedCountry(
  handle: Database,
  countryId: number,
  languageId: number,
): Promise<CountryLocalizedName | undefined> {
  const [row] = await selectLocalizedCountries(handle).where(
    and(eq(country.countryId, countryId), eq(countryTranslation.languageId, languageId)),
  );
  return row;
}

/** Returns the postcode and phone number rules of a country. */
export async function findCountryRules(
  handle: Database,
  countryId: number,
): Promise<CountryRules | undefined> {
  const [row] = await handle
    .select({ rules: country.rules })
    .from(country)
    .where(eq(country.countryId, countryId));
  return row?.rules;
}

/** Returns the ISO 3166-1 alpha-2 code of a country. */
export async function findRegionCode(handle: Database, countryId: number): Promise<string> {
  const [row] = await handle
    .select({ regionCode: country.regionCode })
    .from(country)
    .where(eq(country.countryId, countryId));
  return row?.regionCode ?? '';
}

/** Returns the ISO 3166-1 alpha-2 codes of countries by their ids. */
export async function readRegionCodesById(
  handle: Database,
  countryIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await handle
    .select({ countryId: country.countryId, regionCode: country.regionCode })
    .from(country)
    .where(inArray(country.countryId, [...countryIds]));
  return new Map(rows.map(({ countryId, regionCode }) => [countryId, regionCode]));
}

/** What a delivery to a country needs. */
export interface DeliveryCountry {
  readonly countryId: number;
  /** Working days, such as '4-6'; null if the country states none. */
  readonly deliveryTimeDays: string | null;
  /** Null if its rates are unknown: then only sites of this country deliver to it. */
  readonly vat: CountryVat | null;
}

/** Lists the delivery times and VAT rates of all countries. */
export const listDeliveryCountries = (handle: Database): Promise<DeliveryCountry[]> =>
  handle
    .select({ countryId: country.countryId, deliveryTimeDays: country.deliveryTimeDays, vat: country.vat })
    .from(country);

/** Lists the names of all countries in all languages. */
export const listCountryNames = (handle: Database): Promise<(typeof countryTranslation.$inferSelect)[]> =>
  handle.select().from(countryTranslation);
