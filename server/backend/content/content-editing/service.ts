import { isDeepStrictEqual } from 'node:util';
import type { LoggedState } from '../../core/admin/operation.ts';
import { AdminRefusal, type Change } from '../../core/admin/operation.ts';
import type { ChangeContext } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import { hashValue, readRecords } from '../../shop-store/shop-records.ts';
import { checkPictures, checkText } from './check-text.ts';
import { withConvertedImportErrors } from './convert-import-errors.ts';
import { readDefaultMenuRow } from './default-menus.ts';
import {
  type ContentEntryId,
  type ContentRecordId,
  formatEntryId,
  getContentEntryRules,
  locateEntry,
  parseEntryId,
  SOURCE_LANGUAGE,
} from './entry-types.ts';
import {
  findVersion,
  insertPublishedVersion,
  insertVersion,
  lockVersion,
  openVersionStates,
  setVersionState,
  type TextVersion,
} from './queries.ts';
import {
  applyTextDifference,
  applyTextFields,
  getFormerMembers,
  getTextDifference,
  LabelKeysError,
  readAt,
  type TextFields,
  toTextFields,
  writeAt,
} from './text-values.ts';

/** Author and time of a change, and what applies it to the shop. */
export interface EditContext extends ChangeContext {
  readonly editor: ShopEditor;
}

/** Checks that the article was not deleted. @throws AdminRefusal */
async function requireArticleExists(transaction: Database, { kind, key }: ContentEntryId): Promise<void> {
  if (kind !== 'article') return;
  const [found] = await readRecords(transaction, { file: 'articles.json', list: 'articles', key });
  if (!found) throw new AdminRefusal('not_found');
}

/**
 * Returns the version (a hash) of a record's value for the concurrency check of forms; also for a missing
 * record.
 */
export const hashRecordValue = (value: unknown): string => hashValue(value ?? null);

/** Returns the current record of a text; undefined if there is none and no default. */
export async function readContentRecord(handle: Database, record: ContentRecordId): Promise<unknown> {
  const [found] = await readRecords(handle, record);
  return found ? found.value : readDefaultMenuRow(handle, record);
}

/** Returns the current text; undefined if there is none. */
export async function readText(handle: Database, name: ContentEntryId): Promise<unknown> {
  const { record, path } = locateEntry(name);
  return readAt(await readContentRecord(handle, record), path);
}

const toLoggedState = (value: unknown): LoggedState =>
  value === undefined || value === null ? null : { text: value };

/** Returns the log entry of a change: only the differences. */
export function describe(
  name: ContentEntryId,
  before: unknown,
  after: unknown,
  beside: LoggedState = null,
): Change {
  const change = getTextDifference(before, after);
  const former = change === undefined ? undefined : getFormerMembers(before, change);
  return {
    resource: 'text',
    resourceId: formatEntryId(name),
    before: toLoggedState(former),
    after: { ...toLoggedState(change), ...beside },
  };
}

const toContentEntryId = ({
  kind,
  key,
  language,
}: Pick<TextVersion, 'kind' | 'key' | 'language'>): ContentEntryId => {
  const name = parseEntryId(kind, key, language);
  if (!name) throw new Error(`A stored version has an unknown type, key or language: ${kind}`);
  return name;
};

/** Writes the value of a record. A value that equals the default is not stored. */
async function publishText(
  transaction: Database,
  name: ContentEntryId,
  value: unknown,
  { actor, now, editor }: EditContext,
) {
  const { record } = locateEntry(name);
  const isDefault = hashRecordValue(value) === hashRecordValue(await readDefaultMenuRow(transaction, record));
  await withConvertedImportErrors(transaction, { editedEntry: name }, () =>
    editor.applyEdits(transaction, [{ ...record, value: isDefault ? null : value }], { actor, now }),
  );
}

/** When a text is published: now, at a time, or not yet. */
export type Publication = { readonly kind: 'now' | 'draft' } | { readonly kind: 'later'; readonly at: Date };

/**
 * Stores an edited text as a version: published immediately, planned, or as a draft.
 *
 * @param order.stamp version of the text that the form displayed (`getStamp`); left out: no check for
 * concurrent changes
 * @param order.replaces draft or plan that the form was made from, which it replaces
 * @throws AdminRefusal
 */
