import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import type { KeyUsageCount } from '../../core/security/key-ring.ts';
import { orderHeads } from '../orders/views.ts';
import { cartGiftCard, giftCard, giftCardMovement } from './tables.ts';

export type GiftCardRecord = typeof giftCard.$inferSelect;
export type GiftCardMovement = typeof giftCardMovement.$inferSelect;

/** The gift card of a cart, with the fields that determine what is left to pay. */
export type CartGiftCard = Pick<
  GiftCardRecord,
  'giftCardId' | 'lastFour' | 'balance' | 'endsAt' | 'blockedAt'
>;

/**
 * Returns the euro cents of an amount that a card covers at a given time; 0 if there is no card (`card` is
 * null).
 */
export function calculateCoveredAmount(
  card: Pick<GiftCardRecord, 'balance' | 'endsAt' | 'blockedAt'> | null,
  totalAmount: number,
  now: Date,
): number {
  if (!card || card.blockedAt !== null || (card.endsAt !== null && card.endsAt <= now)) return 0;
  return Math.min(card.balance, totalAmount);
}

export async function insertCards(
  transaction: Database,
  cards: readonly (typeof giftCard.$inferInsert)[],
): Promise<number[]> {
  if (cards.length === 0) return [];
  const rows = await transaction
    .insert(giftCard)
    .values([...cards])
    .returning({ giftCardId: giftCard.giftCardId });
  return rows.map(({ giftCardId }) => giftCardId);
}

/** Finds a card by the hashes of its number under every accepted key. */
export async function findCardByNumber(
  handle: Database,
  numberHashes: readonly string[],
): Promise<GiftCardRecord | undefined> {
  const [row] = await handle
    .select()
    .from(giftCard)
    .where(inArray(giftCard.numberHash, [...numberHashes]));
  return row;
}

/** Replaces the hashes of a card by those of another key, unless another process has already done so. */
export async function replaceCardHashes(
  handle: Database,
  { giftCardId, numberHash }: Pick<GiftCardRecord, 'giftCardId' | 'numberHash'>,
  hashes: Pick<GiftCardRecord, 'numberHash' | 'pinHash'>,
): Promise<void> {
  await handle
    .update(giftCard)
    .set(hashes)
    .where(and(eq(giftCard.giftCardId, giftCardId), eq(giftCard.numberHash, numberHash)));
}

/** Counts the cards that are not blocked, by the id of the key that they are hashed with. */
export async function countCardsByKey(handle: Database): Promise<KeyUsageCount[]> {
  return handle
    .select({
      keyId: sql<string | null>`nullif(split_part(${giftCard.pinHash}, '.', 3), '')`,
      count: count(),
    })
    .from(giftCard)
    .where(isNull(giftCard.blockedAt))
    .groupBy(sql`1`);
}

/** Returns whether any card was ever created. */
export async function hasGiftCards(handle: Database): Promise<boolean> {
  return (await handle.select({ giftCardId: giftCard.giftCardId }).from(giftCard).limit(1)).length > 0;
}

/** Lists all cards, or those whose number ends with the given digits, newest first. */
export async function listProductCards(handle: Database, lastFour?: string): Promise<GiftCardRecord[]> {
  return handle
    .select()
    .from(giftCard)
    .where(lastFour === undefined ? undefined : eq(giftCard.lastFour, lastFour))
    .orderBy(desc(giftCard.giftCardId));
}

/** Returns a card and locks it until the transaction ends. */
export async function lockCard(
  transaction: Database,
  giftCardId: number,
): Promise<GiftCardRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(giftCard)
    .where(eq(giftCard.giftCardId, giftCardId))
    .for('update');
  return row;
}

/** Returns the cards that were sold with an order and locks them until the transaction ends. */
export async function lockSoldCards(transaction: Database, orderId: string): Promise<GiftCardRecord[]> {
  return transaction
    .select()
    .from(giftCard)
    .where(eq(giftCard.orderId, orderId))
    .orderBy(asc(giftCard.giftCardId))
    .for('update');
}

export async function markCardsBlocked(
  transaction: Database,
  giftCardIds: readonly number[],
  now: Date,
): Promise<void> {
  if (giftCardIds.length === 0) return;
  await transaction
    .update(giftCard)
    .set({ blockedAt: sql`coalesce(${giftCard.blockedAt}, ${now.toISOString()}::timestamptz)` })
    .where(inArray(giftCard.giftCardId, [...giftCardIds]));
}

