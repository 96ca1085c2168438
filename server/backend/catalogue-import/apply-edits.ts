import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, noteAct } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { takeLock } from '../database/locks.ts';
import { putPurge } from '../outbox/purges.ts';
import { findSampleShopFolder } from '../shipped-folders.ts';
import { loadPackshots } from './drawing.ts';
import { writePricesAndStock } from './edit-prices.ts';
import { listChangedKeys, listEditedParts, listRelatedAnew } from './edited-parts.ts';
import { ImportError, IssueList } from './import-error.ts';
import { holdLists, readCheckedSource, writeParts } from './import-shop.ts';
import { readOldRoutes } from './old-routes.ts';
import { createPartSource, isPartEnough } from './part-source.ts';
import { ODD_TEXT, type ReadShop, readShop, type ShopFiles, type ShopSource } from './read-shop-files.ts';
import { CATALOGUE, isListOf, PRICES, STOCK } from './record-shapes.ts';
import {
  createRecordSource,
  hashValue,
  hasShop,
  NoShopError,
  nameRecord,
  type RecordName,
  readTypedEdits,
  withEdits,
} from './shop-records.ts';
import { createShopRows } from './shop-rows.ts';
import { shopImport, shopRecord } from './tables.ts';
import { writeRelations } from './write-relations.ts';

/** Change of one record of the shop. */
export interface ShopEdit extends RecordName {
  /** New value, in the format of the file; null deletes the record. */
  readonly value: unknown;
}

export interface EditResult {
  /** Surrogate keys of the changed pages. The web processes are notified automatically. */
  readonly changedKeys: readonly string[];
}

/**
 * Whether an edit reads and checks only the needed part of the shop or all of it. Both have the same result.
 */
type Reading = 'what is needed' | 'everything';

interface EditOptions {
  readonly actor: Actor;
  readonly now: Date;
  readonly reading?: Reading;
}

/** Maximum length of one record as JSON, in characters. Records of real shops are far shorter. */
const MOST_CHARACTERS = 200_000;
const LONGEST_KEY = 200;
/**
 * Stored instead of the hash of a folder, so that the next import does not take its files for the last
 * imported ones.
 */
const EDIT_HASH = 'edit';

type StoredRecord = Pick<
  typeof shopRecord.$inferSelect,
  'value' | 'editedAt' | 'importedAt' | 'importedHash' | 'position'
>;

/** Edit, with the record as stored before it. */
interface Change {
  readonly edit: ShopEdit;
  readonly stored: StoredRecord | undefined;
}

/**
 * Applies edits of records, in the format of the shop's files. The new state must pass the checks of an
 * import. Rows that differ are written, a changed address leaves a redirect, a changed price is added to the
 * history, and the web processes are notified of outdated pages.
 *
 * @param transaction of the caller's; edits and imports wait for each other until it ends
 * @throws ImportError with every fault of the new state, each with file, row and field; nothing was written then
 * @throws NoShopError if no shop has been imported
 */
export async function applyEdits(
  transaction: Database,
  typed: readonly ShopEdit[],
  { actor, now, reading = 'what is needed' }: EditOptions,
): Promise<EditResult> {
  await takeLock(transaction, 'importShop');
  if (!(await hasShop(transaction))) throw new NoShopError();
  const edits = await readTypedEdits(transaction, typed);
  const issues = new IssueList();
  checkNames(edits, issues);
  issues.throwIfAny();

  const changes: Change[] = [];
  for (const edit of edits) {
    const stored = await findStored(transaction, edit);
    if (!isDeepStrictEqual(stored?.value ?? null, edit.value)) changes.push({ edit, stored });
  }
  if (changes.length === 0) return { changedKeys: [] };
  const changed = changes.map(({ edit }) => edit);

  const isOfGoods = ({ file, list }: RecordName) => file === CATALOGUE && (list === PRICES || list === STOCK);
  const [goods, others] = [changed.filter(isOfGoods), changed.filter((edit) => !isOfGoods(edit))];
  const productIds = await writePricesAndStock(transaction, goods, { issues, now, actorId: actor.id });
  issues.throwIfAny();
  const keys = [
    ...productIds.map((id) => `product-${id}`),
    ...(others.length === 0 ? [] : await writeOthers(transaction, others, changes, { now, reading })),
  ];
  for (const { edit, stored } of changes) await storeRecord(transaction, edit, stored, { actor, now });
  // Data in memory that depends on imports is reloaded.
  await transaction.insert(shopImport).values({ contentHash: EDIT_HASH, importedAt: now });
  const changedKeys = [...new Set(keys)];
  await putPurge(transaction, changedKeys, now);
  await noteAct(transaction, {
    actor,
    act: 'edit',
    noun: 'shop',
    details: { records: changed.map(nameRecord) },
    now,
  });
  return { changedKeys };
}

/** Applies edits in a separate transaction. See `applyEdits`. */
export const editShop = (
  database: Database,
  edits: readonly ShopEdit[],
  options: EditOptions,
): Promise<EditResult> =>
  database.transaction('edit-shop', (transaction) => applyEdits(transaction, edits, options));

/**
 * Reads the shop as it would be after the edits, and checks it as an import does. Writes nothing.
 *
 * @throws ImportError with every error
 */
export async function readEdited(
  transaction: Database,
  edits: readonly ShopEdit[],
  reading: Reading = 'what is needed',
): Promise<ReadShop> {
  return (await readSourceAndEdited(transaction, edits, reading)).shop;
}

