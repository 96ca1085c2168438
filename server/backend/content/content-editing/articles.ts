import { LOCALES, type Locale } from '../../../../shared/i18n/locales.ts';
import { getMember } from '../../../../shared/rules/json-object.ts';
import { getPublicationDay } from '../../../../shared/rules/publication-day.ts';
import { AdminRefusal, type Change } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import {
  FIRST_ID_OF_SECOND_ARTICLE_RANGE,
  LAST_ID_OF_FIRST_ARTICLE_RANGE,
} from '../../shop-store/shop-content.ts';
import type { ShopEdit } from '../../shop-store/shop-editor.ts';
import { readRecords } from '../../shop-store/shop-records.ts';
import { readStoredRoutes } from '../../sites/routing/queries.ts';
import { type KnownPage, listKnownPages } from '../content/queries.ts';
import { checkText } from './check-text.ts';
import { withConvertedImportErrors } from './convert-import-errors.ts';
import { getContentEntryRules, locateEntry, SOURCE_LANGUAGE } from './entry-types.ts';
import { insertPublishedVersion, listOpenVersions, setVersionState } from './queries.ts';
import type { EditContext } from './service.ts';

/**
 * Kinds of articles that staff can add. FAQ subjects, categories and videos come from import files, because
 * menus and code refer to them.
 */
export const addableArticleTypes = ['advice', 'blog', 'news', 'partner'] as const;
type AddableArticleType = (typeof addableArticleTypes)[number];

const ARTICLE_LIST = { file: 'articles.json', list: 'articles' } as const;
const OPEN_VERSIONS_BATCH_SIZE = 100;
/** A link to an internal page, whose path differs between languages. */
const INTERNAL_LINK_PATTERN = /(?<!!)\[([^\]]*)\]\(\/[^)]*\)/g;

/** A new article in the source language. */
export interface NewArticle {
  readonly key: string;
  readonly kind: AddableArticleType;
  /** Key of its category. */
  readonly category: string | undefined;
  /** Publication date, such as '2026-11-30'. */
  readonly publishedOn: string;
  readonly author: string | undefined;
  /** Product keys. */
  readonly relatedProducts: readonly string[];
  readonly title: string;
  readonly slug: string;
  readonly summary: string;
  readonly body: string;
}

interface ArticleRecord {
  readonly id: number;
  readonly kind: string;
}

const toArticleRecord = (value: unknown): ArticleRecord => value as ArticleRecord;

const getArticleEntryId = (key: string, language: Locale) => ({ kind: 'article', key, language }) as const;

/**
 * Returns the id of a deleted article with this key, or else the lowest id that was never used, because a
 * deleted article may return with an import.
 */
function chooseArticleId(known: readonly KnownPage[], key: string): number {
  const former = known.find((page) => page.key === key);
  if (former && isArticleId(former.contentPageId)) return former.contentPageId;
  const used = new Set(known.map(({ contentPageId }) => contentPageId));
  let id = 1;
  while (used.has(id)) id = id === LAST_ID_OF_FIRST_ARTICLE_RANGE ? FIRST_ID_OF_SECOND_ARTICLE_RANGE : id + 1;
  return id;
}

const isArticleId = (id: number): boolean =>
  id <= LAST_ID_OF_FIRST_ARTICLE_RANGE || id >= FIRST_ID_OF_SECOND_ARTICLE_RANGE;

/** Lists the languages in which there are texts. */
export async function listLanguages(transaction: Database): Promise<Locale[]> {
  const rows = await readRecords(transaction, { list: 'pages' });
  const files = new Set(rows.map(({ file }) => file));
  return LOCALES.filter((locale) => files.has(`texts/${locale}.json`));
}

/** Returns whether staff can delete an article. */
export async function isArticleRemovable(handle: Database, key: string): Promise<boolean> {
  const [found] = await readRecords(handle, { ...ARTICLE_LIST, key });
  return (
    found !== undefined && addableArticleTypes.some((kind) => kind === toArticleRecord(found.value).kind)
  );
}

/** Lists the categories of articles: key and title in the source language. */
export async function listArticleCategories(handle: Database): Promise<(readonly [string, string])[]> {
  const rows = await readRecords(handle, ARTICLE_LIST);
  const texts = await readRecords(handle, { file: `texts/${SOURCE_LANGUAGE}.json`, list: 'articles' });
  const titles = new Map(texts.map(({ key, value }) => [key, String(getMember(value, 'title') ?? key)]));
  return rows
    .filter(({ value }) => ['adviceCategory', 'blogCategory'].includes(toArticleRecord(value).kind))
    .map(({ key }) => [key, titles.get(key) ?? key] as const);
}

/**
 * Adds an article. In all other languages it starts as a copy of the source text, without its links, until it
 * is translated. It is not visible before its publication date, which must be in the future.
 *
 * @throws AdminRefusal
 */
