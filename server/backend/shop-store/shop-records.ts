import { hash } from 'node:crypto';
import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { isObject, sortMembers } from '../../../shared/rules/json-object.ts';
import type { Database } from '../core/database/database.ts';
import { ExpectedError } from '../core/expected-error.ts';
import { hasEnteredFields, normalizeEnteredRecord, readCountryRules } from './normalize-entered-fields.ts';
import { PHOTOS_FOLDER, type Photo, readVisiblePhotos } from './photos.ts';
import type { JsonFile, ShopFiles, ShopFilesWithRecords, ShopSource } from './read-shop-files.ts';
import {
  FILES_EXPORTED_FROM_TABLES,
  type FileRecord,
  getFileNameInRecords,
  joinFileFromRecords,
  REQUIRED_FILES,
  splitFileIntoRecords,
} from './record-shapes.ts';
import { shopImport, shopRecord } from './tables.ts';
import { createRowWriter, fetchRows, withStagedRows } from './write-rows.ts';

/** Identifies a record. See `shop_record`. */
export interface RecordName {
  readonly file: string;
  readonly list: string;
  readonly key: string;
}

export interface ShopRecord extends RecordName {
  /** Value in the format of the file; null if staff deleted the record. */
  readonly value: unknown;
  /** Time of the last edit by staff; null if the value is the imported one. */
  readonly editedAt: Date | null;
  /** Id of the editor. */
  readonly editedBy: string | null;
}

/** Record edited by staff. */
export interface EditedRecord extends ShopRecord {
  readonly editedAt: Date;
  /** SHA-256 of the imported value before the edit; null if it was not imported. */
  readonly importedHash: string | null;
}

/** Thrown if the database contains no shop. */
export class NoShopError extends ExpectedError {
  override readonly name = 'NoShopError';

  constructor() {
    super('No shop has been imported into this database yet: import one first.');
  }
}

const recordColumns = {
  file: shopRecord.file,
  list: shopRecord.list,
  key: shopRecord.key,
  value: shopRecord.value,
  editedAt: shopRecord.editedAt,
  editedBy: shopRecord.editedBy,
};

/** Returns true if a shop was imported into this database. */
export async function hasShop(database: Database): Promise<boolean> {
  const rows = await database.select({ id: shopImport.shopImportId }).from(shopImport).limit(1);
  return rows.length > 0;
}

/** Reads the records of the shop in the order of its files, without those deleted by staff. */
export async function readRecords(
  database: Database,
  where: { readonly file?: string; readonly list?: string; readonly key?: string } = {},
): Promise<ShopRecord[]> {
  const { file, list, key } = where;
  return database
    .select(recordColumns)
    .from(shopRecord)
    .where(
      and(
        file === undefined ? undefined : eq(shopRecord.file, file),
        list === undefined ? undefined : eq(shopRecord.list, list),
        key === undefined ? undefined : eq(shopRecord.key, key),
        isNotNull(shopRecord.value),
      ),
    )
    .orderBy(asc(shopRecord.file), asc(shopRecord.list), asc(shopRecord.position), asc(shopRecord.key));
}

/** Lists every record changed, added or deleted by staff, the latest first. */
export async function listEditedRecords(database: Database): Promise<EditedRecord[]> {
  const rows = await database
    .select({ ...recordColumns, importedHash: shopRecord.importedHash })
    .from(shopRecord)
    .where(isNotNull(shopRecord.editedAt))
    .orderBy(
      sql`${shopRecord.editedAt} desc`,
      asc(shopRecord.file),
      asc(shopRecord.list),
      asc(shopRecord.key),
    );
  return rows.flatMap(({ editedAt, ...row }) => (editedAt === null ? [] : [{ ...row, editedAt }]));
}

/**
 * Reads edits as people type them, with the form rules of the countries of the shop.
 *
 * @returns the edits with their values in the stored form
 */
export async function normalizeEnteredEdits<Edit extends RecordName & { readonly value: unknown }>(
  database: Database,
  edits: readonly Edit[],
): Promise<readonly Edit[]> {
  if (!edits.some(({ file, list }) => hasEnteredFields(file, list))) return edits;
  const rows = await readRecords(database, { file: 'countries.json', list: 'countries' });
  const countries = readCountryRules(rows.map(({ value }) => value));
  return edits.map((edit) => ({
    ...edit,
    value: normalizeEnteredRecord(edit.file, edit.list, edit.value, countries),
  }));
}

