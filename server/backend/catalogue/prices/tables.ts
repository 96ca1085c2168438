import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { site } from '../../sites/sites/tables.ts';
import { productVariant } from '../products/tables.ts';

/**
 * Price history: the price at a time is the row with the greatest `valid_from` that is not later. Rows are
 * only appended; planned ones may be deleted.
 */
export const price = pgTable(
  'price',
  {
    priceId: bigint('price_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** Euro cents without VAT. */
    amountExclVat: integer('amount_excl_vat').notNull(),
    validFrom: instant('valid_from').notNull(),
    /**
     * Whether staff set the price. While such a price is in force, or is the next one, imports do not change
     * it.
     */
    isSetByStaff: boolean('is_keepers').notNull().default(false),
  },
  (t) => [
    unique('price_moment').on(t.siteId, t.productVariantId, t.validFrom),
    check('price_amount', sql`${t.amountExclVat} >= 0`),
  ],
);
