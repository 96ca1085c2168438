import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { productVariant } from '../products/tables.ts';
import { site } from '../sites/tables.ts';

/**
 * History: the price at a moment is the row with the greatest `valid_from` not after it. Rows are only appended; one that has not begun may
 * be taken out again.
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
    /** While such a price is in force, or is the next one, an import leaves it: it is the shop's own. */
    isKeepers: boolean('is_keepers').notNull().default(false),
  },
  (t) => [
    unique('price_moment').on(t.siteId, t.productVariantId, t.validFrom),
    check('price_amount', sql`${t.amountExclVat} >= 0`),
  ],
);
