import { hash } from 'node:crypto';
import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { PHOTOS_FOLDER, type Photo, readShownPhotos } from './photos.ts';
import type { JsonFile, ReadShop, ShopFiles, ShopSource } from './read-shop-files.ts';
import {
  getRecordFile,
  isObject,
  joinFile,
  REQUIRED_FILES,
  type ShopPiece,
  splitFile,
  WRITTEN_FROM_TABLES,
} from './record-shapes.ts';
import { shopImport, shopRecord } from './tables.ts';
import { hasTypedFields, readCountryRules, readTypedRecord } from './typed-fields.ts';
import { createRowWriter, fetchRows, withStage } from './write-rows.ts';

/** Which record: see `shop_record`. */
export interface RecordName {
  readonly file: string;
  readonly list: string;
  readonly key: string;
}

export interface ShopRecord extends RecordName {
  /** As in the file; null where the keeper has taken it out. */
  readonly value: unknown;
  /** When the keeper last changed it; null where it is what an import brought. */
  readonly editedAt: Date | null;
  /** Id of who did. */
  readonly editedBy: string | null;
}

/** A record that the keeper has changed. */
export interface EditedRecord extends ShopRecord {
  readonly editedAt: Date;
  /** SHA-256 of what an import had brought before; null where it brought nothing. */
  readonly importedHash: string | null;
}

/** Thrown if the database contains no shop. */
export class NoShopError extends Error {
  override readonly name = 'NoShopError';

  constructor() {
    super('No shop has been imported into this database yet: import one first.');
  }
}

const columns = {
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

/** What the shop is made of, in the order of its files; what the keeper has taken out is not among it. */
export async function readRecords(
  database: Database,
  where: { readonly file?: string; readonly list?: string; readonly key?: string } = {},
): Promise<ShopRecord[]> {
  const { file, list, key } = where;
  return database
    .select(columns)
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

/** Every record that the keeper has changed, added or taken out, the latest first. */
export async function listEditedRecords(database: Database): Promise<EditedRecord[]> {
  const rows = await database
    .select({ ...columns, importedHash: shopRecord.importedHash })
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
 * Reads edits as people type them, with the rules of the countries of the shop.
 *
 * @returns the edits with their values in the stored form
 */
export async function readTypedEdits<Edit extends RecordName & { readonly value: unknown }>(
  database: Database,
  edits: readonly Edit[],
): Promise<readonly Edit[]> {
  if (!edits.some(({ file, list }) => hasTypedFields(file, list))) return edits;
  const rows = await readRecords(database, { file: 'countries.json', list: 'countries' });
  const countries = readCountryRules(rows.map(({ value }) => value));
  return edits.map((edit) => ({
    ...edit,
    value: readTypedRecord(edit.file, edit.list, edit.value, countries),
  }));
}

/** How many records the keeper has changed. */
export async function countEditedRecords(database: Database): Promise<number> {
  const [row] = await database.select({ n: count() }).from(shopRecord).where(isNotNull(shopRecord.editedAt));
  return row?.n ?? 0;
}

/** SHA-256 of a value, whatever the order of its members. */
export const hashValue = (value: unknown): string => hash('sha256', JSON.stringify(sortMembers(value)));

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]));
}

/** One word for a record's name. */
export const nameRecord = ({ file, list, key }: RecordName): string => `${file} ${list} ${key}`;

/** The files of the shop as the database has them. Official notices are those that it keeps. */
export const createRecordSource = async (database: Database): Promise<ShopSource> =>
  createSourceOf(database, await readRecords(database));

/** The same of some of its records, which stand in their order. */
export function createSourceOf(
  database: Database,
  records: readonly (RecordName & { readonly value: unknown })[],
): ShopSource {
  const byFile = Map.groupBy(records, ({ file }) => file);
  return {
    has: async (file) => byFile.has(file),
    async read(file, issues): Promise<JsonFile> {
      const pieces = byFile.get(file);
      if (pieces || REQUIRED_FILES.includes(file)) return { file, value: joinFile(file, pieces ?? []) };
      issues.add(file, '', '', 'is missing in the shop');
      return { file, value: undefined };
    },
    listTexts: async () =>
      [...byFile.keys()].filter((file) => file.startsWith('texts/')).map((file) => file.slice(6)),
    readPhotos: () => readShownPhotos(database),
    readLegal: (names) => readNotices(database, names),
  };
}