/** Returns the number of records that staff have changed. */
export async function countEditedRecords(database: Database): Promise<number> {
  const [row] = await database.select({ n: count() }).from(shopRecord).where(isNotNull(shopRecord.editedAt));
  return row?.n ?? 0;
}

/** Returns the SHA-256 of a value, independent of the order of its members. */
export const hashValue = (value: unknown): string => hash('sha256', JSON.stringify(sortMembers(value)));

/** Returns a key for the name of a record. */
export const getRecordKey = ({ file, list, key }: RecordName): string => `${file} ${list} ${key}`;

/** Creates a source that reads the shop from the database, with the stored official notices. */
export const createDatabaseShopSource = async (database: Database): Promise<ShopSource> =>
  createSourceOfRecords(database, await readRecords(database));

/** Creates a source from some records of the database, which must be in order. */
export function createSourceOfRecords(
  database: Database,
  records: readonly (RecordName & { readonly value: unknown })[],
): ShopSource {
  const byFile = Map.groupBy(records, ({ file }) => file);
  return {
    has: async (file) => byFile.has(file),
    async read(file, issues): Promise<JsonFile> {
      const pieces = byFile.get(file);
      if (pieces || REQUIRED_FILES.includes(file))
        return { file, value: joinFileFromRecords(file, pieces ?? []) };
      issues.add(file, '', '', 'is missing in the shop');
      return { file, value: undefined };
    },
    listTexts: async () =>
      [...byFile.keys()].filter((file) => file.startsWith('texts/')).map((file) => file.slice(6)),
    readPhotos: () => readVisiblePhotos(database),
    readLegal: (names) => readLegalNotices(database, names),
  };
}

async function readLegalNotices(
  database: Database,
  names: ReadonlySet<string>,
): Promise<Map<string, Buffer>> {
  if (names.size === 0) return new Map();
  const rows = await fetchRows<{ name: string; content: string }>(
    database,
    sql`select file_name as name, content from legal_notice where file_name = any (${sql.param([...names])}::text[])`,
  );
  return new Map(rows.map(({ name, content }) => [name, Buffer.from(content, 'base64')]));
}

/** Applies edits to a source. `null` deletes a record, and new records are added at the end of their list. */
export function applyEditsToSource(
  source: ShopSource,
  edits: readonly (RecordName & { readonly value: unknown })[],
): ShopSource {
  const byFile = Map.groupBy(edits, ({ file }) => file);
  return {
    ...source,
    has: async (file) => byFile.has(getFileNameInRecords(file)) || (await source.has(file)),
    async read(file, issues) {
      const own = byFile.get(getFileNameInRecords(file));
      if (!own) return source.read(file, issues);
      const base: JsonFile = (await source.has(file)) ? await source.read(file, issues) : { file, value: {} };
      if (!isObject(base.value)) return base;
      const pieces = new Map<string, FileRecord>();
      for (const piece of splitFileIntoRecords(file, base.value))
        pieces.set(`${piece.list} ${piece.key}`, piece);
      for (const { list, key, value } of own) {
        if (value === null) pieces.delete(`${list} ${key}`);
        else pieces.set(`${list} ${key}`, { list, key, value });
      }
      return { ...base, value: joinFileFromRecords(file, pieces.values()), hasUnstorableText: true };
    },
  };
}

/** Difference between files and shop in one list of one file. */
export interface ListDifference {
  readonly file: string;
  readonly list: string;
  readonly how: 'added' | 'changed' | 'withdrawn';
  readonly count: number;
  /** The first of the keys. */
  readonly keys: readonly string[];
}

/** Maximum number of keys listed per list; the others are counted. */
const MAX_NAMED_KEYS = 12;

const listRows = function* (shop: ShopFilesWithRecords, now: Date) {
  for (const { file, list, key, value, position } of shop.listRecords()) {
    // A member that the import does not read may be null, which would mean here that it was deleted.
    if (value !== null) yield { file, list, key, position, value, importedAt: now };
  }
};

