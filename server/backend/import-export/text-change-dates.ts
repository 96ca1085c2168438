import { sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { ChangedTextRow } from '../shop-store/shop-file-schemas.ts';
import { fetchRows, toUnnestColumns } from '../shop-store/write-rows.ts';

/** Tables of texts, each with the table they describe and the id that joins them. */
const TEXT_TABLES = [
  { list: 'categories', texts: sql`category_translation`, modules: sql`category`, id: sql`category_id` },
  {
    list: 'content',
    texts: sql`content_page_translation`,
    modules: sql`content_page`,
    id: sql`content_page_id`,
  },
  { list: 'products', texts: sql`product_translation`, modules: sql`product`, id: sql`product_id` },
] as const;

/** Reports dates of change that are not valid dates. */
export function checkTextChangeDates({ changedTexts }: ShopFiles, issues: IssueList): void {
  for (const { list, key, language, changedAt } of changedTexts) {
    if (!Number.isNaN(Date.parse(changedAt))) continue;
    const row = `changedTexts.${list}/${key}/${language}`;
    issues.add('changed-texts.json', row, 'changedAt', `'${changedAt}' is not a timestamp`);
  }
}

/** Returns the dates of change of texts that differ from the first import. Pages show these dates. */
export async function listTextChangeDates(transaction: Database): Promise<ChangedTextRow[]> {
  const rows: ChangedTextRow[] = [];
  for (const { list, texts, modules, id } of TEXT_TABLES) {
    const found = await fetchRows<Omit<ChangedTextRow, 'list'>>(
      transaction,
      sql`select n.key, language.code as language,
          to_char(t.modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt"
        from ${texts} t join ${modules} n on n.${id} = t.${id} join language using (language_id)
        where t.modified_at <> (select min(imported_at) from shop_import)
        order by n.key, language.code`,
    );
    rows.push(...found.map((row) => ({ list, ...row })));
  }
  return rows;
}

/**
 * Stores when the texts of a migrated shop were last changed. Runs at the first import, which would otherwise
 * date all texts as new.
 */
export async function writeTextChangeDates(
  transaction: Database,
  { changedTexts }: ShopFiles,
): Promise<void> {
  for (const { list, texts, modules, id } of TEXT_TABLES) {
    const stated = changedTexts.filter((row) => row.list === list);
    if (stated.length === 0) continue;
    await transaction.execute(
      sql`update ${texts} t set modified_at = stated.changed_at::timestamptz
        from unnest(${toUnnestColumns(
          ['text', stated.map(({ key }) => key)],
          ['text', stated.map(({ language }) => language)],
          ['text', stated.map(({ changedAt }) => new Date(changedAt).toISOString())],
        )}) as stated (key, language, changed_at)
        join ${modules} n on n.key = stated.key join language on language.code = stated.language
        where t.${id} = n.${id} and t.language_id = language.language_id`,
    );
  }
}
