import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, type ChangeContext, recordAuditEntry } from '../core/audit/audit.ts';
import { enqueuePurge } from '../core/cache-purges.ts';
import type { Database } from '../core/database/database.ts';
import { takeLock } from '../core/database/locks.ts';
import { findSampleShopFolder } from '../core/shipped-folders.ts';
import { ImportError, IssueList } from '../shop-store/import-error.ts';
import {
  readShop,
  type ShopFiles,
  type ShopFilesWithRecords,
  type ShopSource,
  UNSTORABLE_TEXT_PROBLEM,
} from '../shop-store/read-shop-files.ts';
import { CATALOGUE, isEditableList, PRICES, STOCK } from '../shop-store/record-shapes.ts';
import type { EditResult, ShopEdit } from '../shop-store/shop-editor.ts';
import {
  applyEditsToSource,
  createDatabaseShopSource,
  getRecordKey,
  hashValue,
  hasShop,
  NoShopError,
  normalizeEnteredEdits,
  type RecordName,
} from '../shop-store/shop-records.ts';
import { shopImport, shopRecord } from '../shop-store/tables.ts';
import { readStoredRoutes } from '../sites/routing/queries.ts';
import { writePricesAndStock } from './edit-prices.ts';
import { loadPackshots } from './pack-drawing.ts';
import {
  areAllParts,
  listChangedSurrogateKeys,
  listEditedParts,
  listProductsToRelateAgain,
} from './parts-affected-by-edits.ts';
import { readCheckedSource } from './read-checked-shop.ts';
import { writeParts } from './shop-parts.ts';
import { createShopRows } from './shop-rows.ts';
import {
  canUseTextEditShopSource,
  createTextEditShopSource,
  listEditedLanguages,
} from './text-edit-shop-source.ts';
import { setListingRefresh } from './write-lists.ts';
import { writeRelations } from './write-relations.ts';

/**
 * Whether an edit reads and checks only the needed part of the shop or all of it. Both have the same result.
 */
type ReadScope = 'affected part' | 'whole shop';

interface EditOptions {
  readonly actor: Actor;
  readonly now: Date;
  readonly scope?: ReadScope;
}

/** Maximum length of one record as JSON, in characters. Records of real shops are far shorter. */
const MAX_RECORD_CHARACTERS = 200_000;
const MAX_EDITED_KEY_LENGTH = 200;
/**
 * Stored instead of the hash of a folder, so that the next import does not take its files for the last
 * imported ones.
 */
const EDITED_SHOP_HASH = 'edit';

type StoredRecord = Pick<
  typeof shopRecord.$inferSelect,
  'value' | 'editedAt' | 'importedAt' | 'importedHash' | 'position'
>;

/** Edit, with the record as stored before it. */
interface Change {
  readonly edit: ShopEdit;
  readonly stored: StoredRecord | undefined;
}