async function readNotices(database: Database, names: ReadonlySet<string>): Promise<Map<string, Buffer>> {
  if (names.size === 0) return new Map();
  const rows = await fetchRows<{ name: string; content: string }>(
    database,
    sql`select file_name as name, content from legal_notice where file_name = any (${sql.param([...names])}::text[])`,
  );
  return new Map(rows.map(({ name, content }) => [name, Buffer.from(content, 'base64')]));
}

/** Puts changed records in the place of a source's own; `null` takes one out, and what the source has not comes last in its list. */
export function withEdits(
  source: ShopSource,
  edits: readonly (RecordName & { readonly value: unknown })[],
): ShopSource {
  const byFile = Map.groupBy(edits, ({ file }) => file);
  return {
    ...source,
    has: async (file) => byFile.has(getRecordFile(file)) || (await source.has(file)),
    async read(file, issues) {
      const own = byFile.get(getRecordFile(file));
      if (!own) return source.read(file, issues);
      const base: JsonFile = (await source.has(file)) ? await source.read(file, issues) : { file, value: {} };
      if (!isObject(base.value)) return base;
      const pieces = new Map<string, ShopPiece>();
      for (const piece of splitFile(file, base.value)) pieces.set(`${piece.list} ${piece.key}`, piece);
      for (const { list, key, value } of own) {
        if (value === null) pieces.delete(`${list} ${key}`);
        else pieces.set(`${list} ${key}`, { list, key, value });
      }
      return { ...base, value: joinFile(file, pieces.values()), hasOddText: true };
    },
  };
}

/** What differs between files and the shop, in one list of one file. */
export interface ListDifference {
  readonly file: string;
  readonly list: string;
  readonly how: 'added' | 'changed' | 'withdrawn';
  readonly count: number;
  /** The first of them. */
  readonly keys: readonly string[];
}

/** So many keys of a list are named; of the others there is a number. */
const NAMED_KEYS = 12;

const listRows = function* (shop: ReadShop, now: Date) {
  for (const { file, list, key, value, position } of shop.listRecords()) {
    // What an import does not read may be null, which here means that it was taken out.
    if (value !== null) yield { file, list, key, position, value, importedAt: now };
  }
};

/** What an import of these files would change, with nothing written; of what they only begin see `compareBegun`. */
export async function compareRecords(transaction: Database, shop: ReadShop): Promise<ListDifference[]> {
  const now = new Date();
  return (
    (await withStage(transaction, shopRecord, listRows(shop, now), (stage) =>
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
          and coalesce(s.file, t.file) <> all (${sql.param([...WRITTEN_FROM_TABLES])}::text[])
          and coalesce(s.list, t.list) <> 'vacancies'
      ), numbered as (
        select *, row_number() over (partition by file, list, how order by key) as place,
          count(*) over (partition by file, list, how)::int as count
        from differing
      )
      select file, list, how, count, array_agg(key order by key) as keys from numbered where place <= ${NAMED_KEYS}
      group by file, list, how, count order by file, list, how`,
  );

/** A difference of a list, where there is any. */
export const listOf = (
  difference: Pick<ListDifference, 'file' | 'list' | 'how'>,
  keys: readonly string[],
): ListDifference[] =>
  keys.length === 0
    ? []
    : [{ ...difference, count: keys.length, keys: [...keys].sort().slice(0, NAMED_KEYS) }];

/** Which photos come, change and go. */
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
 * Writes the records of an import. What the keeper has changed keeps its mark, unless `kept` leaves it out; what the files have no more is gone.
 *
 * @param kept the keeper's records that stay what they are
 * @returns what was added, changed and withdrawn; of what files only begin see `compareBegun`
 */
export async function writeRecords(
  transaction: Database,
  shop: ReadShop,
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
