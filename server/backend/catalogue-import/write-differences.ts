import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { countRows, createRowWriter, type RowWriter } from './write-rows.ts';

/** Rows by table, as they are to be and as the tables have them. */
interface RowsOfTables {
  readonly rows: object;
  readonly former: object;
}

/** Writes what differs from the rows that the tables have. */
export interface DifferenceWriter extends RowWriter {
  /** Deletes what is gone: after all rows are written, so that no row is deleted with one that it referred to before. */
  finish(): Promise<void>;
}

/**
 * Makes the writer of an edit, which knows the rows that the tables have: it sends those that differ, and none of a table that stays as it
 * is. Lists of rows that are not a member of `rows` are compared by the database, as at an import.
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
      const { changed, gone } = compare(rows, known, options.key);
      // Which rows are listed is known from all of them.
      if (options.listed !== undefined && changed.length + gone.length > 0)
        return writer.upsert(table, rows, options);
      if (changed.length > 0) await writer.upsert(table, changed, options);
    },
    async replace(table, rows, key, options) {
      const known = formerRows.get(rows);
      if (!known || options !== undefined) return writer.replace(table, rows, key, options);
      const { changed, gone } = compare(rows, known, key);
      // In its place: a row that is deleted takes those with it that refer to it.
      if (changed.length > 0) await writer.upsert(table, changed, { key });
      if (gone.length === 0) return;
      deletions.push(async () => {
        deleted += await deleteRows(transaction, table, gone, key);
      });
    },
    async finish() {
      // What refers to others is written after them.
      for (const deletion of deletions.toReversed()) await deletion();
      deletions = [];
    },
    get written() {
      return writer.written + deleted;
    },
  };
}

/** Rows that are new or different, and those whose key no longer exists. */
function compare<R extends object>(
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
