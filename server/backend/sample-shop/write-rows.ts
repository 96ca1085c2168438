import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';

/** Rows per statement: few round trips, and well below PostgreSQL's 65,535 parameters. */
const ROWS_PER_STATEMENT = 500;
const MOST_PARAMETERS = 20_000;

/** A row to write; a value may be an expression that the database computes. */
type Row<T extends PgTable> = { [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL };
type ColumnName<T extends PgTable> = keyof T['$inferInsert'] & string;

export interface UpsertOptions<T extends PgTable> {
  readonly key: readonly ColumnName<T>[];
  /** Columns that an existing row keeps, among them those that the database fills. */
  readonly keep?: readonly (keyof T['$inferSelect'] & string)[];
  /** A column that takes its new value only where one of `watched` differs: when the texts last changed. */
  readonly touched?: { readonly column: ColumnName<T>; readonly watched: readonly ColumnName<T>[] };
}

/** Inserts rows, and updates those whose key exists and whose values differ. Equal rows are not written. */
export async function upsertRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: readonly Row<T>[],
  options: UpsertOptions<T>,
): Promise<void> {
  const { key, keep = [], touched } = options;
  const kept = new Set<string>([...key, ...keep]);
  const names = Object.entries(getTableColumns(table))
    .filter(([name, column]) => !kept.has(name) && !column.generated)
    .map(([name]) => name as ColumnName<T>);
  const compared = names.filter((name) => name !== touched?.column);
  const set: Record<string, SQL> = {};
  for (const name of names) set[name] = sql`excluded.${nameOf(table, name)}`;
  if (touched) {
    const column = getColumn(table, touched.column);
    set[touched.column] =
      sql`case when ${differs(table, touched.watched)} then excluded.${nameOf(table, touched.column)} else ${column} end`;
  }
  for (const chunk of getChunks(table, rows)) {
    const insert = transaction.insert(table).values(chunk as T['$inferInsert'][]);
    const target = key.map((name) => getColumn(table, name));
    await (compared.length === 0
      ? insert.onConflictDoNothing({ target })
      : insert.onConflictDoUpdate({ target, set: set as never, setWhere: differs(table, compared) }));
  }
}

/**
 * Makes a table hold exactly these rows, writing only what differs. A changed row is deleted and inserted again, so no
 * order of writing can trip over a unique index. Rows that other tables refer to need `on delete cascade` there, and those
 * tables have to be written after this one.
 */
export async function replaceRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: readonly Row<T>[],
  key: readonly ColumnName<T>[],
): Promise<void> {
  const existing = (await transaction.select().from(table as PgTable)) as Record<string, unknown>[];
  const wanted = new Map(rows.map((row) => [getRowKey(row, key), row]));
  const present = new Set<string>();
  const outdated: Record<string, unknown>[] = [];
  for (const row of existing) {
    const rowKey = getRowKey(row, key);
    const next = wanted.get(rowKey);
    if (next && isSameRow(row, next)) present.add(rowKey);
    else outdated.push(row);
  }
  for (let start = 0; start < outdated.length; start += ROWS_PER_STATEMENT) {
    const columns = sql.join(
      key.map((name) => getColumn(table, name)),
      sql`, `,
    );
    const values = outdated.slice(start, start + ROWS_PER_STATEMENT).map(
      (row) =>
        sql`(${sql.join(
          key.map((name) => sql`${row[name]}`),
          sql`, `,
        )})`,
    );
    await transaction.delete(table).where(sql`(${columns}) in (${sql.join(values, sql`, `)})`);
  }
  const missing = [...wanted].filter(([rowKey]) => !present.has(rowKey)).map(([, row]) => row);
  await insertRows(transaction, table, missing);
}

/** Rows of a statement of our own. */
export async function fetchRows<T>(transaction: Database, query: SQL): Promise<T[]> {
  return ((await transaction.execute(query)) as unknown as { rows: T[] }).rows;
}

/** Arguments of `unnest`: one parameter per column, however many rows there are. */
export function toColumns(...columns: readonly (readonly [type: string, values: readonly unknown[]])[]): SQL {
  return sql.join(
    columns.map(([type, values]) => sql`${sql.param(values)}::${sql.raw(type)}[]`),
    sql`, `,
  );
}

/** Inserts rows, many per statement. */
export async function insertRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  for (const chunk of getChunks(table, rows))
    await transaction.insert(table).values(chunk as T['$inferInsert'][]);
}

function getChunks<T extends PgTable>(table: T, rows: readonly Row<T>[]): Row<T>[][] {
  const columns = Object.keys(getTableColumns(table)).length;
  const size = Math.min(ROWS_PER_STATEMENT, Math.floor(MOST_PARAMETERS / columns));
  const chunks: Row<T>[][] = [];
  for (let start = 0; start < rows.length; start += size) chunks.push(rows.slice(start, start + size));
  return chunks;
}

function differs(table: PgTable, names: readonly string[]): SQL {
  const old = sql.join(
    names.map((name) => sql`${getColumn(table, name)}`),
    sql`, `,
  );
  const next = sql.join(
    names.map((name) => sql`excluded.${nameOf(table, name)}`),
    sql`, `,
  );
  return sql`(${old}) is distinct from (${next})`;
}

function getColumn(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`The table ${getTableName(table)} has no column ${name}`);
  return column;
}

function nameOf(table: PgTable, name: string): SQL {
  return sql.identifier(getColumn(table, name).name) as unknown as SQL;
}

function getRowKey(row: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => row[name]));
}

/** An absent value of a row to insert is the column's default; rows for `replaceRows` state every column that may differ. */
function isSameRow(row: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(next).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value));
}