/**
 * Returns what an import of these files would change, without writing. See `compareInitialData` for initial values.
 */
export async function compareRecords(
  transaction: Database,
  shop: ShopFilesWithRecords,
): Promise<ListDifference[]> {
  const now = new Date();
  return (
    (await withStagedRows(transaction, shopRecord, listRows(shop, now), (stage) =>
      listDifferences(transaction, stage),
    )) ?? []
  );
}

const listDifferences = (transaction: Database, stage: SQL): Promise<ListDifference[]> =>
  fetchRows<ListDifference>(
    transaction,
    sql`with differing as (
        select coalesce(s.file, t.file) as file, coalesce(s.list, t.list) as list, coalesce(s.key, t.key) as key,
          case when t.key is null then 'added' when s.key is null then 'withdrawn' else 'changed' end as how
        from ${stage} s full join (select * from shop_record where value is not null) t using (file, list, key)
        where s.value is distinct from t.value
          and coalesce(s.file, t.file) <> all (${sql.param([...FILES_EXPORTED_FROM_TABLES])}::text[])
          and coalesce(s.list, t.list) <> 'vacancies'
      ), numbered as (
        select *, row_number() over (partition by file, list, how order by key) as place,
          count(*) over (partition by file, list, how)::int as count
        from differing
      )
      select file, list, how, count, array_agg(key order by key) as keys from numbered where place <= ${MAX_NAMED_KEYS}
      group by file, list, how, count order by file, list, how`,
  );

/** Returns the difference of a list, or nothing if there is none. */
export const listOf = (
  difference: Pick<ListDifference, 'file' | 'list' | 'how'>,
  keys: readonly string[],
): ListDifference[] =>
  keys.length === 0
    ? []
    : [{ ...difference, count: keys.length, keys: [...keys].sort().slice(0, MAX_NAMED_KEYS) }];

/** Returns which photos are new, changed and removed. */
export function comparePhotos(
  shown: ReadonlyMap<string, Photo>,
  { photos }: Pick<ShopFiles, 'photos'>,
): ListDifference[] {
  const listed = (how: ListDifference['how'], numbers: readonly string[]) =>
    listOf({ file: PHOTOS_FOLDER, list: '', how }, numbers);
  const stated = [...photos.keys()];
  return [
    ...listed(
      'added',
      stated.filter((number) => !shown.has(number)),
    ),
    ...listed(
      'changed',
      stated.filter((number) => shown.has(number) && shown.get(number)?.hash !== photos.get(number)?.hash),
    ),
    ...listed(
      'withdrawn',
      [...shown.keys()].filter((number) => !photos.has(number)),
    ),
  ];
}

/**
 * Writes the records of an import. Records edited by staff stay marked as edited unless they are missing in
 * `kept`. Records that the files no longer have are deleted.
 *
 * @param kept records of staff that stay unchanged
 * @returns added, changed and withdrawn records; see `compareInitialData` for initial values
 */
export async function writeRecords(
  transaction: Database,
  shop: ShopFilesWithRecords,
  { kept, now }: { readonly kept: readonly RecordName[]; readonly now: Date },
): Promise<readonly ListDifference[]> {
  const keptNames = sql`select * from unnest(${sql.param(kept.map(({ file }) => file))}::text[],
    ${sql.param(kept.map(({ list }) => list))}::text[], ${sql.param(kept.map(({ key }) => key))}::text[]) as kept (file, list, key)`;
  await transaction.execute(
    sql`update shop_record t set edited_at = null, edited_by = null, imported_hash = null
      where t.edited_at is not null and (t.file, t.list, t.key) not in (${keptNames})`,
  );
  let differences: readonly ListDifference[] = [];
  await createRowWriter(transaction).upsert(shopRecord, listRows(shop, now), {
    key: ['file', 'list', 'key'],
    touched: { column: 'importedAt', watched: ['value'] },
    onStaged: async (stage) => {
      differences = await listDifferences(transaction, stage);
      await transaction.execute(
        sql`delete from shop_record t where t.edited_at is null and not exists (
          select 1 from ${stage} s where s.file = t.file and s.list = t.list and s.key = t.key)`,
      );
    },
  });
  return differences;
}
