import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../audit/audit.ts';
import { applyEdits, readEdited } from '../../catalogue-import/apply-edits.ts';
import { hashValue, readRecords } from '../../catalogue-import/shop-records.ts';
import type { Database } from '../../database/database.ts';
import { takeLock } from '../../database/locks.ts';
import { type Change, KeeperRefusal } from '../../keeper/operation.ts';
import type { LoggedState } from '../../keeper/tables.ts';
import { checkPictures, checkText } from './check-text.ts';
import { readDefaultRecord } from './default-menus.ts';
import {
  findVersion,
  insertPublished,
  insertVersion,
  lockVersion,
  openStates,
  setVersionState,
  type TextVersion,
} from './queries.ts';
import { orRefuse } from './refuse-faults.ts';
import {
  getRules,
  locate,
  nameText,
  type RecordOfText,
  readTextName,
  SOURCE_LANGUAGE,
  type TextName,
} from './text-kinds.ts';
import {
  applyChange,
  fromFields,
  getChange,
  getFormer,
  LabelsError,
  readAt,
  type TextFields,
  toFields,
  writeAt,
} from './text-values.ts';

/** Who, and when. */
interface Act {
  readonly actor: Actor;
  readonly now: Date;
}

/** Of an article that was taken away nothing is written any more. @throws KeeperRefusal */
async function requireArticle(transaction: Database, { kind, key }: TextName): Promise<void> {
  if (kind !== 'article') return;
  const [found] = await readRecords(transaction, { file: 'articles.json', list: 'articles', key });
  if (!found) throw new KeeperRefusal('not_found');
}

/** What a form about a text was made from: of a record that is not there too. */
export const getStamp = (value: unknown): string => hashValue(value ?? null);

/** The record of a text as the shop has it now; undefined where it has none, and nothing follows from the rest. */
export async function readRecord(handle: Database, record: RecordOfText): Promise<unknown> {
  const [found] = await readRecords(handle, record);
  return found ? found.value : readDefaultRecord(handle, record);
}

/** A text as the shop has it now; undefined where it has none. */
export async function readText(handle: Database, name: TextName): Promise<unknown> {
  const { record, path } = locate(name);
  return readAt(await readRecord(handle, record), path);
}

const toState = (value: unknown): LoggedState =>
  value === undefined || value === null ? null : { text: value };

/** What the log keeps of a text: only what is different. */
export function describe(
  name: TextName,
  before: unknown,
  after: unknown,
  beside: LoggedState = null,
): Change {
  const change = getChange(before, after);
  const former = change === undefined ? undefined : getFormer(before, change);
  return {
    noun: 'text',
    nounId: nameText(name),
    before: toState(former),
    after: { ...toState(change), ...beside },
  };
}

const toName = ({ kind, key, language }: Pick<TextVersion, 'kind' | 'key' | 'language'>): TextName => {
  const name = readTextName(kind, key, language);
  if (!name) throw new Error(`A version is of a text that is none: ${kind}`);
  return name;
};

/** Writes the value of a record into the shop; what follows from the rest anyway needs none. */
async function publish(transaction: Database, name: TextName, value: unknown, { actor, now }: Act) {
  const { record } = locate(name);
  const isDefault = getStamp(value) === getStamp(await readDefaultRecord(transaction, record));
  await orRefuse(transaction, { own: name }, () =>
    applyEdits(transaction, [{ ...record, value: isDefault ? null : value }], { actor, now }),
  );
}

/** When a text is to be in the shop: now, at a moment, or not before somebody says so. */
export type Publication = { readonly kind: 'now' | 'draft' } | { readonly kind: 'later'; readonly at: Date };

/**
 * Keeps what was written into a form as a version of a text: published at once, planned, or as a draft.
 *
 * @param order.stamp of the text that the form was made from (`getStamp`); left out where nobody saw one
 * @param order.replaces the draft or plan that the form was made from, which it takes the place of
 * @throws KeeperRefusal
 */