/** Applies edits of records. See `ShopEditor`. */
export async function applyEdits(
  transaction: Database,
  typed: readonly ShopEdit[],
  { actor, now, scope: reading = 'affected part' }: EditOptions,
): Promise<EditResult> {
  await takeLock(transaction, 'importShop');
  if (!(await hasShop(transaction))) throw new NoShopError();
  const edits = await normalizeEnteredEdits(transaction, typed);
  const issues = new IssueList();
  checkRecordNames(edits, issues);
  issues.throwIfAny();

  const changes: Change[] = [];
  for (const edit of edits) {
    const stored = await findStoredRecord(transaction, edit);
    if (!isDeepStrictEqual(stored?.value ?? null, edit.value)) changes.push({ edit, stored });
  }
  if (changes.length === 0) return { changedKeys: [] };
  const changed = changes.map(({ edit }) => edit);

  const isPriceOrStock = ({ file, list }: RecordName) =>
    file === CATALOGUE && (list === PRICES || list === STOCK);
  const [priceAndStockEdits, otherEdits] = [
    changed.filter(isPriceOrStock),
    changed.filter((edit) => !isPriceOrStock(edit)),
  ];
  const productIds = await writePricesAndStock(transaction, priceAndStockEdits, {
    issues,
    now,
    actorId: actor.id,
  });
  issues.throwIfAny();
  const keys = [
    ...productIds.map((id) => `product-${id}`),
    ...(otherEdits.length === 0
      ? []
      : await writeOtherEdits(transaction, otherEdits, changes, { now, reading })),
  ];
  for (const { edit, stored } of changes) await storeRecord(transaction, edit, stored, { actor, now });
  // Data in memory that depends on imports is reloaded.
  await transaction.insert(shopImport).values({
    contentHash: EDITED_SHOP_HASH,
    importedAt: now,
    ...listChangedColumns(otherEdits, changes),
  });
  const changedKeys = [...new Set(keys)];
  await enqueuePurge(transaction, changedKeys, now);
  await recordAuditEntry(transaction, {
    actor,
    act: 'edit',
    resource: 'shop',
    details: { records: changed.map(getRecordKey) },
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

/** Checks the shop as it would be after the edits. See `ShopEditor`. */
export async function checkEdits(transaction: Database, edits: readonly ShopEdit[]): Promise<void> {
  await readSourceAndEdited(transaction, edits, 'affected part');
}

/** Returns the edited shop and the source of the unedited one. */
async function readSourceAndEdited(
  transaction: Database,
  edits: readonly ShopEdit[],
  scope: ReadScope,
): Promise<{ readonly shop: ShopFilesWithRecords; readonly source: ShopSource }> {
  // A text may link to an address that an edit changes, because the old address redirects.
  const readsPart = scope === 'affected part' && canUseTextEditShopSource(edits);
  const storedRoutes = await readStoredRoutes(
    transaction,
    readsPart ? listEditedLanguages(edits) : undefined,
  );
  const source = readsPart
    ? await createTextEditShopSource(transaction, edits, storedRoutes)
    : await createDatabaseShopSource(transaction);
  const { shop } = await readCheckedSource(applyEditsToSource(source, edits), storedRoutes);
  return { shop, source };
}

/**
 * Reads the files after the edits and, if only a part of the shop is read, before them. If the unedited part
 * fails the checks of this release because another release imported it, everything is read.
 */
async function readFilesBeforeAndAfter(
  transaction: Database,
  edits: readonly ShopEdit[],
  scope: ReadScope,
): Promise<{ readonly files: ShopFiles; readonly formerFiles: ShopFiles | undefined }> {
  const { shop, source } = await readSourceAndEdited(transaction, edits, scope);
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
    return readFilesBeforeAndAfter(transaction, edits, 'whole shop');
  }
}

/** Adds the values as stored before the edits. */
function addFormerValues(edits: readonly ShopEdit[], changes: readonly Change[]) {
  const before = new Map(changes.map(({ edit, stored }) => [edit, stored?.value ?? null]));
  return edits.map((edit) => ({ ...edit, before: before.get(edit) ?? null }));
}

/**
 * Returns what edits may have changed, so that data in memory that they do not concern is not reloaded. Edits
 * of prices and stock change no part.
 */
function listChangedColumns(
  otherEdits: readonly ShopEdit[],
  changes: readonly Change[],
): Pick<typeof shopImport.$inferInsert, 'changedParts' | 'changedLanguages'> {
  const parts = listEditedParts(addFormerValues(otherEdits, changes));
  const languages = listEditedLanguages(otherEdits);
  return {
    changedParts: areAllParts(parts) ? null : [...parts],
    changedLanguages: languages ? [...languages] : null,
  };
}

async function writeOtherEdits(
  transaction: Database,
  otherEdits: readonly ShopEdit[],
  changes: readonly Change[],
  { now, reading: scope }: { readonly now: Date; readonly reading: ReadScope },
): Promise<string[]> {
  const edited = addFormerValues(otherEdits, changes);
  const parts = listEditedParts(edited);
  const { files, formerFiles } = await readFilesBeforeAndAfter(
    transaction,
    changes.map(({ edit }) => edit),
    scope,
  );
  const packshots = await loadPackshots(path.join(findSampleShopFolder(), 'packshots'));
  const rows = createShopRows(files, { now, packshots });
  const former = formerFiles && createShopRows(formerFiles, { now, packshots });
  // Lets other work of the process run between long steps.
  await setImmediate();
  if (parts.has('lists')) await setListingRefresh(transaction);
  const written = await writeParts(transaction, parts, { files, rows, former, now });
  const recomputedRelations = await writeRelations(transaction, listProductsToRelateAgain(edited), files);
  // The caller's transaction may change prices afterwards.
  if (parts.has('lists')) await setListingRefresh(transaction, 'active');
  const keys = await listChangedSurrogateKeys(transaction, edited, { files, written });
  return [...keys, ...recomputedRelations.map((id) => `product-${id}`)];
}

/**
 * Reports names that belong to no record of any file, and values that are too long, before anything is read.
 */
function checkRecordNames(edits: readonly ShopEdit[], issues: IssueList): void {
  const seen = new Set<string>();
  for (const { file, list, key, value } of edits) {
    const add = (problem: string) =>
      issues.add(file, `${list}.${key.slice(0, MAX_EDITED_KEY_LENGTH)}`, '', problem);
    const name = getRecordKey({ file, list, key });
    if (seen.has(name)) add('occurs twice in the edits');
    seen.add(name);
    if (!isEditableList(file, list)) add(`is no record of the shop: ${file} has no list '${list}'`);
    else if (key === '' || key.length > MAX_EDITED_KEY_LENGTH)
      add(`a key has 1 to ${MAX_EDITED_KEY_LENGTH} characters`);
    else if (key.includes('\0') || !key.isWellFormed()) add(UNSTORABLE_TEXT_PROBLEM);
    else if (value === undefined) add('is missing');
    else if (value === null && (list === PRICES || list === STOCK))
      add('cannot be deleted separately from its variant');
    else if (value !== null && JSON.stringify(value).length > MAX_RECORD_CHARACTERS)
      add(`is longer than ${MAX_RECORD_CHARACTERS} characters`);
  }
}

const createRecordCondition = ({ file, list, key }: RecordName): SQL | undefined =>
  and(eq(shopRecord.file, file), eq(shopRecord.list, list), eq(shopRecord.key, key));

async function findStoredRecord(transaction: Database, name: RecordName): Promise<StoredRecord | undefined> {
  const { value, editedAt, importedAt, importedHash, position } = shopRecord;
  const [row] = await transaction
    .select({ value, editedAt, importedAt, importedHash, position })
    .from(shopRecord)
    .where(createRecordCondition(name));
  return row;
}

async function storeRecord(
  transaction: Database,
  { file, list, key, value }: ShopEdit,
  stored: StoredRecord | undefined,
  { actor, now }: ChangeContext,
): Promise<void> {
  const importedHash =
    stored === undefined || stored.editedAt !== null
      ? (stored?.importedHash ?? null)
      : hashValue(stored.value);
  // The record was added by a staff member and is deleted again.
  if (value === null && importedHash === null) {
    await transaction.delete(shopRecord).where(createRecordCondition({ file, list, key }));
    return;
  }
  const isImportedValue = value !== null && hashValue(value) === importedHash;
  const editColumns = isImportedValue
    ? { importedHash: null, editedAt: null, editedBy: null }
    : { importedHash, editedAt: now, editedBy: actor.id };
  const last = sql<number>`(select coalesce(max(position) + 1, 0) from shop_record where file = ${file} and list = ${list})`;
  await transaction
    .insert(shopRecord)
    .values({ file, list, key, value, position: stored?.position ?? last, ...editColumns })
    .onConflictDoUpdate({
      target: [shopRecord.file, shopRecord.list, shopRecord.key],
      set: { value, ...editColumns },
    });
}
