import { AdminRefusal, type Change, type RefusalDetail } from '../../core/admin/operation.ts';
import { limitRefusalDetails } from '../../core/admin/refusal-details.ts';
import type { Database } from '../../core/database/database.ts';
import { listListedArticles } from '../products/queries.ts';
import { insertStockCorrections, lockStockRows, type StockChange, writeStock } from './queries.ts';
import { publishStockChange } from './service.ts';

/**
 * A stock operation: `set` sets the stock, `count` sets it after a stocktaking, `deliver` adds a delivery.
 */
export type StockOperation = 'set' | 'count' | 'deliver';

/** A stock operation on an article. */
export interface StockInstruction {
  readonly articleNumber: string;
  /** Null, for `set` only: not counted, always available. */
  readonly pieces: number | null;
  /** Line number in the list; left out for a single article. */
  readonly line?: number;
}

export interface ChangedStock {
  readonly articleNumber: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** More than any warehouse stores, and well below the limit of the column. */
const MAX_STOCK_PIECES = 10_000_000;

/**
 * Changes the stock of articles, all or none. Purges the pages that change, and notifies subscribers of
 * articles that are back.
 *
 * @param expectedAmount stock that the form displayed; left out: no check for concurrent changes
 * @throws AdminRefusal `article_unknown`, `stock_uncounted`, `stock_too_much`, `changed_meanwhile`;
 * `stock_list` with a detail for each line
 */
export async function changeStock(
  transaction: Database,
  operation: StockOperation,
  instructions: readonly StockInstruction[],
  {
    now,
    actorId,
    reason,
    expectedAmount,
  }: {
    readonly now: Date;
    /** Author of the change. */
    readonly actorId: string;
    readonly reason?: string | undefined;
    readonly expectedAmount?: number | undefined;
  },
): Promise<{ readonly changes: readonly Change[]; readonly stock: readonly ChangedStock[] }> {
  const articles = await listListedArticles(
    transaction,
    instructions.map(({ articleNumber }) => articleNumber),
  );
  const amounts = await lockStockRows(
    transaction,
    articles.map(({ productVariantId }) => productVariantId),
  );
  const faults: RefusalDetail[] = [];
  const refuse = ({ line, articleNumber }: StockInstruction, code: string) => {
    if (line === undefined) throw new AdminRefusal(code, { articleNumber }, 'articleNumber');
    faults.push({ code: `line_${code}`, values: { line, articleNumber } });
  };
  const results: (StockChange & ChangedStock)[] = [];
  for (const instruction of instructions) {
    const asked = instruction.articleNumber.toUpperCase();
    const found = articles.find(({ articleNumber }) => articleNumber.toUpperCase() === asked);
    if (!found) {
      refuse(instruction, 'article_unknown');
      continue;
    }
    const { productVariantId, articleNumber } = found;
    const before = amounts.get(productVariantId) ?? null;
    if (expectedAmount !== undefined && before !== expectedAmount)
      throw new AdminRefusal('changed_meanwhile');
    if (operation === 'deliver' && before === null) {
      refuse(instruction, 'stock_uncounted');
      continue;
    }
    const after = operation === 'deliver' ? (before ?? 0) + (instruction.pieces ?? 0) : instruction.pieces;
    if (after !== null && after > MAX_STOCK_PIECES) refuse(instruction, 'stock_too_much');
    else results.push({ productVariantId, articleNumber, before, after });
  }
  refuseFaultyLines(faults);
  const changed = results.filter(({ before, after }) => before !== after);
  await writeStock(transaction, changed);
  await insertStockCorrections(transaction, changed, { kind: operation, reason, actorId, now });
  await publishStockChange(transaction, changed, now);
  return {
    stock: results,
    changes: changed.map(({ articleNumber, before, after }) => ({
      resource: 'stock',
      resourceId: articleNumber,
      before: { pieces: before },
      after: { pieces: after, ...(reason !== undefined && { reason }) },
    })),
  };
}

/** @throws AdminRefusal `stock_list` if any line has an error: then nothing of the list is applied */
export function refuseFaultyLines(faults: readonly RefusalDetail[]): void {
  if (faults.length === 0) return;
  throw new AdminRefusal(
    'stock_list',
    { smart_count: faults.length },
    undefined,
    limitRefusalDetails(faults),
  );
}