export async function writeText(
  transaction: Database,
  name: TextName,
  order: {
    readonly written: TextFields;
    readonly stamp: string | undefined;
    readonly publication: Publication;
    readonly replaces: number | undefined;
    readonly mayLose: boolean;
  },
  { actor, now }: Act,
): Promise<{ readonly changes: readonly Change[]; readonly textVersionId: number | null }> {
  const { stamp, publication, replaces, mayLose } = order;
  const { record, path } = locate(name);
  const { fields, languages } = getRules(name.kind);
  // Previews would show the words of another day in the order of this one.
  if (languages === 'none' && publication.kind !== 'now') throw new KeeperRefusal('entries_only_now');
  // One after the other: of two at the same moment the second finds what the first has written.
  await takeLock(transaction, 'importShop');
  await requireArticle(transaction, name);
  const before = await readRecord(transaction, record);
  if (stamp !== undefined && getStamp(before) !== stamp) throw new KeeperRefusal('changed_meanwhile');
  // Whoever saw no form has not left out the fields that they do not name.
  const written =
    stamp === undefined ? { ...toFields(fields, readAt(before, path)), ...order.written } : order.written;
  const sourceName = { ...name, language: SOURCE_LANGUAGE };
  const source =
    name.language === SOURCE_LANGUAGE ? readAt(before, path) : await readText(transaction, sourceName);
  const after = writeAt(
    before,
    path,
    readWritten(fields, { text: readAt(before, path), written, known: source }),
  );
  const replaced = replaces === undefined ? undefined : await requireOpen(transaction, replaces);
  if (isDeepStrictEqual(before ?? null, after) && replaced === undefined)
    return { changes: [], textVersionId: null };
  await checkText(transaction, { fields, text: readAt(after, path), source, mayLose });
  if (publication.kind === 'now') await publish(transaction, name, after, { actor, now });
  else if (publication.kind === 'later') await checkPlan(transaction, name, after);
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

function readWritten(...asked: Parameters<typeof fromFields>): unknown {
  try {
    return fromFields(...asked);
  } catch (error) {
    if (!(error instanceof LabelsError)) throw error;
    throw new KeeperRefusal('text_labels', { keys: error.keys.join(', ') }, error.field);
  }
}

/** The checks of an import, of the shop with the text in it; nothing is written. */
async function checkPlan(transaction: Database, name: TextName, value: unknown): Promise<void> {
  const { record } = locate(name);
  await orRefuse(transaction, { own: name }, async () => {
    await readEdited(transaction, [{ ...record, value: value ?? null }]);
  });
}

/** A version that is still to be decided about, locked. */
async function requireOpen(transaction: Database, textVersionId: number): Promise<TextVersion> {
  const state = await lockVersion(transaction, textVersionId);
  const version = state && (await findVersion(transaction, textVersionId));
  if (!version) throw new KeeperRefusal('not_found');
  if (!openStates.includes(version.state)) throw new KeeperRefusal('text_decided');
  return version;
}

/**
 * Publishes a draft or a plan at once. What others have published of the text since it was written stays, as far as this version did not
 * change the same.
 *
 * @param stamp of the text that somebody saw it beside (`getStamp`); left out where nobody looks, as at the moment of a plan
 * @throws KeeperRefusal
 */
export async function publishVersion(
  transaction: Database,
  textVersionId: number,
  { actor, now }: Act,
  stamp?: string,
): Promise<readonly Change[]> {
  // One after the other: of two at the same moment the second finds what the first has written.
  await takeLock(transaction, 'importShop');
  const version = await requireOpen(transaction, textVersionId);
  const name = toName(version);
  const { record, path } = locate(name);
  const current = await readRecord(transaction, record);
  if (stamp !== undefined && getStamp(current) !== stamp) throw new KeeperRefusal('changed_meanwhile');
  const value = applyChange(current, getChange(version.before, version.after));
  // Those of its pictures may be gone since it was written.
  await checkPictures(transaction, getRules(name.kind).fields, readAt(value, path));
  await publish(transaction, name, value, { actor, now });
  await setVersionState(transaction, textVersionId, { state: 'published', publishedAt: now, fault: null });
  return [describe(name, current, value, { version: textVersionId, state: 'published' })];
}

/** Plans a draft, or moves a plan to another moment. @throws KeeperRefusal */
export async function planVersion(
  transaction: Database,
  textVersionId: number,
  publishAt: Date,
): Promise<readonly Change[]> {
  const version = await requireOpen(transaction, textVersionId);
  const name = toName(version);
  const { record } = locate(name);
  const current = await readRecord(transaction, record);
  await checkPlan(transaction, name, applyChange(current, getChange(version.before, version.after)));
  await setVersionState(transaction, textVersionId, { state: 'planned', publishAt, fault: null });
  const before = {
    version: textVersionId,
    state: version.state,
    publishAt: version.publishAt?.toISOString(),
  };
  const after = { ...before, state: 'planned', publishAt: publishAt.toISOString() };
  return isDeepStrictEqual(before, after) ? [] : [{ noun: 'text', nounId: nameText(name), before, after }];
}

/** Takes a draft or a plan back. @throws KeeperRefusal */
export async function withdrawVersion(
  transaction: Database,
  textVersionId: number,
): Promise<{ readonly name: TextName; readonly changes: readonly Change[] }> {
  const version = await requireOpen(transaction, textVersionId);
  const name = toName(version);
  await setVersionState(transaction, textVersionId, { state: 'withdrawn' });
  const before = { version: textVersionId, state: version.state };
  const after = { ...before, state: 'withdrawn' };
  return { name, changes: [{ noun: 'text', nounId: nameText(name), before, after }] };
}

/**
 * Brings a text back to how it was with a version or before it, as a new version that is published at once.
 *
 * @param stamp of the text that the page was made from (`getStamp`); left out where nobody saw one
 * @throws KeeperRefusal
 */
export async function restoreVersion(
  transaction: Database,
  { textVersionId, to, stamp }: { textVersionId: number; to: 'before' | 'after'; stamp?: string | undefined },
  { actor, now }: Act,
): Promise<{ readonly name: TextName; readonly changes: readonly Change[] }> {
  const version = await findVersion(transaction, textVersionId);
  if (!version) throw new KeeperRefusal('not_found');
  const name = toName(version);
  const { record, path } = locate(name);
  // One after the other: of two at the same moment the second finds what the first has written.
  await takeLock(transaction, 'importShop');
  await requireArticle(transaction, name);
  const before = await readRecord(transaction, record);
  if (stamp !== undefined && getStamp(before) !== stamp) throw new KeeperRefusal('changed_meanwhile');
  // Of a record that holds all languages only the one of this text.
  const after = path.length === 0 ? version[to] : writeAt(before, path, readAt(version[to], path));
  if (isDeepStrictEqual(before ?? null, after ?? null)) return { name, changes: [] };
  await checkPictures(transaction, getRules(name.kind).fields, readAt(after, path));
  await publish(transaction, name, after, { actor, now });
  const id = await insertPublished(
    transaction,
    name,
    { before, after, backTo: textVersionId },
    { actor, now },
  );
  const beside = { version: id, state: 'published', backTo: textVersionId };
  return { name, changes: [describe(name, before, after, beside)] };
}
