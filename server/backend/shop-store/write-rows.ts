import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../core/database/database.ts';

/**
 * Approximate size of a batch sent to the database, in characters. Limits the round trips without holding a
 * large table in memory.
 */
const MAX_BATCH_CHARACTERS = 1_000_000;
/**
 * Number of staged rows from which the stage is analysed for the planner before it is compared with a table.
 */
const MIN_ROWS_TO_ANALYZE = 1000;

type RowOfTable<T extends PgTable> = T['$inferInsert'];
type ColumnName<T extends PgTable> = keyof T['$inferInsert'] & string;

interface UpsertOptions<T extends PgTable> {
  readonly key: readonly ColumnName<T>[];
  /** Columns that an existing row retains. */
  readonly keep?: readonly ColumnName<T>[];
  /**
   * Unique text columns other than the key. A value may move to another row, and two rows may swap values.
   */
  readonly unique?: readonly ColumnName<T>[];
  /** Column that is updated only if one of `watched` differs, for example the date of the last change. */
  readonly touched?: { readonly column: ColumnName<T>; readonly watched: readonly ColumnName<T>[] };
  /**
   * Boolean column that is true for rows of the files. Rows that the files no longer have remain, with false.
   */
  readonly listed?: ColumnName<T>;
  /** Runs before the rows are written. The stage contains all of them, with the table's column names. */
  readonly onStaged?: (stage: SQL) => Promise<void>;
}

interface ReplaceOptions {
  /** Members of the rows that are not columns of the table. The stage contains them as text. */
  readonly extra?: readonly string[];
  /** As in `UpsertOptions`; it may also add rows to the stage. */
  readonly onStaged?: (stage: SQL) => Promise<void>;
  /** Limits the replacement to the rows `t` that match; by default all rows of the table. */
  readonly within?: (stage: SQL) => SQL;
}

/** Writes rows and returns how many were new or different. */
export interface RowWriter {
  upsert<T extends PgTable>(
    table: T,
    rows: Iterable<RowOfTable<T>>,
    options: UpsertOptions<T>,
  ): Promise<void>;
  replace<T extends PgTable>(
    table: T,
    rows: Iterable<RowOfTable<T>>,
    key: readonly ColumnName<T>[],
    options?: ReplaceOptions,
  ): Promise<void>;
  readonly written: number;
}

/** Creates the writer of an import. */
export function createRowWriter(transaction: Database): RowWriter {
  let written = 0;
  return {
    async upsert(table, rows, options) {
      written += await upsertRows(transaction, table, rows, options);
    },
    async replace(table, rows, key, options) {
      written += await replaceRows(transaction, table, rows, key, options);
    },
    get written() {
      return written;
    },
  };
}

/**
 * Inserts rows, and updates those whose key exists and whose values differ. Does not write equal rows.
 *
 * @returns number of written rows
 */
async function upsertRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: Iterable<RowOfTable<T>>,
  options: UpsertOptions<T>,
): Promise<number> {
  const { key, keep = [], touched, unique = [], listed, onStaged } = options;
  const stage = await stageRows(transaction, table, rows);
  const left = listed === undefined ? 0 : await unlistRows(transaction, table, { key, listed, stage });
  if (!stage) return left;
  await onStaged?.(stage.name);
  const { name, columns } = stage;
  const compared = columns.filter(
    (column) => !(key as readonly string[]).includes(column) && !(keep as readonly string[]).includes(column),
  );
  const watched = compared.filter((column) => column !== touched?.column);
  // Equal rows need no further comparison.
  await transaction.execute(
    sql`delete from ${name} s using ${table} t where ${createSameRowCondition(table, key, 'equal')} and ${createSameRowCondition(table, watched)}`,
  );
  for (const column of unique) await freeMovedValues(transaction, table, name, key, column);
  const set = compared.map((column) =>
    column === touched?.column
      ? sql`${getColumnName(table, column)} = case when ${createSameRowCondition(table, touched.watched, 'same', sql`excluded`)} then t.${getColumnName(table, column)} else excluded.${getColumnName(table, column)} end`
      : sql`${getColumnName(table, column)} = excluded.${getColumnName(table, column)}`,
  );
  const written = await countRows(
    transaction,
    sql`insert into ${table} as t (${joinSql(columns.map((column) => getColumnName(table, column)))})
      select distinct on (${listKeyColumns(table, key)}) ${joinSql(columns.map((column) => sql`s.${getColumnName(table, column)}`))} from ${name} s
      on conflict (${listKeyColumns(table, key)}) do ${set.length === 0 ? sql`nothing` : sql`update set ${joinSql(set)}`}
      returning 1`,
  );
  await dropStagingTable(transaction, name);
  return left + written;
}

