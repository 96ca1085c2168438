import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { deductAvailableStock, type Pieces, returnStock } from '../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../catalogue/stock/service.ts';
import type { Database } from '../../core/database/database.ts';
import { customerOrder, orderLine, stockMovement } from './tables.ts';
import type { OrderRecord } from './types.ts';

/**
 * Number of pieces of a variant that an unpaid order may reserve, or this share of the stock if that is more.
 */
const MIN_RESERVABLE_PIECES = 20;
const RESERVABLE_STOCK_SHARE = 0.2;
/** Factor of that limit for all unpaid orders of one mailbox or network together. */
const RESERVATION_LIMIT_FACTOR = 2;
/** Euro cents above which an order with a slow payment method reserves nothing. */
const MAX_SLOW_PAYMENT_RESERVING_AMOUNT = 100_000;

/** An order to be placed that is not paid yet. */
export interface UnpaidOrder {
  /** Address as normalised by `normaliseEmailAddress`. */
  readonly emailAddress: string;
  /** /24 of IPv4, /48 of IPv6; null if it is unknown. */
  readonly network: string | null;
  /** Whether the payment takes days to arrive. */
  readonly isSlow: boolean;
  /** Euro cents. */
  readonly totalAmount: number;
}

/** Returns the pieces by variant that the unpaid orders of a mailbox and of a network reserve. */
async function listReservedPieces(
  transaction: Database,
  ids: readonly number[],
  { emailAddress, network }: UnpaidOrder,
): Promise<ReadonlyMap<number, number>> {
  const matchesMailbox = eq(sql`lower(${customerOrder.billing} ->> 'emailAddress')`, emailAddress);
  const matchesNetwork = network === null ? sql`false` : eq(customerOrder.unpaidNetwork, network);
  const rows = await transaction
    .select({
      productVariantId: stockMovement.productVariantId,
      mailboxPieces:
        sql<number>`coalesce(sum(${stockMovement.pieces}) filter (where ${matchesMailbox}), 0)`.mapWith(
          Number,
        ),
      networkPieces:
        sql<number>`coalesce(sum(${stockMovement.pieces}) filter (where ${matchesNetwork}), 0)`.mapWith(
          Number,
        ),
    })
    .from(customerOrder)
    .innerJoin(stockMovement, eq(stockMovement.orderId, customerOrder.orderId))
    .where(
      and(
        isNotNull(customerOrder.paymentDueAt),
        eq(stockMovement.kind, 'taken'),
        inArray(stockMovement.productVariantId, [...ids]),
        or(matchesMailbox, matchesNetwork),
      ),
    )
    .groupBy(stockMovement.productVariantId);
  return new Map(
    rows.map(({ productVariantId, mailboxPieces, networkPieces }) => [
      productVariantId,
      Math.max(mailboxPieces, networkPieces),
    ]),
  );
}

/**
 * Returns the maximum number of pieces of each variant that an order may reserve before it is paid. Anything
 * beyond stays in stock and is taken when the payment arrives, so that no visitor can empty the stock without
 * paying.
 *
 * @param amounts pieces in stock, locked
 */
export async function limitReservationOfUnpaidOrder(
  transaction: Database,
  amounts: Pieces,
  order: UnpaidOrder,
): Promise<Pieces> {
  const ids = [...amounts.keys()];
  if (order.isSlow && order.totalAmount > MAX_SLOW_PAYMENT_RESERVING_AMOUNT)
    return new Map(ids.map((id) => [id, 0]));
  if (ids.length === 0) return new Map();
  const reserved = await listReservedPieces(transaction, ids, order);
  return new Map(
    [...amounts].map(([id, amount]) => {
      const maxPieces = Math.max(MIN_RESERVABLE_PIECES, Math.floor(amount * RESERVABLE_STOCK_SHARE));
      return [
        id,
        Math.max(0, Math.min(maxPieces, RESERVATION_LIMIT_FACTOR * maxPieces - (reserved.get(id) ?? 0))),
      ];
    }),
  );
}

/**
 * Releases the reserved stock of an unpaid order that may no longer reserve any, because its payment method
 * is now slow.
 */
export async function releaseReservedStock(
  transaction: Database,
  { orderId, totalAmount }: Pick<OrderRecord, 'orderId' | 'totalAmount'>,
  now: Date,
): Promise<void> {
  if (totalAmount <= MAX_SLOW_PAYMENT_RESERVING_AMOUNT) return;
  const releasedMovements = await transaction
    .delete(stockMovement)
    .where(and(eq(stockMovement.orderId, orderId), eq(stockMovement.kind, 'taken')))
    .returning();
  const pieces = new Map(releasedMovements.map((moved) => [moved.productVariantId, moved.pieces]));
  await publishStockChange(transaction, await returnStock(transaction, pieces), now);
}

