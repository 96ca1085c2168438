import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { VatRates, VatType } from '../../../../shared/rules/prices.ts';
import { language } from '../languages/tables.ts';

/** Form rules of a country: postcode, phone and VAT number. */
export interface CountryRules {
  readonly postcode: { readonly regex: string; readonly example: string; readonly format: string };
  readonly phone: { readonly prefix: string; readonly regex: string };
  readonly vatNumber: { readonly regex: string; readonly example: string };
}

/** VAT rates on goods delivered to a country, in percent, with the VAT type of each `product.vat_class`. */
export interface CountryVat extends VatRates {
  readonly vatTypeByClass: Readonly<Record<string, VatType>>;
}

export const country = pgTable('country', {
  countryId: integer('country_id').primaryKey(),
  regionCode: text('region_code').notNull().unique(),
  /** English name. */
  name: text('name').notNull(),
  currencyCode: text('currency_code').notNull(),
  isEuMember: boolean('is_eu_member').notNull(),
  rules: jsonb('rules').$type<CountryRules>().notNull(),
  /** Delivery time in working days, such as '4-6'; null before the first import that states it. */
  deliveryTimeDays: text('delivery_time_days'),
  /** Null if the import files state no rates: then only sites of this country deliver to it. */
  vat: jsonb('vat').$type<CountryVat>(),
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
