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

/** A change of one record of the shop. */
export interface ShopEdit extends RecordName {
  /** As in the file; null takes the record out. */
  readonly value: unknown;
}

export interface EditResult {
  /** Surrogate keys of the pages that show something else now; the webs are told of them by themselves. */
  readonly changedKeys: readonly string[];
}

/** How much of the shop an edit is checked and written with; the same comes out, sooner or later. */
type Reading = 'what is needed' | 'everything';

interface EditOptions {
  readonly actor: Actor;
  readonly now: Date;
  readonly reading?: Reading;
}

/** Of one record in JSON: no row of a shop's files comes near it. */
const MOST_CHARACTERS = 200_000;
const LONGEST_KEY = 200;
/** In place of the hash of a folder: no import finds that its files are the ones imported last. */
const EDIT_HASH = 'edit';

type StoredRecord = Pick<
  typeof shopRecord.$inferSelect,
  'value' | 'editedAt' | 'importedAt' | 'importedHash' | 'position'
>;

/** An edit with what was there before. */
interface Change {
  readonly edit: ShopEdit;
  readonly stored: StoredRecord | undefined;
}

/**
 * Changes what the shop is made of, in the words of its files: the new state passes the checks of an import, the rows that differ are
 * written, an address that changes leaves its redirect, a price its history, and the webs are told which pages are old. A record that is
 * changed so is the keeper's from then on: imports leave it as it is. An edit back to what was imported gives it back.
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
  // What is read into memory for an import is read anew.
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

/** As `applyEdits`, in a transaction of its own. */
export const editShop = (
  database: Database,
  edits: readonly ShopEdit[],
  options: EditOptions,
): Promise<EditResult> =>
  database.transaction('edit-shop', (transaction) => applyEdits(transaction, edits, options));

/**
 * Reads the shop as it would be, and checks it as an import does; nothing is written.
 *
 * @throws ImportError with every fault
 */
export async function readEdited(
  transaction: Database,
  edits: readonly ShopEdit[],
  reading: Reading = 'what is needed',
): Promise<ReadShop> {
  return (await readSourceAndEdited(transaction, edits, reading)).shop;
}

/** Also where the shop was read from, which has it as it is. */
async function readSourceAndEdited(
  transaction: Database,
  edits: readonly ShopEdit[],
  reading: Reading,
): Promise<{ readonly shop: ReadShop; readonly source: ShopSource }> {
  // Texts may link to the address that an edit leaves: it will lead on.
  const oldRoutes = await readOldRoutes(transaction);
  const source =
    reading === 'what is needed' && isPartEnough(edits)
      ? await createPartSource(transaction, edits, oldRoutes)
      : await createRecordSource(transaction);
  const { shop } = await readCheckedSource(withEdits(source, edits), oldRoutes);
  return { shop, source };
}

/**
 * The files after edits and, of a part of the shop, before them. Where the part as it is would be refused, since another release has imported
 * it, everything is read.
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
    // No edit of texts changes a photo or a notice.
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
  // Others have their turn between what takes long.
  await setImmediate();
  if (parts.has('lists')) await holdLists(transaction);
  const written = await writeParts(transaction, parts, { files, rows, former, now });
  const relatedAnew = await writeRelations(transaction, listRelatedAnew(edited), files);
  // The caller's transaction may go on to change prices.
  if (parts.has('lists')) await holdLists(transaction, 'going on');
  const keys = await listChangedKeys(transaction, edited, { files, written });
  return [...keys, ...relatedAnew.map((id) => `product-${id}`)];
}

/** What is no record of any file, or too much for one, is told before anything is looked at. */
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
  // Added by the keeper, and taken out again.
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