/** Returns the pieces by variant that an order needs from stock and has not taken. */
async function listMissingPieces(transaction: Database, orderId: string): Promise<Pieces> {
  const needed = await transaction
    .select({
      productVariantId: orderLine.productVariantId,
      pieces: sql<number>`sum(${orderLine.stockAmount})`.mapWith(Number),
    })
    .from(orderLine)
    .where(eq(orderLine.orderId, orderId))
    .groupBy(orderLine.productVariantId);
  const taken = await transaction
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.orderId, orderId), eq(stockMovement.kind, 'taken')));
  const takenByVariant = new Map(taken.map(({ productVariantId, pieces }) => [productVariantId, pieces]));
  return new Map(
    needed.flatMap(({ productVariantId, pieces }) => {
      const missing = pieces - (takenByVariant.get(productVariantId) ?? 0);
      return missing > 0 ? [[productVariantId, missing] as const] : [];
    }),
  );
}

/**
 * Takes the stock of a paid order that was not reserved. Missing pieces are listed for staff
 * (`listShortages`), and taken when the order is packed or sent.
 */
export async function takeMissingStock(transaction: Database, orderId: string, now: Date): Promise<void> {
  const missing = await listMissingPieces(transaction, orderId);
  if (missing.size === 0) return;
  const { taken, changes } = await deductAvailableStock(transaction, missing);
  for (const [productVariantId, pieces] of taken) {
    await transaction
      .insert(stockMovement)
      .values({ orderId, productVariantId, kind: 'taken', pieces, at: now })
      .onConflictDoUpdate({
        target: [stockMovement.orderId, stockMovement.productVariantId, stockMovement.kind],
        set: { pieces: sql`${stockMovement.pieces} + excluded.pieces` },
      });
  }
  await publishStockChange(transaction, changes, now);
}

/** A variant with the pieces that unpaid orders reserve. */
export interface ReservedVariant {
  readonly productVariantId: number;
  readonly pieces: number;
  readonly orders: number;
}

/** Lists the stock that unpaid orders reserve, the most pieces first. */
export async function listReservedVariants(handle: Database, limit: number): Promise<ReservedVariant[]> {
  const pieces = sql<number>`sum(${stockMovement.pieces})`.mapWith(Number);
  return handle
    .select({
      productVariantId: stockMovement.productVariantId,
      pieces,
      orders: sql<number>`count(*)`.mapWith(Number),
    })
    .from(customerOrder)
    .innerJoin(stockMovement, eq(stockMovement.orderId, customerOrder.orderId))
    .where(and(isNotNull(customerOrder.paymentDueAt), eq(stockMovement.kind, 'taken')))
    .groupBy(stockMovement.productVariantId)
    .orderBy(sql`2 desc`, stockMovement.productVariantId)
    .limit(limit);
}

/** A line of a paid order with missing pieces. */
export interface Shortage {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly productVariantId: number;
  readonly pieces: number;
}

/** Lists the missing pieces of paid orders that were not sent yet, by order. */
export async function listShortages(handle: Database, limit: number): Promise<Shortage[]> {
  const taken = sql`coalesce((select ${stockMovement.pieces} from ${stockMovement}
    where ${stockMovement.orderId} = ${orderLine.orderId} and ${stockMovement.kind} = 'taken'
    and ${stockMovement.productVariantId} = ${orderLine.productVariantId}), 0)`;
  const isCounted = sql`exists (select 1 from stock where stock.product_variant_id = ${orderLine.productVariantId} and stock.amount is not null)`;
  const missing = sql<number>`sum(${orderLine.stockAmount}) - ${taken}`;
  return handle
    .select({
      orderId: customerOrder.orderId,
      orderNumber: customerOrder.orderNumber,
      productVariantId: orderLine.productVariantId,
      pieces: missing.mapWith(Number),
    })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .where(and(inArray(customerOrder.status, ['paid', 'processing']), isCounted))
    .groupBy(customerOrder.orderId, customerOrder.orderNumber, orderLine.orderId, orderLine.productVariantId)
    .having(sql`${missing} > 0`)
    .orderBy(customerOrder.orderNumber)
    .limit(limit);
}
