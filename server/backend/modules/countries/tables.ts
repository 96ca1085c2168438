import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { language } from '../languages/tables.ts';

/** Form rules of a country: postcode, phone and VAT number. */
export interface CountryRules {
  readonly postcode: { readonly regex: string; readonly example: string; readonly format: string };
  readonly phone: { readonly prefix: string; readonly regex: string };
  readonly vatNumber: { readonly regex: string; readonly example: string };
}

export const country = pgTable('country', {
  countryId: integer('country_id').primaryKey(),
  regionCode: text('region_code').notNull().unique(),
  /** English name. */
  name: text('name').notNull(),
  currencyCode: text('currency_code').notNull(),
  isEuMember: boolean('is_eu_member').notNull(),
  rules: jsonb('rules').$type<CountryRules>().notNull(),
});

export const countryTranslation = pgTable(
  'country_translation',
  {
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.countryId, t.languageId] })],
);
