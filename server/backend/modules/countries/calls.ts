import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import type { CountryRepository } from './queries.ts';

function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw createNotFound();
  return value;
}

/** The calls below `/api/countries`. */
export function createCountryCalls(countries: CountryRepository): Call[] {
  return [
    createCall('fetchCountries', () => countries.list()),
    createCall('fetchCountriesLocalizedName', async ({ language }) => {
      const names = await countries.listLocalized(language.languageId);
      // The database sorts by bytes; people look a country up by their own alphabet.
      const { compare } = new Intl.Collator(language.culture);
      return names.toSorted((a, b) => compare(a.localizedName, b.localizedName));
    }),
    createCall('fetchCountry', async (_context, { params }) => requireFound(await countries.find(params.id))),
    createCall('fetchCountryLocalizedName', async ({ language }, { params }) =>
      requireFound(await countries.findLocalized(params.id, language.languageId)),
    ),
  ];
}