/**
 * Marks the rows that the files no longer have.
 *
 * @returns number of rows that were listed before
 */
function unlistRows<T extends PgTable>(
  transaction: Database,
  table: T,
  {
    key,
    listed,
    stage,
  }: Pick<UpsertOptions<T>, 'key'> & { listed: ColumnName<T>; stage: StagingTable | null },
): Promise<number> {
  const column = getColumnName(table, listed);
  const isMissingInFiles = stage
    ? sql`not exists (select 1 from ${stage.name} s where ${createSameRowCondition(table, key, 'equal')})`
    : sql`true`;
  return countRows(
    transaction,
    sql`update ${table} t set ${column} = false where t.${column} and ${isMissingInFiles} returning 1`,
  );
}

/**
 * Makes a table contain exactly these rows, writing only the differences. A changed row is deleted and
 * inserted again, so the order of writes cannot violate a unique index. Tables that refer to the rows need
 * `on delete cascade`, and must be written after this one.
 *
 * @returns number of written or deleted rows
 */
async function replaceRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: Iterable<RowOfTable<T>>,
  key: readonly ColumnName<T>[],
  { extra = [], onStaged, within }: ReplaceOptions = {},
): Promise<number> {
  const stage = await stageRows(transaction, table, rows, extra);
  if (!stage) return countRows(transaction, sql`delete from ${table} returning 1`);
  const { name } = stage;
  const columns = stage.columns.filter((column) => !extra.includes(column));
  await onStaged?.(name);
  const outdated = await countRows(
    transaction,
    sql`delete from ${table} t where ${within ? within(name) : sql`true`} and not exists (
      select 1 from ${name} s where ${createSameRowCondition(table, key, 'equal')} and ${createSameRowCondition(table, columns)}) returning 1`,
  );
  const inserted = await countRows(
    transaction,
    sql`insert into ${table} (${joinSql(columns.map((column) => getColumnName(table, column)))})
      select distinct on (${listKeyColumns(table, key)}) ${joinSql(columns.map((column) => sql`s.${getColumnName(table, column)}`))} from ${name} s
      where not exists (select 1 from ${table} t where ${createSameRowCondition(table, key, 'equal')}) returning 1`,
  );
  await dropStagingTable(transaction, name);
  return outdated + inserted;
}

/** Inserts rows. */
export async function insertRows<T extends PgTable>(
  transaction: Database,
  table: T,
  rows: readonly RowOfTable<T>[],
): Promise<void> {
  const stage = await stageRows(transaction, table, rows);
  if (!stage) return;
  const names = joinSql(stage.columns.map((column) => getColumnName(table, column)));
  await transaction.execute(sql`insert into ${table} (${names}) select ${names} from ${stage.name}`);
  await dropStagingTable(transaction, stage.name);
}

/** Returns the rows of a raw SQL statement. */
export async function fetchRows<T>(transaction: Database, query: SQL): Promise<T[]> {
  return ((await transaction.execute(query)) as unknown as { rows: T[] }).rows;
}

/** Returns the number of rows written by a statement with `returning 1`, without transferring the rows. */
export async function countRows(transaction: Database, statement: SQL): Promise<number> {
  const [row] = await fetchRows<{ n: number }>(
    transaction,
    sql`with written as (${statement}) select count(*)::int as n from written`,
  );
  return row?.n ?? 0;
}

/** Returns the arguments of `unnest`: one parameter per column, for any number of rows. */
export function toUnnestColumns(
  ...columns: readonly (readonly [type: string, values: readonly unknown[]])[]
): SQL {
  return joinSql(columns.map(([type, values]) => sql`${sql.param(values)}::${sql.raw(type)}[]`));
}

interface StagingTable {
  readonly name: SQL;
  /** Names of the columns of the rows, and of the extra ones. */
  readonly columns: readonly string[];
}

/**
 * Stages rows in a temporary table, from which the database compares and writes them. All rows must have the
 * same columns. Returns null if there are no rows.
 */
