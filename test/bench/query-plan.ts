/** A node of a plan as `explain (format json)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface PlanSummary {
  /** How each of the tables is read, in the order of the plan: 'product_listing by product_listing_category'. */
  readonly reads: readonly string[];
  /** Tables that are read from end to end. */
  readonly scanned: readonly string[];
}

/** Says of a plan how it reads some tables. */
export function summarisePlan(plan: PlanNode, tables: ReadonlySet<string>): PlanSummary {
  const reads = new Set<string>();
  const scanned = new Set<string>();
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table !== undefined && tables.has(table)) {
      if (node['Node Type'] === 'Seq Scan') {
        scanned.add(table);
        reads.add(`${table} from end to end`);
      } else reads.add(`${table} by ${getIndexes(node).join(' and ')}`);
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  return { reads: [...reads], scanned: [...scanned] };
}

/** An index scan names its index itself; a bitmap's are below it. */
function getIndexes(node: PlanNode): string[] {
  const own = node['Index Name'];
  if (own !== undefined) return [own];
  return (node.Plans ?? []).filter((child) => child['Node Type'].startsWith('Bitmap')).flatMap(getIndexes);
}
