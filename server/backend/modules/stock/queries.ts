import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { stock } from './tables.ts';

/** Pieces by variant. */
export type Pieces = ReadonlyMap<number, number>;

/** What there is too little of. */
export interface StockShortage {
  readonly productVariantId: number;
  /** Pieces that there are. */
  readonly amount: number;
}

/**
 * Rows of variants for this transaction alone until it ends, always in the same order: two that want some of the same never wait for
 * each other.
 *
 * @returns pieces; those that are not counted are missing
 */
async function lockStock(transaction: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select({ productVariantId: stock.productVariantId, amount: stock.amount })
    .from(stock)
    .where(inArray(stock.productVariantId, [...ids]))
    .orderBy(asc(stock.productVariantId))
    .for('update');
  return new Map(
    rows.flatMap(({ productVariantId, amount }) => (amount === null ? [] : [[productVariantId, amount]])),
  );
}

/** Changes what there is of variants. */
async function addPieces(transaction: Database, changes: Pieces): Promise<void> {
  for (const [productVariantId, pieces] of changes) {
    await transaction
      .update(stock)
      .set({ amount: sql`${stock.amount} + ${pieces}` })
      .where(eq(stock.productVariantId, productVariantId));
  }
}

/**
 * Takes pieces from stock, all or none.
 *
 * @returns what was taken, where pieces are counted; or what there is too little of
 */
export async function takeStock(
  transaction: Database,
  wanted: Pieces,
): Promise<{ readonly taken: Pieces; readonly shortages: readonly StockShortage[] }> {
  const amounts = await lockStock(transaction, [...wanted.keys()]);
  const counted = [...amounts].map(([productVariantId, amount]) => ({
    productVariantId,
    amount,
    pieces: wanted.get(productVariantId) ?? 0,
  }));
  const shortages = counted.filter(({ amount, pieces }) => amount < pieces);
  if (shortages.length > 0) {
    return {
      taken: new Map(),
      shortages: shortages.map(({ productVariantId, amount }) => ({ productVariantId, amount })),
    };
  }
  const taken = new Map(counted.map(({ productVariantId, pieces }) => [productVariantId, pieces]));
  await addPieces(transaction, new Map([...taken].map(([id, pieces]) => [id, -pieces])));
  return { taken, shortages: [] };
}

/** Gives pieces back to stock. Those that are no longer counted stay so. */
export async function returnStock(transaction: Database, pieces: Pieces): Promise<void> {
  await lockStock(transaction, [...pieces.keys()]);
  await addPieces(transaction, pieces);
}
