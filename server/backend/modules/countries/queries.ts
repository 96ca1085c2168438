import { and, asc, eq } from 'drizzle-orm';
import type { Country, CountryLocalizedName } from '../../../../shared/contract/sites.ts';
import type { Database } from '../../database/database.ts';
import { country, countryTranslation } from './tables.ts';

export interface CountryRepository {
  list(): Promise<Country[]>;
  find(countryId: number): Promise<Country | undefined>;
  findByRegionCode(regionCode: string): Promise<Country | undefined>;
  listLocalized(languageId: number): Promise<CountryLocalizedName[]>;
  findLocalized(countryId: number, languageId: number): Promise<CountryLocalizedName | undefined>;
}

const columns = { countryId: country.countryId, name: country.name, regionCode: country.regionCode };
const localizedColumns = {
  countryId: country.countryId,
  regionCode: country.regionCode,
  localizedName: countryTranslation.name,
};

/** SQL of the countries. */
export function createCountryRepository(database: Database): CountryRepository {
  const selectLocalized = () =>
    database
      .select(localizedColumns)
      .from(country)
      .innerJoin(countryTranslation, eq(countryTranslation.countryId, country.countryId));
  return {
    list: () => database.select(columns).from(country).orderBy(asc(country.countryId)),
    find: async (countryId) =>
      (await database.select(columns).from(country).where(eq(country.countryId, countryId)))[0],
    findByRegionCode: async (regionCode) =>
      (await database.select(columns).from(country).where(eq(country.regionCode, regionCode)))[0],
    listLocalized: (languageId) => selectLocalized().where(eq(countryTranslation.languageId, languageId)),
    findLocalized: async (countryId, languageId) =>
      (
        await selectLocalized().where(
          and(eq(country.countryId, countryId), eq(countryTranslation.languageId, languageId)),
        )
      )[0],
  };
}
