import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { productVariant } from '../products/tables.ts';

/** Stock of a variant, shared by all sites. */
export const stock = pgTable(
  'stock',
  {
    productVariantId: integer('product_variant_id')
      .primaryKey()
      .references(() => productVariant.productVariantId),
    /** Pieces; null: not counted, always available. */
    amount: integer('amount'),
    /** Amount that the latest import stated: importing the same file again does not undo later sales. */
    importedAmount: integer('imported_amount'),
  },
  (t) => [check('stock_amount', sql`${t.amount} >= 0`)],
);

/**
 * Every change of stock that is not caused by an order: by staff or by an import, and adjustments for deleted
 * orders. What orders take and return is in `stock_movement`. Between two corrections of a variant, its stock
 * changes by these movements only.
 */
export const stockCorrection = pgTable(
  'stock_correction',
  {
    stockCorrectionId: bigint('stock_correction_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /**
     * `opening` was written when this table was introduced; `forgotten` accounts for movements that were
     * deleted with their orders.
     */
    kind: text('kind').$type<'opening' | 'set' | 'count' | 'deliver' | 'import' | 'forgotten'>().notNull(),
    /** Pieces; null if they are not counted. */
    before: integer('before'),
    after: integer('after'),
    /** Pieces that orders had returned until then, minus those they had taken. */
    moved: integer('moved').notNull(),
    /** Reason, if staff stated it: a key of `admin.choice`. */
    reason: text('reason'),
    /** Author: id of a staff account, 'command', 'import', 'shop', 'migration'. */
    actorId: text('actor_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    index('stock_correction_variant').on(t.productVariantId, t.stockCorrectionId),
    check(
      'stock_correction_kind',
      sql`${t.kind} in ('opening', 'set', 'count', 'deliver', 'import', 'forgotten')`,
    ),
    check('stock_correction_amounts', sql`${t.before} >= 0 and ${t.after} >= 0`),
  ],
);
