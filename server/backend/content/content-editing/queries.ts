import { and, asc, desc, eq, inArray, isNotNull, lte, max, type SQL, sql } from 'drizzle-orm';
import { staffNames } from '../../core/admin/views.ts';
import type { ChangeContext } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import { shopRecords } from '../../shop-store/views.ts';
import { fetchRows } from '../../shop-store/write-rows.ts';
import { type ContentEntryId, type ContentEntryType, getContentEntryRules } from './entry-types.ts';
import { textVersion, type VersionState } from './tables.ts';

/** A version of a text. */
export interface TextVersion extends Omit<typeof textVersion.$inferSelect, 'before' | 'after'> {
  /** The value of the record before the change, followed by the value after it. */
  readonly before: unknown;
  readonly after: unknown;
  /** Null for a command. */
  readonly staffMemberName: string | null;
}

/** States of versions that are still pending. */
export const openVersionStates: readonly VersionState[] = ['draft', 'planned', 'refused'];

const createTextCondition = ({ kind, key, language }: ContentEntryId): SQL | undefined =>
  and(eq(textVersion.kind, kind), eq(textVersion.key, key), eq(textVersion.language, language));

async function selectVersions(
  handle: Database,
  where: SQL | undefined,
  {
    limit,
    offset = 0,
    order = desc(textVersion.textVersionId),
  }: { limit: number; offset?: number; order?: SQL },
): Promise<TextVersion[]> {
  const rows = await handle
    .select({ version: textVersion, staffMemberName: staffNames.name })
    .from(textVersion)
    .leftJoin(staffNames, sql`${staffNames.staffMemberId}::text = ${textVersion.madeBy}`)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  return rows.map(({ version: { before, after, ...version }, staffMemberName }) => ({
    ...version,
    before: before.value,
    after: after.value,
    staffMemberName,
  }));
}

/** Lists the versions of a text, newest first. */
export const listVersions = (
  handle: Database,
  name: ContentEntryId,
  paging: { readonly limit: number; readonly offset?: number },
): Promise<TextVersion[]> => selectVersions(handle, createTextCondition(name), paging);

/** Lists drafts, plans and refused versions, the next one to be published first. */
export const listOpenVersions = (
  handle: Database,
  {
    limit,
    offset = 0,
    name,
  }: { readonly limit: number; readonly offset?: number; readonly name?: ContentEntryId },
): Promise<TextVersion[]> =>
  selectVersions(
    handle,
    and(inArray(textVersion.state, [...openVersionStates]), name && createTextCondition(name)),
    { limit, offset, order: sql`${textVersion.publishAt} nulls last, ${textVersion.textVersionId}` },
  );

/** Returns a draft or a plan that contains a text; undefined if there is none. */
export async function findOpenVersionContaining(
  handle: Database,
  text: string,
): Promise<TextVersion | undefined> {
  const [version] = await selectVersions(
    handle,
    and(
      inArray(textVersion.state, [...openVersionStates]),
      sql`${textVersion.after}::text like ${`%${escapeLike(text)}%`}`,
    ),
    { limit: 1 },
  );
  return version;
}

/** Counts the versions in a state. */
export const countVersions = (handle: Database, state: VersionState): Promise<number> =>
  handle.$count(textVersion, eq(textVersion.state, state));

export async function findVersion(handle: Database, textVersionId: number): Promise<TextVersion | undefined> {
  const [version] = await selectVersions(handle, eq(textVersion.textVersionId, textVersionId), { limit: 1 });
  return version;
}

/** Locks a version until the transaction ends. @returns its state; undefined if it does not exist */
export async function lockVersion(
  transaction: Database,
  textVersionId: number,
): Promise<VersionState | undefined> {
  const [row] = await transaction
    .select({ state: textVersion.state })
    .from(textVersion)
    .where(eq(textVersion.textVersionId, textVersionId))
    .for('update');
  return row?.state;
}

/** Lists the ids of plans that are due, the earliest first. */
export async function listDueVersionIds(handle: Database, now: Date): Promise<number[]> {
  const rows = await handle
    .select({ id: textVersion.textVersionId })
    .from(textVersion)
    .where(and(sql`${textVersion.state} = 'planned'`, lte(textVersion.publishAt, now)))
    .orderBy(asc(textVersion.publishAt), asc(textVersion.textVersionId));
  return rows.map(({ id }) => id);
}

/**
 * Lists the plans for the texts of a kind that will have been published by a time, in the order of publication.
 */
export async function listPlannedVersions(
  handle: Database,
  { kind, language }: Pick<ContentEntryId, 'kind' | 'language'>,
  by: Date,
): Promise<{ readonly key: string; readonly before: unknown; readonly after: unknown }[]> {
  const rows = await handle
    .select({ key: textVersion.key, before: textVersion.before, after: textVersion.after })
    .from(textVersion)
    .where(
      and(
        sql`${textVersion.state} = 'planned'`,
        lte(textVersion.publishAt, by),
        eq(textVersion.kind, kind),
        eq(textVersion.language, language),
      ),
    )
    .orderBy(asc(textVersion.publishAt), asc(textVersion.textVersionId));
  return rows.map(({ key, before, after }) => ({ key, before: before.value, after: after.value }));
}

export async function insertVersion(
  transaction: Database,
  name: ContentEntryId,
  version: Pick<
    TextVersion,
    'before' | 'after' | 'state' | 'publishAt' | 'publishedAt' | 'backTo' | 'madeAt' | 'madeBy'
  >,
): Promise<number> {
  const { before, after, ...rest } = version;
  const { kind, key, language } = name;
  const [row] = await transaction
    .insert(textVersion)
    .values({
      kind,
      key,
      language,
      before: { value: before },
      after: { value: after },
      ...rest,
    })
    .returning({ id: textVersion.textVersionId });
  if (!row) throw new Error('The text version was not inserted');
  return row.id;
}

