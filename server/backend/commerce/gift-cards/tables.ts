import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { cart } from '../carts/tables.ts';
import { customerOrder } from '../orders/tables.ts';

/** A prepaid balance. Neither its number nor its PIN can be recovered from the stored data. */
export const giftCard = pgTable(
  'gift_card',
  {
    giftCardId: bigint('gift_card_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Hash of the number with a key that is not in the database. */
    numberHash: text('number_hash').notNull().unique(),
    pinHash: text('pin_hash').notNull(),
    lastFour: text('last_four').notNull(),
    /** Initial balance in euro cents. */
    initialAmount: integer('initial_amount').notNull(),
    /** Remaining balance in euro cents, without the amounts reserved by orders. */
    balance: integer('balance').notNull(),
    /** The order that it was sold with; null if a staff member created it. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /** Number among the cards of that order, starting at 1. */
    orderSequence: integer('order_sequence'),
    createdAt: instant('created_at').notNull(),
    /** Time of expiry; null if it does not expire. */
    endsAt: instant('ends_at'),
    /** Set if the card can no longer pay: it was lost, or the order that it was sold with was cancelled. */
    blockedAt: instant('blocked_at'),
  },
  (t) => [
    unique('gift_card_order').on(t.orderId, t.orderSequence),
    // The balance may exceed the initial amount: if it is corrected while an order reserves money, and that
    // money is returned.
    check('gift_card_balance', sql`${t.balance} >= 0`),
  ],
);

/** Every change of a balance: amounts reserved, spent and returned by orders, and corrections by staff. */
export const giftCardMovement = pgTable(
  'gift_card_movement',
  {
    giftCardId: bigint('gift_card_id', { mode: 'number' })
      .notNull()
      .references(() => giftCard.giftCardId),
    /** Null for corrections. */
    orderId: uuid('order_id').references(() => customerOrder.orderId),
    /**
     * `held` reserves an amount of the balance at placing; `taken` when the order is paid changes nothing;
     * `refunded` returns a part; `returned` returns the rest when the order is cancelled; `corrected` adds
     * its amount, which may be negative.
     */
    kind: text('kind').$type<'held' | 'taken' | 'refunded' | 'returned' | 'corrected'>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Reason of a correction: a key of `admin.choice`. */
    reason: text('reason'),
    /** Author of a correction: id of a staff account, or 'command'. */
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

/** The card that a cart will be paid with. Its PIN was verified. */
export const cartGiftCard = pgTable('cart_gift_card', {
  cartId: bigint('cart_id', { mode: 'number' })
    .primaryKey()
    .references(() => cart.cartId),
  giftCardId: bigint('gift_card_id', { mode: 'number' })
    .notNull()
    .references(() => giftCard.giftCardId),
});
