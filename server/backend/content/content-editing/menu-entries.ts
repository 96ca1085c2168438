import type { Locale } from '../../../../shared/i18n/locales.ts';
import { getMember } from '../../../../shared/rules/json-object.ts';
import { refuseHtml } from '../../core/admin/markdown-input.ts';
import { AdminRefusal, type Change } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import { menuStaticRoutes } from '../../shop-store/menus.ts';
import { hasAddress, isOnCorporateSite } from '../../shop-store/shop-content.ts';
import type { ShopEdit } from '../../shop-store/shop-editor.ts';
import type { ArticleRow, MenuKey } from '../../shop-store/shop-file-schemas.ts';
import { readRecords } from '../../shop-store/shop-records.ts';
import { listLanguages } from './articles.ts';
import { withConvertedImportErrors } from './convert-import-errors.ts';
import { type ContentEntryId, locateEntry, SOURCE_LANGUAGE } from './entry-types.ts';
import { insertPublishedVersion, readPublicationTimes } from './queries.ts';
import { describe, type EditContext, hashRecordValue, readContentRecord, readText } from './service.ts';
import { readAt, writeAt } from './text-values.ts';

/** Returns the name of the text that holds the entries of a menu, which is the same in every language. */
export const getMenuContentEntryId = (menu: MenuKey): ContentEntryId => ({
  kind: 'entries',
  key: menu,
  language: SOURCE_LANGUAGE,
});

/** Returns the text that holds the labels of a menu in a language, and the path within it. */
function locateMenuLabels(menu: MenuKey, language: Locale, isColumn: boolean) {
  const name: ContentEntryId =
    menu === 'footer' ? { kind: 'footer', key: 'footer', language } : { kind: 'menu', key: 'main', language };
  return { name, path: menu === 'footer' ? [isColumn ? 'columns' : 'links'] : [] };
}