export async function writeText(
  transaction: Database,
  name: ContentEntryId,
  change: {
    readonly written: TextFields;
    readonly stamp: string | undefined;
    readonly publication: Publication;
    readonly replaces: number | undefined;
    readonly mayLose: boolean;
  },
  { actor, now, editor }: EditContext,
): Promise<{ readonly changes: readonly Change[]; readonly textVersionId: number | null }> {
  const { stamp, publication, replaces, mayLose } = change;
  const { record, path } = locateEntry(name);
  const { fields, languages } = getContentEntryRules(name.kind);
  // Menu entries can only be published now: a preview would combine labels of another time with the current
  // order.
  if (languages === 'none' && publication.kind !== 'now') throw new AdminRefusal('entries_only_now');
  // Writes run sequentially, so that a concurrent one sees this result.
  await takeLock(transaction, 'importShop');
  await requireArticleExists(transaction, name);
  const before = await readContentRecord(transaction, record);
  if (stamp !== undefined && hashRecordValue(before) !== stamp) throw new AdminRefusal('changed_meanwhile');
  // Commands only send the fields that they change; the others stay.
  const written =
    stamp === undefined
      ? { ...toTextFields(fields, readAt(before, path)), ...change.written }
      : change.written;
  const sourceName = { ...name, language: SOURCE_LANGUAGE };
  const source =
    name.language === SOURCE_LANGUAGE ? readAt(before, path) : await readText(transaction, sourceName);
  const after = writeAt(
    before,
    path,
    applyWrittenFields(fields, { text: readAt(before, path), written, known: source }),
  );
  const replaced = replaces === undefined ? undefined : await requireOpenVersion(transaction, replaces);
  if (isDeepStrictEqual(before ?? null, after) && replaced === undefined)
    return { changes: [], textVersionId: null };
  await checkText(transaction, { fields, text: readAt(after, path), source, mayLose });
  if (publication.kind === 'now') await publishText(transaction, name, after, { actor, now, editor });
  else if (publication.kind === 'later') await checkPlannedText(transaction, name, after, editor);
  if (replaced) await setVersionState(transaction, replaced.textVersionId, { state: 'withdrawn' });
  const state = publication.kind === 'now' ? 'published' : publication.kind === 'later' ? 'planned' : 'draft';
  const publishAt = publication.kind === 'later' ? publication.at : null;
  const textVersionId = await insertVersion(transaction, name, {
    before,
    after,
    state,
    publishAt,
    publishedAt: state === 'published' ? now : null,
    backTo: null,
    madeAt: now,
    madeBy: actor.id,
  });
  const beside = { version: textVersionId, state, ...(publishAt && { publishAt: publishAt.toISOString() }) };
  return { changes: [describe(name, before, after, beside)], textVersionId };
}

function applyWrittenFields(...args: Parameters<typeof applyTextFields>): unknown {
  try {
    return applyTextFields(...args);
  } catch (error) {
    if (!(error instanceof LabelKeysError)) throw error;
    throw new AdminRefusal('text_labels', { keys: error.keys.join(', ') }, error.field);
  }
}

/** Runs the checks of an import with the text, without writing it. */
async function checkPlannedText(
  transaction: Database,
  name: ContentEntryId,
  value: unknown,
  editor: ShopEditor,
): Promise<void> {
  const { record } = locateEntry(name);
  await withConvertedImportErrors(transaction, { editedEntry: name }, () =>
    editor.checkEdits(transaction, [{ ...record, value: value ?? null }]),
  );
}

/** Returns a pending version, locked. */
async function requireOpenVersion(transaction: Database, textVersionId: number): Promise<TextVersion> {
  const state = await lockVersion(transaction, textVersionId);
  const version = state && (await findVersion(transaction, textVersionId));
  if (!version) throw new AdminRefusal('not_found');
  if (!openVersionStates.includes(version.state)) throw new AdminRefusal('text_decided');
  return version;
}

/**
 * Publishes a draft or a plan now. Later changes of the text by others are retained, unless this version
 * changes the same parts.
 *
 * @param stamp version of the text that the page displayed (`getStamp`); left out for publication by the job
 * @throws AdminRefusal
 */
