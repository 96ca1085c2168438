import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { type Call, createCall } from '../scoped-call.ts';
import { findCountry, findLocalizedCountry, listCountries, listLocalizedCountries } from './queries.ts';

function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw createNotFound();
  return value;
}

/** Creates the handlers below `/api/countries`. */
export function createCountryCalls(database: Database): Call[] {
  return [
    createCall('fetchCountries', () => listCountries(database)),
    createCall('fetchCountriesLocalizedName', async ({ language }) => {
      const names = await listLocalizedCountries(database, language.languageId);
      // The database sorts by bytes; people expect the alphabet of their language.
      const { compare } = new Intl.Collator(language.culture);
      return names.toSorted((a, b) => compare(a.localizedName, b.localizedName));
    }),
    createCall('fetchCountry', async (_context, { params }) =>
      requireFound(await findCountry(database, params.id)),
    ),
    createCall('fetchCountryLocalizedName', async ({ language }, { params }) =>
      requireFound(await findLocalizedCountry(database, params.id, language.languageId)),
    ),
  ];
}