/** Changes the expiry of a card. */
export async function updateGiftCardEnd(
  transaction: Database,
  giftCardId: number,
  endsAt: Date,
): Promise<void> {
  await transaction.update(giftCard).set({ endsAt }).where(eq(giftCard.giftCardId, giftCardId));
}

/** Adds an amount to a balance; a negative amount reduces it. */
export async function addToGiftCardBalance(
  transaction: Database,
  giftCardId: number,
  amount: number,
): Promise<void> {
  await transaction
    .update(giftCard)
    .set({ balance: sql`${giftCard.balance} + ${amount}` })
    .where(eq(giftCard.giftCardId, giftCardId));
}

export async function insertMovement(
  transaction: Database,
  movement: typeof giftCardMovement.$inferInsert,
): Promise<void> {
  await transaction.insert(giftCardMovement).values(movement);
}

/** Lists the movements between an order and its card. */
export async function listMovementsOfOrder(handle: Database, orderId: string): Promise<GiftCardMovement[]> {
  return handle.select().from(giftCardMovement).where(eq(giftCardMovement.orderId, orderId));
}

/**
 * Returns the euro cents spent by an order that were returned to its card. An unpaid order has spent nothing.
 */
export async function sumReturnedToCard(handle: Database, orderId: string): Promise<number> {
  const movements = await listMovementsOfOrder(handle, orderId);
  const isSpent = movements.some(({ kind }) => kind === 'taken');
  const returned = movements.filter(({ kind }) => kind === 'refunded' || kind === 'returned');
  return isSpent ? returned.reduce((sum, { amount }) => sum + amount, 0) : 0;
}

/** Lists every movement of some cards, the earliest first. `orderNumber` is null for corrections. */
export async function listMovementsOfCards(
  handle: Database,
  giftCardIds: readonly number[],
): Promise<(GiftCardMovement & { readonly orderNumber: string | null })[]> {
  if (giftCardIds.length === 0) return [];
  const rows = await handle
    .select({ movement: giftCardMovement, orderNumber: orderHeads.orderNumber })
    .from(giftCardMovement)
    .leftJoin(orderHeads, eq(orderHeads.orderId, giftCardMovement.orderId))
    .where(inArray(giftCardMovement.giftCardId, [...giftCardIds]))
    .orderBy(asc(giftCardMovement.at), asc(giftCardMovement.kind));
  return rows.map(({ movement, orderNumber }) => ({ ...movement, orderNumber }));
}

/** Sets the card that a cart will be paid with; null removes it. */
export async function putCartGiftCard(
  transaction: Database,
  cartId: number,
  giftCardId: number | null,
): Promise<void> {
  if (giftCardId === null) {
    await transaction.delete(cartGiftCard).where(eq(cartGiftCard.cartId, cartId));
    return;
  }
  await transaction
    .insert(cartGiftCard)
    .values({ cartId, giftCardId })
    .onConflictDoUpdate({ target: cartGiftCard.cartId, set: { giftCardId } });
}

export async function findCartGiftCard(handle: Database, cartId: number): Promise<CartGiftCard | null> {
  const [row] = await handle
    .select({
      giftCardId: giftCard.giftCardId,
      lastFour: giftCard.lastFour,
      balance: giftCard.balance,
      endsAt: giftCard.endsAt,
      blockedAt: giftCard.blockedAt,
    })
    .from(cartGiftCard)
    .innerJoin(giftCard, eq(giftCard.giftCardId, cartGiftCard.giftCardId))
    .where(eq(cartGiftCard.cartId, cartId));
  return row ?? null;
}

/** Returns the last four digits of the gift card that an order is paid with. */
export async function findGiftCardDigits(handle: Database, orderId: string): Promise<string | null> {
  const [row] = await handle
    .select({ lastFour: giftCard.lastFour })
    .from(giftCardMovement)
    .innerJoin(giftCard, eq(giftCard.giftCardId, giftCardMovement.giftCardId))
    .where(and(eq(giftCardMovement.orderId, orderId), eq(giftCardMovement.kind, 'held')));
  return row?.lastFour ?? null;
}

/** Removes the cards of deleted carts. */
export async function deleteCartGiftCards(transaction: Database, cartIds: readonly number[]): Promise<void> {
  await transaction.delete(cartGiftCard).where(inArray(cartGiftCard.cartId, [...cartIds]));
}

