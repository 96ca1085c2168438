import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../core/database/database.ts';
import { countRows, createRowWriter, type RowWriter } from '../shop-store/write-rows.ts';

/** New and present rows of each table. */
interface RowsOfTables {
  readonly rows: object;
  readonly former: object;
}

/** Writes the rows that differ from the present ones. */
export interface DifferenceWriter extends RowWriter {
  /**
   * Deletes rows that no longer exist. Call it after all rows are written, so that a cascade never deletes a
   * row that now refers to another one.
   */
  finish(): Promise<void>;
}

/**
 * Creates the writer of an edit, which knows the present rows. It sends only rows that differ, and none of an
 * unchanged table. Lists that are not a member of `rows` are compared by the database, as at an import.
 */
export function createDifferenceWriter(
  transaction: Database,
  { rows: all, former }: RowsOfTables,
): DifferenceWriter {
  const writer = createRowWriter(transaction);
  const formerRows = new Map<unknown, Iterable<object>>(
    Object.entries(former).map(([name, rows]) => [Reflect.get(all, name), rows]),
  );
  let deletions: (() => Promise<void>)[] = [];
  let deleted = 0;
  return {
    async upsert(table, rows, options) {
      const known = formerRows.get(rows);
      if (!known) return writer.upsert(table, rows, options);
      const { changed, gone } = compareRows(rows, known, options.key);
      // The listed flag can only be determined from all rows.
      if (options.listed !== undefined && changed.length + gone.length > 0)
        return writer.upsert(table, rows, options);
      if (changed.length > 0) await writer.upsert(table, changed, options);
    },
    async replace(table, rows, key, options) {
      const known = formerRows.get(rows);
      if (!known || options !== undefined) return writer.replace(table, rows, key, options);
      const { changed, gone } = compareRows(rows, known, key);
      // Updated in place, because deleting a row would cascade to rows that refer to it.
      if (changed.length > 0) await writer.upsert(table, changed, { key });
      if (gone.length === 0) return;
      deletions.push(async () => {
        deleted += await deleteRows(transaction, table, gone, key);
      });
    },
    async finish() {
      // Referring tables are written later, so deletions run in reverse order.
      for (const deletion of deletions.toReversed()) await deletion();
      deletions = [];
    },
    get written() {
      return writer.written + deleted;
    },
  };
}

/** Returns new or changed rows, and rows whose key no longer exists. */
function compareRows<R extends object>(
  rows: Iterable<R>,
  former: Iterable<object>,
  key: readonly string[],
): { readonly changed: readonly R[]; readonly gone: readonly object[] } {
  const nameRow = (row: object) => JSON.stringify(key.map((column) => Reflect.get(row, column)));
  const known = new Map<string, object>();
  for (const row of former) known.set(nameRow(row), row);
  const changed: R[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const name = nameRow(row);
    seen.add(name);
    const before = known.get(name);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(row)) changed.push(row);
  }
  const gone = [...known].flatMap(([name, row]) => (seen.has(name) ? [] : [row]));
  return { changed, gone };
}

function deleteRows(
  transaction: Database,
  table: PgTable,
  rows: readonly object[],
  key: readonly string[],
): Promise<number> {
  const columns = getTableColumns(table);
  const definition: SQL[] = [];
  const conditions: SQL[] = [];
  for (const name of key) {
    const column = columns[name];
    if (!column) throw new Error(`The table has no column ${name}`);
    definition.push(sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`);
    conditions.push(sql`t.${sql.identifier(column.name)} = gone.${sql.identifier(name)}`);
  }
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(key.map((name) => [name, Reflect.get(row, name)]))),
  );
  return countRows(
    transaction,
    sql`delete from ${table} t using json_to_recordset(${json}::json) as gone (${sql.join(definition, sql`, `)})
      where ${sql.join(conditions, sql` and `)} returning 1`,
  );
}
