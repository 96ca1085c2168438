import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ReturnAnswerStatus, ReturnReason } from '../../../../shared/rules/returns.ts';
import { instant } from '../../database/columns.ts';
import { account } from '../accounts/tables.ts';
import { customerOrder } from '../orders/tables.ts';
import { productVariant } from '../products/tables.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Something that a customer wants to send back. */
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
    /** Pieces; 1 for returns from before customers were asked. */
    quantity: integer('quantity').notNull().default(1),
    reason: text('reason').$type<ReturnReason>().notNull(),
    text: text('text').notNull(),
    /** The date on the label, where it is past. */
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

/** Photos of it, as they were encoded anew: nothing tells where or with what they were taken. */
export const returnPhoto = pgTable(
  'return_photo',
  {
    returnId: uuid('return_id')
      .notNull()
      .references(() => productReturn.returnId),
    /** From 1. */
    position: integer('position').notNull(),
    /** A JPEG. */
    bytes: bytes('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
  },
  (t) => [primaryKey({ columns: [t.returnId, t.position] })],
);

/** What the shop has answered, each answer with what came of it; the last of them that decides is how the return stands. */
export const returnAnswer = pgTable(
  'return_answer',
  {
    returnAnswerId: bigint('return_answer_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    returnId: uuid('return_id')
      .notNull()
      .references(() => productReturn.returnId),
    status: text('status').$type<ReturnAnswerStatus>().notNull(),
    /** As its customer was told. */
    text: text('text').notNull(),
    /** Euro cents that go back, where it was refunded. */
    amount: integer('amount'),
    /** The order that brings new goods, where it was replaced; null once that is forgotten. */
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