/** Detaches gift cards from the orders that sold or used them. The balances stay. */
export async function detachCardsFromOrders(
  transaction: Database,
  orderIds: readonly string[],
): Promise<void> {
  await transaction
    .update(giftCard)
    .set({ orderId: null, orderSequence: null })
    .where(inArray(giftCard.orderId, [...orderIds]));
  await transaction.delete(giftCardMovement).where(inArray(giftCardMovement.orderId, [...orderIds]));
}

/** Lists a page of cards, newest first: all, or those whose number ends with the given digits. */
export async function listGiftCardPage(
  handle: Database,
  lastFour: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<GiftCardRecord[]> {
  return handle
    .select()
    .from(giftCard)
    .where(lastFour === '' ? undefined : eq(giftCard.lastFour, lastFour))
    .orderBy(desc(giftCard.giftCardId))
    .limit(limit)
    .offset(offset);
}

export async function findCard(handle: Database, giftCardId: number): Promise<GiftCardRecord | undefined> {
  const [row] = await handle.select().from(giftCard).where(eq(giftCard.giftCardId, giftCardId));
  return row;
}

/** Returns the id of the card that was created last; 0 if there is none. */
export async function getNewestCardId(handle: Database): Promise<number> {
  const [row] = await handle
    .select({ giftCardId: giftCard.giftCardId })
    .from(giftCard)
    .orderBy(desc(giftCard.giftCardId))
    .limit(1);
  return row?.giftCardId ?? 0;
}

/** Gift card liability for the cards that a site issued in a year, in euro cents. */
export interface GiftCardLiability {
  /** Null for cards created by staff. */
  readonly siteId: number | null;
  /** Year of issue by the calendar of the site. */
  readonly year: number;
  readonly cards: number;
  /** Balance of cards that can be spent. */
  readonly open: number;
  /** Balance of expired and blocked cards. */
  readonly ended: number;
  readonly blocked: number;
  /** Amounts reserved by unpaid orders. */
  readonly held: number;
}

/** A point in time, and the time zone that determines the year. */
interface SiteMoment {
  readonly at: Date;
  readonly timeZone: string;
}

/**
 * Lists the gift card liability at a time: the current balances minus all later movements. Movements that
 * were deleted with their orders therefore do not matter.
 *
 * @param moments times by siteId
 * @param staffMoment time for cards that belong to no site
 */
export async function listGiftCardLiability(
  handle: Database,
  moments: ReadonlyMap<number, SiteMoment>,
  staffMoment: SiteMoment,
): Promise<GiftCardLiability[]> {
  const list = [...moments].map(([siteId, { at, timeZone }]) => ({ siteId, at: at.toISOString(), timeZone }));
  const { rows } = (await handle.execute(sql`
    with moment as (
      select * from json_to_recordset(${JSON.stringify(list)}::json) as m("siteId" int, at timestamptz, "timeZone" text)
    ), card as (
      select c.*, ${orderHeads.siteId}, coalesce(m.at, ${staffMoment.at.toISOString()}::timestamptz) as at,
        coalesce(m."timeZone", ${staffMoment.timeZone}) as zone
      from gift_card c left join ${orderHeads} on ${orderHeads.orderId} = c.order_id
        left join moment m on m."siteId" = ${orderHeads.siteId}
    ), stated as (
      select card.site_id, extract(year from card.created_at at time zone card.zone)::int as year,
        coalesce(card.blocked_at < card.at, false) as is_blocked, coalesce(card.ends_at <= card.at, false) as is_ended,
        card.balance - coalesce((
          select sum(case m.kind when 'held' then -m.amount when 'taken' then 0 else m.amount end)
          from gift_card_movement m where m.gift_card_id = card.gift_card_id and m.at >= card.at), 0) as balance,
        coalesce((
          select sum(m.amount) from gift_card_movement m
          where m.gift_card_id = card.gift_card_id and m.kind = 'held' and m.at < card.at and not exists (
            select 1 from gift_card_movement d where d.gift_card_id = m.gift_card_id and d.order_id = m.order_id
              and d.kind in ('taken', 'returned') and d.at < card.at)), 0) as held
      from card where card.created_at < card.at
    )
    select site_id as "siteId", year, count(*)::int as cards,
      coalesce(sum(balance) filter (where not is_blocked and not is_ended), 0)::int as open,
      coalesce(sum(balance) filter (where not is_blocked and is_ended), 0)::int as ended,
      coalesce(sum(balance) filter (where is_blocked), 0)::int as blocked, sum(held)::int as held
    from stated group by 1, 2 order by 1 nulls last, 2`)) as unknown as { rows: GiftCardLiability[] };
  return rows;
}
