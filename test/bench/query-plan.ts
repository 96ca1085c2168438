import { sql } from 'drizzle-orm';
import type { Database } from '../../server/backend/core/database/database.ts';

/** A node of a plan as returned by `explain (format json)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface PlanSummary {
  /** How each table is read, in the order of the plan: 'product_listing by product_listing_category'. */
  readonly reads: readonly string[];
  /** Tables that are read by a sequential scan. */
  readonly scanned: readonly string[];
}

/** Summarises how a plan reads the given tables. */
export function summarisePlan(plan: PlanNode, tables: ReadonlySet<string>): PlanSummary {
  const reads = new Set<string>();
  const scanned = new Set<string>();
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table !== undefined && tables.has(table)) {
      if (node['Node Type'] === 'Seq Scan') {
        scanned.add(table);
        reads.add(`${table} by a sequential scan`);
      } else reads.add(`${table} by ${listScannedIndexes(node).join(' and ')}`);
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  return { reads: [...reads], scanned: [...scanned] };
}

/**
 * Returns the indexes of a scan: an index scan names its index, a bitmap scan has them in its child nodes.
 */
function listScannedIndexes(node: PlanNode): string[] {
  const own = node['Index Name'];
  if (own !== undefined) return [own];
  return (node.Plans ?? [])
    .filter((child) => child['Node Type'].startsWith('Bitmap'))
    .flatMap(listScannedIndexes);
}

/** Returns the plan of a statement as it was run, with its values. */
export async function explain(
  database: Database,
  query: string,
  values: readonly unknown[],
): Promise<PlanNode> {
  // Replaces $1, $2 … in the statement with the values.
  const statement = sql.join(
    query.split(/\$(\d+)/).map((part, index) =>
      // As parameters: drizzle expands a list in a template to several parameters.
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
    sql``,
  );
  const answer = (await database.execute(sql`explain (format json) ${statement}`)) as unknown as {
    rows: { 'QUERY PLAN': { Plan: PlanNode }[] }[];
  };
  const plan = answer.rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('The database returned no query plan');
  return plan;
}
