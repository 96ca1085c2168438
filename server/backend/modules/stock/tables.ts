import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { productVariant } from '../products/tables.ts';

/** One row per variant, shared by all sites. */
export const stock = pgTable(
  'stock',
  {
    productVariantId: integer('product_variant_id')
      .primaryKey()
      .references(() => productVariant.productVariantId),
    /** Pieces; null = not counted, always available. */
    amount: integer('amount'),
    /** Amount that the latest import stated: the same file again does not undo what was sold since. */
    importedAmount: integer('imported_amount'),
  },
  (t) => [check('stock_amount', sql`${t.amount} >= 0`)],
);
