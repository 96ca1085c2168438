import { asc, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import type { Person, PersonalDataSource, PersonTable } from '../../core/privacy/personal-data-source.ts';

/** Id that belongs to no account. */
export const NO_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Lists the tables of all sources with their names, in the order of their names in the database. The order of
 * the modules does not change a download.
 */
export const listPersonTables = (
  sources: readonly PersonalDataSource[],
): readonly (readonly [name: string, table: PersonTable])[] =>
  sources
    .flatMap(({ tables }) => Object.entries(tables))
    .toSorted(([, one], [, other]) => (getTableName(one.table) < getTableName(other.table) ? -1 : 1));

/** Keys in the links of mails. They can be read in the mailbox to which the mail was sent. */
const TOKEN_IN_URL_PATTERN = /([?&#](?:token|key)=|\/(?:rqs|qs)\/)[\w-]+/g;
/** Kind of mails whose text is worth money: it contains gift card numbers and PINs. */
const GIFT_CARD_MAIL_KIND = 'gift-cards';

/** Returns a value in a form that JSON can represent: files as base64, secrets removed. */
function serializePersonalValue(
  name: string,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (name !== 'text' || typeof value !== 'string') return value;
  return row.kind === GIFT_CARD_MAIL_KIND ? '' : value.replaceAll(TOKEN_IN_URL_PATTERN, '$1…');
}

/**
 * Returns all stored data of a person by table. Tables without rows of the person are empty; tables that are
 * not linked to persons are left out.
 */
export async function listPersonRows(
  transaction: Database,
  sources: readonly PersonalDataSource[],
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const rowsByTable: Record<string, Record<string, unknown>[]> = {};
  for (const [name, { table, whereOwnedBy, excludedColumns }] of listPersonTables(sources)) {
    if (whereOwnedBy === null) continue;
    const hidden = new Set(excludedColumns);
    const columns = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([column]) => !hidden.has(column)),
    );
    const rows = await transaction
      .select(columns)
      .from(table)
      .where(whereOwnedBy(transaction, person))
      // The first column identifies the row or its parent.
      .orderBy(asc(sql`1`));
    rowsByTable[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, serializePersonalValue(column, value, row)]),
      ),
    );
  }
  return rowsByTable;
}
