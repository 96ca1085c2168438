import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { cart } from '../carts/tables.ts';
import { customerOrder } from '../orders/tables.ts';

/** Money that somebody has paid before. Neither its number nor its pin can be found from what is kept. */
export const giftCard = pgTable(
  'gift_card',
  {
    giftCardId: bigint('gift_card_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Of the number, by a key that is not in the database. */
    numberHash: text('number_hash').notNull().unique(),
    pinHash: text('pin_hash').notNull(),
    lastFour: text('last_four').notNull(),
    /** Euro cents that it was issued with. */
    initialAmount: integer('initial_amount').notNull(),
    /** Euro cents that are left, those that orders hold taken off. */
    balance: integer('balance').notNull(),
    /** The order that it was sold with; null where an employee made it. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /** Which of the cards of that order, from 1. */
    orderSequence: integer('order_sequence'),
    createdAt: instant('created_at').notNull(),
    /** From then on it pays nothing; null: it does not end. */
    endsAt: instant('ends_at'),
    /** It pays nothing any more: somebody has lost it, or the order that it was sold with was cancelled. */
    blockedAt: instant('blocked_at'),
  },
  (t) => [
    unique('gift_card_order').on(t.orderId, t.orderSequence),
    // A correction while an order holds money may bring it above the initial amount once that money is returned.
    check('gift_card_balance', sql`${t.balance} >= 0`),
  ],
);

/** Every change of a balance: what orders hold, what they took, what went back, and what staff corrected. */
export const giftCardMovement = pgTable(
  'gift_card_movement',
  {
    giftCardId: bigint('gift_card_id', { mode: 'number' })
      .notNull()
      .references(() => giftCard.giftCardId),
    /** Null for corrections. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /**
     * `held` at placing takes it off the balance; `taken` when the order is paid changes none; `refunded` gives back a part of it;
     * `returned` gives back the rest when the order is cancelled; `corrected` adds its amount, which may be negative.
     */
    kind: text('kind').$type<'held' | 'taken' | 'refunded' | 'returned' | 'corrected'>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Why it was corrected: a key of `keeper.choice`. */
    reason: text('reason'),
    /** Who corrected it: id of a staff account, or 'command'. */
    actorId: text('actor_id'),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('gift_card_movement_once')
      .on(t.orderId, t.giftCardId, t.kind)
      .where(sql`${t.kind} <> 'refunded'`),
    index('gift_card_movement_card').on(t.giftCardId),
    check(
      'gift_card_movement_kind',
      sql`(${t.kind} in ('held', 'taken', 'refunded', 'returned') and ${t.orderId} is not null and ${t.amount} > 0)
        or (${t.kind} = 'corrected' and ${t.orderId} is null and ${t.amount} <> 0
          and ${t.reason} is not null and ${t.actorId} is not null)`,
    ),
  ],
);

/** The card that a cart will be paid with, proven by its pin. */
export const cartGiftCard = pgTable('cart_gift_card', {
  cartId: bigint('cart_id', { mode: 'number' })
    .primaryKey()
    .references(() => cart.cartId),
  giftCardId: bigint('gift_card_id', { mode: 'number' })
    .notNull()
    .references(() => giftCard.giftCardId),
});