export async function addArticle(
  transaction: Database,
  article: NewArticle,
  { actor, now, editor }: EditContext,
): Promise<Change[]> {
  const {
    key,
    kind,
    category,
    publishedOn,
    author = null,
    relatedProducts,
    title,
    slug,
    summary,
    body,
  } = article;
  const name = getArticleEntryId(key, SOURCE_LANGUAGE);
  const { fields } = getContentEntryRules(name.kind);
  if (publishedOn <= getPublicationDay(now)) throw new AdminRefusal('article_day', {}, 'publishedOn');
  await takeLock(transaction, 'importShop');
  const known = await listKnownPages(transaction);
  const isTaken =
    known.some((page) => page.key === key && page.isPublished) ||
    (await readRecords(transaction, { ...ARTICLE_LIST, key })).length > 0;
  if (isTaken) throw new AdminRefusal('article_key_taken', { key }, 'articleKey');
  const text = { title, summary, bodyMarkdown: body, urlSlug: slug };
  await checkText(transaction, { fields, text, source: undefined, mayLose: true });
  const id = chooseArticleId(known, key);
  const row = { id, key, kind, publishedOn, author, relatedProducts, ...(category && { category }) };
  const copy = { ...text, bodyMarkdown: body.replaceAll(INTERNAL_LINK_PATTERN, '$1') };
  const edits: ShopEdit[] = [
    { ...ARTICLE_LIST, key, value: row },
    ...(await listLanguages(transaction)).map((language) => ({
      ...locateEntry(getArticleEntryId(key, language)).record,
      value: language === SOURCE_LANGUAGE ? text : copy,
    })),
  ];
  await withConvertedImportErrors(transaction, { editedEntry: name, isNew: true }, () =>
    editor.applyEdits(transaction, edits, { actor, now }),
  );
  await insertPublishedVersion(transaction, name, { before: undefined, after: text }, { actor, now });
  return [{ resource: 'article', resourceId: key, before: null, after: { ...row, title } }];
}

/** Lists the imported redirects to an article, which are deleted with it. */
async function createRedirectDeletions(transaction: Database, contentPageId: number): Promise<ShopEdit[]> {
  const rows = await readRecords(transaction, { file: 'redirects.json', list: 'redirects' });
  if (rows.length === 0) return [];
  const sites = await readRecords(transaction, { file: 'sites.json' });
  const readIds = (list: string, field: string) =>
    new Map(sites.filter((row) => row.list === list).map(({ key, value }) => [key, getMember(value, field)]));
  const [siteIds, languageIds] = [readIds('sites', 'siteId'), readIds('languages', 'languageId')];
  const addresses = new Set(
    (await readStoredRoutes(transaction))
      .filter((route) => route.contentPageId === contentPageId)
      .map(({ siteId, languageId, path }) => `${siteId} ${languageId} ${path}`),
  );
  return rows
    .filter(({ value }) => {
      const siteId = siteIds.get(String(getMember(value, 'site')));
      const languageId = languageIds.get(String(getMember(value, 'language')));
      return addresses.has(`${siteId} ${languageId} ${getMember(value, 'to')}`);
    })
    .map(({ file, list, key }) => ({ file, list, key, value: null }));
}

/**
 * Deletes an article in all languages, with its planned versions. Refuses if other content links to it, and
 * names that content.
 *
 * @throws AdminRefusal
 */
export async function removeArticle(
  transaction: Database,
  key: string,
  { actor, now, editor }: EditContext,
): Promise<Change[]> {
  await takeLock(transaction, 'importShop');
  const [found] = await readRecords(transaction, { ...ARTICLE_LIST, key });
  if (!found || !(await isArticleRemovable(transaction, key))) throw new AdminRefusal('not_found');
  const [first] = await readRecords(transaction, locateEntry(getArticleEntryId(key, SOURCE_LANGUAGE)).record);
  const languages = await listLanguages(transaction);
  for (const language of languages) {
    const name = getArticleEntryId(key, language);
    for (;;) {
      const open = await listOpenVersions(transaction, { limit: OPEN_VERSIONS_BATCH_SIZE, name });
      for (const { textVersionId } of open) {
        await setVersionState(transaction, textVersionId, { state: 'withdrawn' });
      }
      if (open.length < OPEN_VERSIONS_BATCH_SIZE) break;
    }
  }
  const edits: ShopEdit[] = [
    { ...ARTICLE_LIST, key, value: null },
    ...languages.map((language) => ({
      ...locateEntry(getArticleEntryId(key, language)).record,
      value: null,
    })),
    ...(await createRedirectDeletions(transaction, toArticleRecord(found.value).id)),
  ];
  await withConvertedImportErrors(transaction, {}, () =>
    editor.applyEdits(transaction, edits, { actor, now }),
  );
  const title = getMember(first?.value, 'title');
  return [
    { resource: 'article', resourceId: key, before: { ...toArticleRecord(found.value), title }, after: null },
  ];
}