/** Returns the edited shop and the source of the unedited one. */
async function readSourceAndEdited(
  transaction: Database,
  edits: readonly ShopEdit[],
  reading: Reading,
): Promise<{ readonly shop: ReadShop; readonly source: ShopSource }> {
  // A text may link to an address that an edit changes, because the old address redirects.
  const oldRoutes = await readOldRoutes(transaction);
  const source =
    reading === 'what is needed' && isPartEnough(edits)
      ? await createPartSource(transaction, edits, oldRoutes)
      : await createRecordSource(transaction);
  const { shop } = await readCheckedSource(withEdits(source, edits), oldRoutes);
  return { shop, source };
}

/**
 * Reads the files after the edits and, if only a part of the shop is read, before them. If the unedited part
 * fails the checks of this release because another release imported it, everything is read.
 */
async function readBeforeAndAfter(
  transaction: Database,
  edits: readonly ShopEdit[],
  reading: Reading,
): Promise<{ readonly files: ShopFiles; readonly formerFiles: ShopFiles | undefined }> {
  const { shop, source } = await readSourceAndEdited(transaction, edits, reading);
  const { files } = shop;
  if (!files.isPart) return { files, formerFiles: undefined };
  try {
    // Edits of texts never change photos or notices, so they are not read.
    const former = {
      ...source,
      readPhotos: async () => files.photos,
      readLegal: async () => files.legalFiles,
    };
    return { files, formerFiles: (await readShop(former)).files };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return readBeforeAndAfter(transaction, edits, 'everything');
  }
}

async function writeOthers(
  transaction: Database,
  others: readonly ShopEdit[],
  changes: readonly Change[],
  { now, reading }: { readonly now: Date; readonly reading: Reading },
): Promise<string[]> {
  const before = new Map(changes.map(({ edit, stored }) => [edit, stored?.value ?? null]));
  const edited = others.map((edit) => ({ ...edit, before: before.get(edit) ?? null }));
  const parts = listEditedParts(edited);
  const { files, formerFiles } = await readBeforeAndAfter(
    transaction,
    changes.map(({ edit }) => edit),
    reading,
  );
  const packshots = await loadPackshots(path.join(findSampleShopFolder(), 'packshots'));
  const rows = createShopRows(files, { now, packshots });
  const former = formerFiles && createShopRows(formerFiles, { now, packshots });
  // Lets other work of the process run between long steps.
  await setImmediate();
  if (parts.has('lists')) await holdLists(transaction);
  const written = await writeParts(transaction, parts, { files, rows, former, now });
  const relatedAnew = await writeRelations(transaction, listRelatedAnew(edited), files);
  // The caller's transaction may change prices afterwards.
  if (parts.has('lists')) await holdLists(transaction, 'going on');
  const keys = await listChangedKeys(transaction, edited, { files, written });
  return [...keys, ...relatedAnew.map((id) => `product-${id}`)];
}

/**
 * Reports names that belong to no record of any file, and values that are too long, before anything is read.
 */
function checkNames(edits: readonly ShopEdit[], issues: IssueList): void {
  const seen = new Set<string>();
  for (const { file, list, key, value } of edits) {
    const add = (problem: string) => issues.add(file, `${list}.${key.slice(0, LONGEST_KEY)}`, '', problem);
    const name = nameRecord({ file, list, key });
    if (seen.has(name)) add('is to be changed twice');
    seen.add(name);
    if (!isListOf(file, list)) add(`is no record of the shop: ${file} has no list '${list}'`);
    else if (key === '' || key.length > LONGEST_KEY) add(`a key has 1 to ${LONGEST_KEY} characters`);
    else if (key.includes('\0') || !key.isWellFormed()) add(ODD_TEXT);
    else if (value === undefined) add('is missing');
    else if (value === null && (list === PRICES || list === STOCK))
      add('cannot be taken out: it goes with its variant');
    else if (value !== null && JSON.stringify(value).length > MOST_CHARACTERS)
      add(`is longer than ${MOST_CHARACTERS} characters`);
  }
}

const isRecord = ({ file, list, key }: RecordName): SQL | undefined =>
  and(eq(shopRecord.file, file), eq(shopRecord.list, list), eq(shopRecord.key, key));

async function findStored(transaction: Database, name: RecordName): Promise<StoredRecord | undefined> {
  const { value, editedAt, importedAt, importedHash, position } = shopRecord;
  const [row] = await transaction
    .select({ value, editedAt, importedAt, importedHash, position })
    .from(shopRecord)
    .where(isRecord(name));
  return row;
}

async function storeRecord(
  transaction: Database,
  { file, list, key, value }: ShopEdit,
  stored: StoredRecord | undefined,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<void> {
  const importedHash =
    stored === undefined || stored.editedAt !== null
      ? (stored?.importedHash ?? null)
      : hashValue(stored.value);
  // The record was added by a staff member and is deleted again.
  if (value === null && importedHash === null) {
    await transaction.delete(shopRecord).where(isRecord({ file, list, key }));
    return;
  }
  const isAsImported = value !== null && hashValue(value) === importedHash;
  const marks = isAsImported
    ? { importedHash: null, editedAt: null, editedBy: null }
    : { importedHash, editedAt: now, editedBy: actor.id };
  const last = sql<number>`(select coalesce(max(position) + 1, 0) from shop_record where file = ${file} and list = ${list})`;
  await transaction
    .insert(shopRecord)
    .values({ file, list, key, value, position: stored?.position ?? last, ...marks })
    .onConflictDoUpdate({
      target: [shopRecord.file, shopRecord.list, shopRecord.key],
      set: { value, ...marks },
    });
}