/** Returns the entries of a menu as lines. */
export function getMenuEntryLines(menu: unknown): string[] {
  const entries = getMember(menu, 'entries');
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Returns the default label of an entry's target in a language; undefined if there is none. */
async function findDefaultLabel(
  handle: Database,
  key: string,
  language: Locale,
): Promise<string | undefined> {
  const file = `texts/${language}.json`;
  for (const [list, member] of [
    ['categories', 'name'],
    ['pages', 'title'],
    ['articles', 'title'],
  ] as const) {
    const [found] = await readRecords(handle, { file, list, key });
    const name = getMember(found?.value, member);
    if (isString(name)) return name;
  }
  const [landing] = await readRecords(handle, { file: 'landing-pages.json', list: 'landingPages', key });
  const name = readAt(landing?.value, ['texts', language, 'name']);
  if (isString(name)) return name;
  const label = readAt(await readText(handle, locateMenuLabels('shop', language, false).name), [key]);
  return isString(label) ? label : undefined;
}

/** Inserts a line after those of its parent, or at the end. */
function insertEntryBelow(entries: readonly string[], entry: string, below: string | undefined): string[] {
  if (below === undefined) return [...entries, entry];
  const last = entries.findLastIndex((line) => line === below || line.startsWith(`${below}/`));
  return last < 0 ? [...entries, `${below}/${entry}`] : entries.toSpliced(last + 1, 0, `${below}/${entry}`);
}

/** A new menu entry. */
export interface NewMenuEntry {
  readonly menu: MenuKey;
  /** Key of the target, or of a new column of the footer. */
  readonly entry: string;
  /** Key of the parent entry; undefined on the first level. */
  readonly below: string | undefined;
  /** Label in the source language; default: the name of the target. */
  readonly label: string | undefined;
  /** Version of the menu that the form displayed (`getStamp`); left out: no check for concurrent changes. */
  readonly stamp: string | undefined;
}

/**
 * Adds an entry to a menu or a footer, or a column to a footer. In each language the label starts as the
 * default name of the target or, if there is none, as a copy of the written label until it is translated.
 *
 * @throws AdminRefusal
 */
export async function addMenuEntry(
  transaction: Database,
  { menu, entry, below, label, stamp }: NewMenuEntry,
  { actor, now, editor }: EditContext,
): Promise<Change[]> {
  const name = getMenuContentEntryId(menu);
  if (label !== undefined) refuseHtml(label, 'label');
  await takeLock(transaction, 'importShop');
  const before = await readContentRecord(transaction, locateEntry(name).record);
  if (stamp !== undefined && hashRecordValue(before) !== stamp) throw new AdminRefusal('changed_meanwhile');
  const after = writeAt(before, ['entries'], insertEntryBelow(getMenuEntryLines(before), entry, below));

  const isColumn = menu === 'footer' && below === undefined;
  const labels: { name: ContentEntryId; before: unknown; after: unknown; isCopy: boolean }[] = [];
  for (const language of await listLanguages(transaction)) {
    const { name: labelsName, path } = locateMenuLabels(menu, language, isColumn);
    const known = await readText(transaction, labelsName);
    const at = [...path, entry];
    const isSource = language === SOURCE_LANGUAGE;
    const defaultLabel =
      readAt(known, at) ?? (isColumn ? undefined : await findDefaultLabel(transaction, entry, language));
    const newLabel = isSource ? (label ?? defaultLabel) : (defaultLabel ?? label);
    // The checks of an import report entries without a target.
    if (newLabel === undefined || newLabel === readAt(known, at)) continue;
    const isCopy = !isSource && defaultLabel === undefined;
    labels.push({ name: labelsName, before: known, after: writeAt(known, at, newLabel), isCopy });
  }
  const edits: ShopEdit[] = [
    { ...locateEntry(name).record, value: after },
    ...labels.map((text) => ({ ...locateEntry(text.name).record, value: text.after })),
  ];
  await withConvertedImportErrors(transaction, { editedEntry: name }, () =>
    editor.applyEdits(transaction, edits, { actor, now }),
  );

  const version = await insertPublishedVersion(transaction, name, { before, after }, { actor, now });
  const { kind, key } = locateMenuLabels(menu, SOURCE_LANGUAGE, isColumn).name;
  const times = await readPublicationTimes(transaction, kind, [key]);
  const sourceAt = times.get(`${key} ${SOURCE_LANGUAGE}`);
  for (const text of labels) {
    const at = times.get(`${key} ${text.name.language}`);
    const isOlder = sourceAt !== undefined && (at === undefined || at < sourceAt);
    // Labels with a copy among them keep an earlier date than the source language until they are translated.
    if (text.name.language === SOURCE_LANGUAGE || !(text.isCopy || isOlder))
      await insertPublishedVersion(transaction, text.name, text, { actor, now });
  }
  return [describe(name, before, after, { version, state: 'published', ...(label && { label }) })];
}

/** Returns the default names of all possible entries by key, in the source language. */
export async function readDefaultEntryNames(handle: Database, menu: MenuKey): Promise<Map<string, string>> {
  const file = `texts/${SOURCE_LANGUAGE}.json`;
  const names = new Map<string, string>();
  const add = (key: string, name: unknown) => {
    if (!names.has(key)) names.set(key, isString(name) ? name : key);
  };
  const main = await readText(handle, locateMenuLabels('shop', SOURCE_LANGUAGE, false).name);
  for (const key of menuStaticRoutes) {
    if (menu !== 'group' || key === 'news') add(key, getMember(main, key));
  }
  if (menu !== 'group') {
    for (const { key, value } of await readRecords(handle, { file, list: 'categories' }))
      add(key, getMember(value, 'name'));
  }
  const isThere = (item: Parameters<typeof isOnCorporateSite>[0]) =>
    hasAddress(item) && (menu !== 'group' || isOnCorporateSite(item));
  const ofFooter = readAt(await readText(handle, locateMenuLabels('footer', SOURCE_LANGUAGE, false).name), [
    'links',
  ]);
  for (const { key, value } of await readRecords(handle, { file, list: 'pages' })) {
    // The default label of pages without their own label in menus.
    if (isThere({ key, kind: 'page' })) add(key, readAt(ofFooter, [key]) ?? getMember(value, 'title'));
  }
  const articles = await readRecords(handle, { file: 'articles.json', list: 'articles' });
  const titles = new Map(
    (await readRecords(handle, { file, list: 'articles' })).map(({ key, value }) => [key, value]),
  );
  for (const { key, value } of articles) {
    const { kind } = value as ArticleRow;
    if (isThere({ key, kind })) add(key, getMember(titles.get(key), 'title'));
  }
  if (menu !== 'group') {
    const lists = await readRecords(handle, { file: 'landing-pages.json', list: 'landingPages' });
    for (const { key, value } of lists) add(key, readAt(value, ['texts', SOURCE_LANGUAGE, 'name']));
  }
  return names;
}

/**
 * Returns the labels of a menu in the source language; for a footer also the names of its columns, as `key/`.
 */
export async function readEntryLabels(handle: Database, menu: MenuKey): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for (const isColumn of menu === 'footer' ? [true, false] : [false]) {
    const { name, path } = locateMenuLabels(menu, SOURCE_LANGUAGE, isColumn);
    const found = readAt(await readText(handle, name), path);
    for (const [key, label] of Object.entries(found ?? {}))
      if (isString(label)) labels.set(isColumn ? `${key}/` : key, label);
  }
  return labels;
}