/**
 * Stores the current text as a published version.
 *
 * @param text.backTo version whose text it restores
 */
export const insertPublishedVersion = (
  transaction: Database,
  name: ContentEntryId,
  {
    before,
    after,
    backTo = null,
  }: Pick<TextVersion, 'before' | 'after'> & { readonly backTo?: TextVersion['backTo'] },
  { actor, now }: ChangeContext,
): Promise<number> =>
  insertVersion(transaction, name, {
    before,
    after,
    backTo,
    state: 'published',
    publishAt: null,
    publishedAt: now,
    madeAt: now,
    madeBy: actor.id,
  });

export async function setVersionState(
  transaction: Database,
  textVersionId: number,
  change: Pick<TextVersion, 'state'> & Partial<Pick<TextVersion, 'publishAt' | 'publishedAt' | 'fault'>>,
): Promise<void> {
  await transaction.update(textVersion).set(change).where(eq(textVersion.textVersionId, textVersionId));
}

/** A text with its languages, for lists. */
export interface ListedText {
  readonly key: string;
  /** Title in the source language, otherwise in any language; empty if it has neither title nor name. */
  readonly title: string;
  /** Languages in which it exists. */
  readonly languages: readonly string[];
}

/** Returns how the texts of a kind are stored in `shop_record`: a row for each language, or one for all. */
function getTextQueryParts(kind: ContentEntryType) {
  const { list, keys, languages } = getContentEntryRules(kind);
  const { file: oneFile, list: oneList, key: oneValue, value } = shopRecords;
  const isKey = keys === null ? undefined : inArray(oneValue, [...keys]);
  const hasValue = isNotNull(value);
  if (languages === 'files') {
    return {
      where: and(sql`${oneFile} like 'texts/%'`, eq(oneList, list), isKey, hasValue),
      code: sql<string>`substr(${oneFile}, 7, length(${oneFile}) - 11)`,
      text: sql`${value}`,
      from: sql`${shopRecords}`,
    };
  }
  if (languages === 'lists') {
    return {
      where: and(eq(oneFile, 'group.json'), isKey, hasValue),
      code: sql<string>`${oneList}`,
      text: sql`${value}`,
      from: sql`${shopRecords}`,
    };
  }
  return {
    where: and(eq(oneFile, 'landing-pages.json'), eq(oneList, list), hasValue),
    code: sql<string>`language.key`,
    text: sql`language.value`,
    from: sql`${shopRecords} cross join lateral jsonb_each(${value} -> 'texts') as language`,
  };
}

/**
 * Lists the texts of a kind in the order of their titles.
 *
 * @param text text to find in keys and in all languages; empty for all
 * @param missing language in which the text must be missing; empty for all
 */
export async function listTexts(
  handle: Database,
  kind: ContentEntryType,
  {
    text,
    missing,
    source,
    limit,
    offset,
  }: {
    readonly text: string;
    readonly missing: string;
    readonly source: string;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<ListedText[]> {
  const { keys, languages } = getContentEntryRules(kind);
  if (languages === 'none') {
    // Includes texts with defaults only, which have no record yet.
    const found = missing === '' ? (keys ?? []).filter((key) => key.includes(text)) : [];
    return found.slice(offset, offset + limit).map((key) => ({ key, title: '', languages: [source] }));
  }
  const { where, code, text: value, from } = getTextQueryParts(kind);
  const pattern = `%${escapeLike(text)}%`;
  const title = sql`coalesce(${value} ->> 'title', ${value} ->> 'name', '')`;
  const rows = await fetchRows<{ key: string; title: string; languages: string }>(
    handle,
    sql`select ${shopRecords.key} as key,
        coalesce(max(${title}) filter (where ${code} = ${source}), max(${title}), '') as title,
        string_agg(${code}, ' ' order by ${code}) as languages
      from ${from}
      where ${where}
      group by ${shopRecords.key}
      having ${text === '' ? sql`true` : sql`bool_or(${shopRecords.key} ilike ${pattern} or ${value}::text ilike ${pattern})`}
        and ${missing === '' ? sql`true` : sql`not bool_or(${code} = ${missing})`}
      order by 2, 1 limit ${limit} offset ${offset}`,
  );
  return rows.map((row) => ({
    key: row.key,
    title: row.title,
    languages: row.languages.split(' '),
  }));
}

/** Returns when texts of a kind were last published by staff, by `<key> <language>`. */
export async function readPublicationTimes(
  handle: Database,
  kind: ContentEntryType,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (keys.length === 0) return new Map();
  const rows = await handle
    .select({ key: textVersion.key, language: textVersion.language, at: max(textVersion.publishedAt) })
    .from(textVersion)
    .where(
      and(
        eq(textVersion.kind, kind),
        inArray(textVersion.key, [...keys]),
        sql`${textVersion.state} = 'published'`,
      ),
    )
    .groupBy(textVersion.key, textVersion.language);
  return new Map(
    rows.flatMap(({ key, language: code, at }) => (at ? [[`${key} ${code}`, at] as const] : [])),
  );
}

/** A page that shows a text. */
export interface PageShowingEntry {
  readonly siteId: number;
  readonly siteName: string;
  readonly languageId: number;
  readonly path: string;
}

/**
 * Lists the pages that show a text, one for each site that has it in its language: the text's own page,
 * otherwise the site's first page.
 */
export type ListPagesShowingEntry = (handle: Database, name: ContentEntryId) => Promise<PageShowingEntry[]>;