export async function publishVersion(
  transaction: Database,
  textVersionId: number,
  { actor, now, editor }: EditContext,
  stamp?: string,
): Promise<readonly Change[]> {
  // Writes run sequentially, so that a concurrent one sees this result.
  await takeLock(transaction, 'importShop');
  const version = await requireOpenVersion(transaction, textVersionId);
  const name = toContentEntryId(version);
  const { record, path } = locateEntry(name);
  const current = await readContentRecord(transaction, record);
  if (stamp !== undefined && hashRecordValue(current) !== stamp) throw new AdminRefusal('changed_meanwhile');
  const value = applyTextDifference(current, getTextDifference(version.before, version.after));
  // Its pictures may have been deleted since it was written.
  await checkPictures(transaction, getContentEntryRules(name.kind).fields, readAt(value, path));
  await publishText(transaction, name, value, { actor, now, editor });
  await setVersionState(transaction, textVersionId, { state: 'published', publishedAt: now, fault: null });
  return [describe(name, current, value, { version: textVersionId, state: 'published' })];
}

/** Plans a draft, or moves a plan to another time. @throws AdminRefusal */
export async function planVersion(
  transaction: Database,
  textVersionId: number,
  publishAt: Date,
  editor: ShopEditor,
): Promise<readonly Change[]> {
  const version = await requireOpenVersion(transaction, textVersionId);
  const name = toContentEntryId(version);
  const { record } = locateEntry(name);
  const current = await readContentRecord(transaction, record);
  await checkPlannedText(
    transaction,
    name,
    applyTextDifference(current, getTextDifference(version.before, version.after)),
    editor,
  );
  await setVersionState(transaction, textVersionId, { state: 'planned', publishAt, fault: null });
  const before = {
    version: textVersionId,
    state: version.state,
    publishAt: version.publishAt?.toISOString(),
  };
  const after = { ...before, state: 'planned', publishAt: publishAt.toISOString() };
  return isDeepStrictEqual(before, after)
    ? []
    : [{ resource: 'text', resourceId: formatEntryId(name), before, after }];
}

/** Withdraws a draft or a plan. @throws AdminRefusal */
export async function withdrawVersion(
  transaction: Database,
  textVersionId: number,
): Promise<{ readonly name: ContentEntryId; readonly changes: readonly Change[] }> {
  const version = await requireOpenVersion(transaction, textVersionId);
  const name = toContentEntryId(version);
  await setVersionState(transaction, textVersionId, { state: 'withdrawn' });
  const before = { version: textVersionId, state: version.state };
  const after = { ...before, state: 'withdrawn' };
  return { name, changes: [{ resource: 'text', resourceId: formatEntryId(name), before, after }] };
}

/**
 * Restores the text of a version, or the text before it, as a new version that is published immediately.
 *
 * @param stamp version of the text that the page displayed (`getStamp`); left out: no check for concurrent
 * changes
 * @throws AdminRefusal
 */
export async function restoreVersion(
  transaction: Database,
  { textVersionId, to, stamp }: { textVersionId: number; to: 'before' | 'after'; stamp?: string | undefined },
  { actor, now, editor }: EditContext,
): Promise<{ readonly name: ContentEntryId; readonly changes: readonly Change[] }> {
  const version = await findVersion(transaction, textVersionId);
  if (!version) throw new AdminRefusal('not_found');
  const name = toContentEntryId(version);
  const { record, path } = locateEntry(name);
  // Writes run sequentially, so that a concurrent one sees this result.
  await takeLock(transaction, 'importShop');
  await requireArticleExists(transaction, name);
  const before = await readContentRecord(transaction, record);
  if (stamp !== undefined && hashRecordValue(before) !== stamp) throw new AdminRefusal('changed_meanwhile');
  // In a record with all languages, only the language of this text is restored.
  const after = path.length === 0 ? version[to] : writeAt(before, path, readAt(version[to], path));
  if (isDeepStrictEqual(before ?? null, after ?? null)) return { name, changes: [] };
  await checkPictures(transaction, getContentEntryRules(name.kind).fields, readAt(after, path));
  await publishText(transaction, name, after, { actor, now, editor });
  const id = await insertPublishedVersion(
    transaction,
    name,
    { before, after, backTo: textVersionId },
    { actor, now },
  );
  const beside = { version: id, state: 'published', backTo: textVersionId };
  return { name, changes: [describe(name, before, after, beside)] };
}
