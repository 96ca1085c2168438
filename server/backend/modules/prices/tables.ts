import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { productVariant } from '../products/tables.ts';
import { site } from '../sites/tables.ts';

/** Append-only history. The price at a moment is the row with the greatest `valid_from` not after it. */
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
  },
  (t) => [
    unique('price_moment').on(t.siteId, t.productVariantId, t.validFrom),
    check('price_amount', sql`${t.amountExclVat} >= 0`),
  ],
);
