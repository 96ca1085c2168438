import { QueryBuilder } from 'drizzle-orm/pg-core';
import { country } from './tables.ts';

/** ISO 3166-1 alpha-2 codes of countries. */
export const countryCodes = new QueryBuilder()
  .select({ countryId: country.countryId, regionCode: country.regionCode })
  .from(country)
  .as('country_codes');
