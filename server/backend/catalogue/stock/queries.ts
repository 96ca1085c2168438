import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { stock, type stockCorrection } from './tables.ts';

/** Pieces by variant. */
export type Pieces = ReadonlyMap<number, number>;

/** Stock of a variant before and after a change; null if it is not counted. */
export interface StockChange {
  readonly productVariantId: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** A variant whose stock is too low. */
export interface StockShortage {
  readonly productVariantId: number;
  /** Available pieces. */
  readonly amount: number;
}

/**
 * Locks the stock of variants until the transaction ends, always in the same order to prevent deadlocks.
 *
 * @returns pieces; variants that are not counted have no entry
 */
export async function lockStock(transaction: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await lockStockRows(transaction, ids);
  return new Map([...rows].flatMap(([id, amount]) => (amount === null ? [] : [[id, amount]])));
}

/**
 * Changes the stock of variants relative to the given amounts. Variants without an amount are left unchanged.
 */
async function addToStock(transaction: Database, amounts: Pieces, added: Pieces): Promise<StockChange[]> {
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
 * Takes pieces from stock if there are enough of all requested variants.
 *
 * @param limit called once the rows are locked, with the stock of each counted variant; returns the maximum
 * to take of each. The rest stays in stock and is taken later by `takeAvailable`
 * @returns the pieces taken of counted variants (0 included), or the variants whose stock is too low
 */
export async function deductStock(
  transaction: Database,
  requested: Pieces,
  limit?: (amounts: Pieces) => Promise<Pieces>,
): Promise<{
  readonly taken: Pieces;
  readonly shortages: readonly StockShortage[];
  readonly changes: readonly StockChange[];
}> {
  const amounts = await lockStock(transaction, [...requested.keys()]);
  const counted = [...amounts].map(([productVariantId, amount]) => ({
    productVariantId,
    amount,
    pieces: requested.get(productVariantId) ?? 0,
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
  const changes = await addToStock(
    transaction,
    amounts,
    new Map([...taken].map(([id, pieces]) => [id, -pieces])),
  );
  return { taken, shortages: [], changes };
}

/** Takes as many of the requested pieces as are available. @returns the pieces taken, above 0 */
export async function deductAvailableStock(
  transaction: Database,
  requested: Pieces,
): Promise<{ readonly taken: Pieces; readonly changes: readonly StockChange[] }> {
  const amounts = await lockStock(transaction, [...requested.keys()]);
  const taken = new Map(
    [...amounts].flatMap(([productVariantId, amount]) => {
      const pieces = Math.min(amount, requested.get(productVariantId) ?? 0);
      return pieces > 0 ? [[productVariantId, pieces] as const] : [];
    }),
  );
  const added = new Map([...taken].map(([id, pieces]) => [id, -pieces]));
  return { taken, changes: await addToStock(transaction, amounts, added) };
}

/** Puts pieces back into stock. Variants that are no longer counted are left unchanged. */
export async function returnStock(transaction: Database, pieces: Pieces): Promise<StockChange[]> {
  return addToStock(transaction, await lockStock(transaction, [...pieces.keys()]), pieces);
}

/**
 * Locks the stock of variants in the same order as orders do.
 *
 * @returns pieces; null if they are not counted. Variants without a row have no entry
 */
export async function lockStockRows(
  transaction: Database,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select({ productVariantId: stock.productVariantId, amount: stock.amount })
    .from(stock)
    .where(inArray(stock.productVariantId, [...ids]))
    .orderBy(asc(stock.productVariantId))
    .for('update');
  return new Map(rows.map(({ productVariantId, amount }) => [productVariantId, amount]));
}

/**
 * Writes the stock of variants. The amount stated by the latest import stays recorded, so that importing the
 * same files again does not undo the change.
 */
export async function writeStock(transaction: Database, changes: readonly StockChange[]): Promise<void> {
  if (changes.length === 0) return;
  await transaction
    .insert(stock)
    .values(changes.map(({ productVariantId, after }) => ({ productVariantId, amount: after })))
    .onConflictDoUpdate({ target: stock.productVariantId, set: { amount: sql`excluded.amount` } });
}

/** Returns the pieces of the variants whose stock is counted, by id. */
export async function readStockAmounts(handle: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await handle
    .select({ productVariantId: stock.productVariantId, amount: stock.amount })
    .from(stock);
  return new Map(
    rows.flatMap(({ productVariantId, amount }) => (amount === null ? [] : [[productVariantId, amount]])),
  );
}

/** Reason and author of a stock correction. */
export interface StockCorrectionAuthor {
  readonly kind: (typeof stockCorrection.$inferSelect)['kind'];
  readonly reason?: string | undefined;
  /** Id of a staff account, 'command', 'import' or 'shop'. */
  readonly actorId: string;
  readonly now: Date;
}

/** Logs stock corrections, in the transaction that has written them and holds the locks of these rows. */
export async function insertStockCorrections(
  transaction: Database,
  changes: readonly StockChange[],
  { kind, reason, actorId, now }: StockCorrectionAuthor,
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
 * Locks the stock of the variants that some orders have moved, before these orders are deleted.
 *
 * @returns the corrections to log as `forgotten` once their movements are deleted: the stock is counted and
 * stays the same
 */
export async function lockStockMovedByOrders(
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
