import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ReturnAnswerStatus, ReturnReason } from '../../../../shared/rules/returns.ts';
import { productVariant } from '../../catalogue/products/tables.ts';
import { bytes, instant } from '../../core/database/column-types.ts';
import { account } from '../../customers/accounts/tables.ts';
import { customerOrder } from '../orders/tables.ts';

/** A return requested by a customer. */
export const productReturn = pgTable(
  'product_return',
  {
    returnId: uuid('return_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    orderId: uuid('order_id')
      .notNull()
      .references(() => customerOrder.orderId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** Pieces; 1 for returns from before this was recorded. */
    quantity: integer('quantity').notNull().default(1),
    reason: text('reason').$type<ReturnReason>().notNull(),
    text: text('text').notNull(),
    /** The date on the label if it has passed. */
    labelDate: date('label_date'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('product_return_account').on(t.accountId),
    index('product_return_order').on(t.orderId),
    check('product_return_quantity', sql`${t.quantity} > 0`),
    check('product_return_reason', sql`${t.reason} in ('damaged', 'wrong', 'past-date', 'other')`),
  ],
);

/** Photos of a return, re-encoded without metadata such as location or device. */
export const returnPhoto = pgTable(
  'return_photo',
  {
    returnId: uuid('return_id')
      .notNull()
      .references(() => productReturn.returnId),
    /** Position, starting at 1. */
    position: integer('position').notNull(),
    /** JPEG content. */
    bytes: bytes('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [primaryKey({ columns: [t.returnId, t.position] })],
);

/** Answers to a return with their effects. The last answer with a decision determines its status. */
export const returnAnswer = pgTable(
  'return_answer',
  {
    returnAnswerId: bigint('return_answer_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    returnId: uuid('return_id')
      .notNull()
      .references(() => productReturn.returnId),
    status: text('status').$type<ReturnAnswerStatus>().notNull(),
    /** Text sent to the customer. */
    text: text('text').notNull(),
    /** Refunded euro cents, if it was refunded. */
    amount: integer('amount'),
    /** The replacement order, if it was replaced; null once that order is deleted. */
    replacementOrderId: uuid('replacement_order_id').references(() => customerOrder.orderId),
    at: instant('at').notNull(),
  },
  (t) => [
    index('return_answer_return').on(t.returnId),
    index('return_answer_replacement').on(t.replacementOrderId),
    check('return_answer_status', sql`${t.status} in ('answered', 'replaced', 'refunded', 'rejected')`),
    check('return_answer_amount', sql`coalesce(${t.amount} > 0, false) = (${t.status} = 'refunded')`),
  ],
);
