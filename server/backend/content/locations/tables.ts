import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { OpeningHours } from '../../../../shared/contract/sites.ts';
import { country } from '../../sites/countries/tables.ts';

/**
 * Returns the common columns of parcel shops and dealers. They are created for each table, since a column
 * belongs to one.
 */
const createLocationColumns = () => ({
  name: text('name').notNull(),
  countryId: integer('country_id')
    .notNull()
    .references(() => country.countryId),
  zipcode: text('zipcode').notNull(),
  /**
   * Result of `normalisePostcode` and `normaliseTown` of `shared/rules/locations.ts`, by which a location is
   * found.
   */
  normalisedZipcode: text('normalised_zipcode').notNull(),
  normalisedCity: text('normalised_city').notNull(),
  street: text('street').notNull(),
  streetNumber: text('street_number').notNull(),
  streetNumberAddition: text('street_number_addition'),
  city: text('city').notNull(),
  /** Degrees (WGS 84). */
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  openingHours: jsonb('opening_hours').$type<OpeningHours[]>().notNull(),
  /**
   * False for a location that the latest import no longer has: retained for carts and orders, hidden
   * everywhere else.
   */
  isListed: boolean('is_listed').notNull().default(true),
});

const createCoordinatesCheck = (name: string, t: { latitude: AnyPgColumn; longitude: AnyPgColumn }) =>
  check(name, sql`${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180`);

/** A shop at which the parcel service stores a parcel until it is collected. */
export const parcelShop = pgTable(
  'parcel_shop',
  {
    /** Id of the parcel service. */
    parcelShopId: text('parcel_shop_id').primaryKey(),
    ...createLocationColumns(),
    maxParcelWeightGrams: integer('max_parcel_weight_grams').notNull(),
  },
  (t) => [
    index('parcel_shop_country').on(t.countryId),
    createCoordinatesCheck('parcel_shop_coordinates', t),
    check('parcel_shop_max_parcel_weight', sql`${t.maxParcelWeightGrams} > 0`),
  ],
);

/** A business that sells the shop's goods. */
export const dealer = pgTable(
  'dealer',
  {
    dealerId: integer('dealer_id').primaryKey(),
    ...createLocationColumns(),
    phoneNumber: text('phone_number'),
    emailAddress: text('email_address'),
    website: text('website'),
    /** Whether orders can be collected here. */
    isPickupPoint: boolean('is_pickup_point').notNull(),
    hasFullRange: boolean('has_full_range').notNull(),
    offersSampleDropOff: boolean('offers_sample_drop_off').notNull(),
  },
  (t) => [index('dealer_country').on(t.countryId), createCoordinatesCheck('dealer_coordinates', t)],
);
