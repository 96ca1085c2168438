import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { productVariant } from '../products/tables.ts';
import { stock, type stockCorrection } from './tables.ts';

/** Pieces by variant. */
export type Pieces = ReadonlyMap<number, number>;

/** Pieces of a variant before and after a change; null where they are not counted. */
export interface StockChange {
  readonly productVariantId: number;
  readonly before: number | null;
  readonly after: number | null;
}

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
export async function lockStock(transaction: Database, ids: readonly number[]): Promise<Map<number, number>> {
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

/** Changes what there is of variants, from what there was: those that are missing there stay as they are. */
async function addPieces(transaction: Database, amounts: Pieces, added: Pieces): Promise<StockChange[]> {
  const changes: StockChange[] = [];
  for (const [productVariantId, before] of amounts) {
    const pieces = added.get(productVariantId) ?? 0;
    changes.push({ productVariantId, before, after: before + pieces });
    await transaction
      .update(stock)
      .set({ amount: sql`${stock.amount} + ${pieces}` })
      .where(eq(stock.productVariantId, productVariantId));
  }
  return changes;
}

/**
 * Takes pieces from stock if there are enough of all that is wanted.
 *
 * @param limit called once the rows are locked, with the pieces of each counted variant: the most pieces to take of each. The others are
 *   left in stock, and are taken later by `takeAvailable`
 * @returns what was taken, where pieces are counted (0 included); or what there is too little of
 */
export async function takeStock(
  transaction: Database,
  wanted: Pieces,
  limit?: (amounts: Pieces) => Promise<Pieces>,
): Promise<{
  readonly taken: Pieces;
  readonly shortages: readonly StockShortage[];
  readonly changes: readonly StockChange[];
}> {
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
      changes: [],
    };
  }
  const most = await limit?.(amounts);
  const taken = new Map(
    counted.map(({ productVariantId, pieces }) => [
      productVariantId,
      Math.min(pieces, most?.get(productVariantId) ?? pieces),
    ]),
  );
  const changes = await addPieces(
    transaction,
    amounts,
    new Map([...taken].map(([id, pieces]) => [id, -pieces])),
  );
  return { taken, shortages: [], changes };
}

/** Takes what there is of pieces that are wanted, in part where there are too few. @returns what was taken, above 0 */
export async function takeAvailable(
  transaction: Database,
  wanted: Pieces,
): Promise<{ readonly taken: Pieces; readonly changes: readonly StockChange[] }> {
  const amounts = await lockStock(transaction, [...wanted.keys()]);
  const taken = new Map(
    [...amounts].flatMap(([productVariantId, amount]) => {
      const pieces = Math.min(amount, wanted.get(productVariantId) ?? 0);
      return pieces > 0 ? [[productVariantId, pieces] as const] : [];
    }),
  );
  const added = new Map([...taken].map(([id, pieces]) => [id, -pieces]));
  return { taken, changes: await addPieces(transaction, amounts, added) };
}

/** Gives pieces back to stock. Those that are no longer counted stay so. */
export async function returnStock(transaction: Database, pieces: Pieces): Promise<StockChange[]> {
  return addPieces(transaction, await lockStock(transaction, [...pieces.keys()]), pieces);
}

/** A listed variant with what there is of it, for this transaction alone until it ends. */
export interface LockedStock {
  readonly productVariantId: number;
  readonly articleNumber: string;
  /** Pieces; null = not counted. */
  readonly amount: number | null;
}

/** Stock by article numbers in capitals; those that there are not are missing. Always locked in the same order, as orders do. */
export async function lockStockOfArticles(
  transaction: Database,
  articleNumbers: readonly string[],
): Promise<Map<string, LockedStock>> {
  const names = articleNumbers.map((name) => name.toUpperCase());
  if (names.length === 0) return new Map();
  const variants = await transaction
    .select({
      productVariantId: productVariant.productVariantId,
      articleNumber: productVariant.articleNumber,
    })
    .from(productVariant)
    .where(
      and(eq(productVariant.isListed, true), inArray(sql`upper(${productVariant.articleNumber})`, names)),
    );
  const ids = variants.map(({ productVariantId }) => productVariantId);
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select({ productVariantId: stock.productVariantId, amount: stock.amount })
    .from(stock)
    .where(inArray(stock.productVariantId, ids))
    .orderBy(asc(stock.productVariantId))
    .for('update');
  const amounts = new Map(rows.map(({ productVariantId, amount }) => [productVariantId, amount]));
  return new Map(
    variants.map((variant) => [
      variant.articleNumber.toUpperCase(),
      { ...variant, amount: amounts.get(variant.productVariantId) ?? null },
    ]),
  );
}

/** Writes what there is of variants. What the files of an import stated stays noted, so that the same files undo nothing. */
export async function writeStock(transaction: Database, changes: readonly StockChange[]): Promise<void> {
  if (changes.length === 0) return;
  await transaction
    .insert(stock)
    .values(changes.map(({ productVariantId, after }) => ({ productVariantId, amount: after })))
    .onConflictDoUpdate({ target: stock.productVariantId, set: { amount: sql`excluded.amount` } });
}

/** Listed variants with what there is of them, by article number. */
export async function listStock(
  handle: Database,
): Promise<{ readonly articleNumber: string; readonly amount: number | null }[]> {
  return handle
    .select({ articleNumber: productVariant.articleNumber, amount: stock.amount })
    .from(productVariant)
    .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
    .where(eq(productVariant.isListed, true))
    .orderBy(asc(productVariant.articleNumber));
}

/** Why and by whom stock is corrected. */
export interface CorrectedBy {
  readonly kind: (typeof stockCorrection.$inferSelect)['kind'];
  readonly reason?: string | undefined;
  /** Id of a staff account, 'command', 'import' or 'shop'. */
  readonly actorId: string;
  readonly now: Date;
}

/** Notes corrections of stock, in the transaction that has written them and holds the locks of these rows. */
export async function noteCorrections(
  transaction: Database,
  changes: readonly StockChange[],
  { kind, reason, actorId, now }: CorrectedBy,
): Promise<void> {
  if (changes.length === 0) return;
  const list = changes.map(({ productVariantId, before, after }) => ({
    id: productVariantId,
    before,
    after,
  }));
  await transaction.execute(sql`
    insert into stock_correction (product_variant_id, kind, before, after, moved, reason, actor_id, at)
    select c.id, ${kind}, c.before, c.after, coalesce((
        select sum(case m.kind when 'taken' then -m.pieces else m.pieces end)
        from stock_movement m where m.product_variant_id = c.id), 0),
      ${reason ?? null}, ${actorId}, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(list)}::json) as c(id int, before int, after int)
    order by c.id`);
}

/**
 * Locks the stock of the variants that some orders have moved, before these orders are forgotten.
 *
 * @returns what has to be noted as `forgotten` once their movements are deleted: stock that is counted, and stays as it is
 */
export async function lockMovedStock(
  transaction: Database,
  orderIds: readonly string[],
): Promise<StockChange[]> {
  const { rows } = (await transaction.execute(sql`
    select product_variant_id as id, amount from stock
    where amount is not null and product_variant_id in (
      select product_variant_id from stock_movement
      where order_id in (select value::uuid from json_array_elements_text(${JSON.stringify(orderIds)}::json)))
    order by product_variant_id for update`)) as unknown as { rows: { id: number; amount: number }[] };
  return rows.map(({ id, amount }) => ({ productVariantId: id, before: amount, after: amount }));
}