async function stageRows(
  transaction: Database,
  table: PgTable,
  rows: Iterable<object>,
  extra: readonly string[] = [],
): Promise<StagingTable | null> {
  const name = sql`pg_temp.${sql.identifier(`import_${getTableName(table)}`)}`;
  let columns: string[] | undefined;
  let batch: string[] = [];
  let characters = 0;
  let count = 0;
  let definition = sql``;
  let sending: Promise<unknown> = Promise.resolve();
  // The next batch is created while the database processes this one.
  const insert = async (json: string) => {
    await transaction.execute(
      sql`insert into ${name} select * from json_to_recordset(${json}::json) as parcel (${definition})`,
    );
  };
  const send = async () => {
    await sending;
    if (batch.length === 0) return;
    sending = insert(`[${batch.join(',')}]`);
    // Avoids an unhandled rejection: the next `await` of the promise reports the error.
    sending.catch(() => {});
    batch = [];
    characters = 0;
  };
  for (const row of rows) {
    if (!columns) {
      columns = Object.keys(row);
      // The columns are in the order of a row's members, as in the batches.
      definition = joinSql(
        columns.map(
          (column) =>
            sql`${sql.identifier(column)} ${sql.raw(extra.includes(column) ? 'text' : getColumn(table, column).getSQLType())}`,
        ),
      );
      await transaction.execute(
        sql`create temporary table ${sql.identifier(`import_${getTableName(table)}`)} as
          select ${joinSql(
            columns.map((column) =>
              extra.includes(column)
                ? sql`''::text as ${sql.identifier(column)}`
                : getColumnName(table, column),
            ),
          )} from ${table} where false`,
      );
    } else if (Object.keys(row).length !== columns.length) {
      throw new Error(`Rows of ${getTableName(table)} state different columns`);
    }
    const text = JSON.stringify(row);
    batch.push(text);
    characters += text.length;
    count += 1;
    if (characters > MAX_BATCH_CHARACTERS) await send();
  }
  await send();
  await sending;
  if (!columns) return null;
  // With few rows every plan is fast.
  if (count > MIN_ROWS_TO_ANALYZE) await transaction.execute(sql`analyze ${name}`);
  return { name, columns };
}

/**
 * Runs a function with rows staged next to a table, and removes the stage afterwards. Does nothing if there
 * are no rows.
 */
export async function withStagedRows<T extends PgTable, R>(
  transaction: Database,
  table: T,
  rows: Iterable<RowOfTable<T>>,
  work: (stage: SQL) => Promise<R>,
): Promise<R | null> {
  const stage = await stageRows(transaction, table, rows);
  if (!stage) return null;
  const result = await work(stage.name);
  await dropStagingTable(transaction, stage.name);
  return result;
}

async function dropStagingTable(transaction: Database, name: SQL): Promise<void> {
  await transaction.execute(sql`drop table ${name}`);
}

/**
 * Frees unique values that move from one row to another, because the database checks each row as it is
 * written. Rows of the stage get their new value afterwards; others keep `~` and their id.
 */
async function freeMovedValues(
  transaction: Database,
  table: PgTable,
  stage: SQL,
  key: readonly string[],
  column: string,
): Promise<void> {
  const [id] = key;
  if (id === undefined) return;
  const [idName, name] = [getColumnName(table, id), getColumnName(table, column)];
  await transaction.execute(
    sql`update ${table} t set ${name} = '~' || t.${idName} from ${stage} s where s.${name} = t.${name} and s.${idName} <> t.${idName}`,
  );
}

/**
 * Returns an SQL condition that compares columns of a row `s` of the stage (or of `other`) with a row `t` of
 * the table. Use 'equal' for keys, which are never null.
 */
function createSameRowCondition(
  table: PgTable,
  columns: readonly string[],
  how: 'equal' | 'same' = 'same',
  other: SQL = sql`s`,
): SQL {
  if (columns.length === 0) return sql`true`;
  if (how === 'equal') {
    return sql.join(
      columns.map(
        (column) => sql`${other}.${getColumnName(table, column)} = t.${getColumnName(table, column)}`,
      ),
      sql` and `,
    );
  }
  const side = (row: SQL) => joinSql(columns.map((column) => sql`${row}.${getColumnName(table, column)}`));
  return sql`(${side(other)}) is not distinct from (${side(sql`t`)})`;
}

const joinSql = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

const listKeyColumns = (table: PgTable, key: readonly string[]): SQL =>
  joinSql(key.map((column) => getColumnName(table, column)));

function getColumn(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`The table ${getTableName(table)} has no column ${name}`);
  return column;
}

function getColumnName(table: PgTable, name: string): SQL {
  return sql`${sql.identifier(getColumn(table, name).name)}`;
}
