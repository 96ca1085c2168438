import { LOCALES, type Locale } from '../../../../shared/i18n/locales.ts';
import { getPublicationDay } from '../../../../shared/rules/publication-day.ts';
import type { Actor } from '../../audit/audit.ts';
import { applyEdits, type ShopEdit } from '../../catalogue-import/apply-edits.ts';
import { FIRST_ADDED_ARTICLE_ID, LAST_ARTICLE_ID } from '../../catalogue-import/check-shop-files.ts';
import { readOldRoutes } from '../../catalogue-import/old-routes.ts';
import { readRecords } from '../../catalogue-import/shop-records.ts';
import type { Database } from '../../database/database.ts';
import { takeLock } from '../../database/locks.ts';
import { type Change, KeeperRefusal } from '../../keeper/operation.ts';
import { type KnownPage, listKnownPages } from '../content/queries.ts';
import { checkText } from './check-text.ts';
import { insertPublished, listOpenVersions, setVersionState } from './queries.ts';
import { orRefuse } from './refuse-faults.ts';
import { getRules, locate, SOURCE_LANGUAGE } from './text-kinds.ts';

/** Kinds of articles that the keeper adds. Subjects of questions, categories and films come with the files: menus and programs name them. */
export const addedKinds = ['advice', 'blog', 'news', 'partner'] as const;
type AddedKind = (typeof addedKinds)[number];

const LIST = { file: 'articles.json', list: 'articles' } as const;
const MOST_WAITING = 100;
/** A link to a page of the shop, whose address is another in each language. */
const OWN_LINK = /(?<!!)\[([^\]]*)\]\(\/[^)]*\)/g;

interface Act {
  readonly actor: Actor;
  readonly now: Date;
}

/** A new article, in the language that texts are written in first. */
export interface NewArticle {
  readonly key: string;
  readonly kind: AddedKind;
  /** Key of the category that it stands below. */
  readonly category: string | undefined;
  /** Its first day in the shop: '2026-11-30'. */
  readonly publishedOn: string;
  readonly author: string | undefined;
  /** Keys of products. */
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

const getRow = (value: unknown): ArticleRecord => value as ArticleRecord;
const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const nameArticle = (key: string, language: Locale) => ({ kind: 'article', key, language }) as const;

/**
 * That of an article of this key which was taken away, or else the lowest that nothing has had: what is gone may come back with the files
 * of an import.
 */
function chooseId(known: readonly KnownPage[], key: string): number {
  const former = known.find((page) => page.key === key);
  if (former && isArticleId(former.contentPageId)) return former.contentPageId;
  const used = new Set(known.map(({ contentPageId }) => contentPageId));
  let id = 1;
  while (used.has(id)) id = id === LAST_ARTICLE_ID ? FIRST_ADDED_ARTICLE_ID : id + 1;
  return id;
}

const isArticleId = (id: number): boolean => id <= LAST_ARTICLE_ID || id >= FIRST_ADDED_ARTICLE_ID;

/** Languages that the shop has texts in. */
export async function listLanguages(transaction: Database): Promise<Locale[]> {
  const rows = await readRecords(transaction, { list: 'pages' });
  const files = new Set(rows.map(({ file }) => file));
  return LOCALES.filter((locale) => files.has(`texts/${locale}.json`));
}

/** Whether the keeper may take an article away. */
export async function isRemovable(handle: Database, key: string): Promise<boolean> {
  const [found] = await readRecords(handle, { ...LIST, key });
  return found !== undefined && addedKinds.some((kind) => kind === getRow(found.value).kind);
}

/** Categories that articles stand below: key and title in the first language. */
export async function listArticleCategories(handle: Database): Promise<(readonly [string, string])[]> {
  const rows = await readRecords(handle, LIST);
  const texts = await readRecords(handle, { file: `texts/${SOURCE_LANGUAGE}.json`, list: 'articles' });
  const titles = new Map(texts.map(({ key, value }) => [key, String(getMember(value, 'title') ?? key)]));
  return rows
    .filter(({ value }) => ['adviceCategory', 'blogCategory'].includes(getRow(value).kind))
    .map(({ key }) => [key, titles.get(key) ?? key] as const);
}

/**
 * Adds an article. In every other language it begins as a copy of the first, without its links, until it is translated; nobody sees it
 * before its first day, which is therefore ahead.
 *
 * @throws KeeperRefusal
 */
export async function addArticle(
  transaction: Database,
  article: NewArticle,
  { actor, now }: Act,
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
  const name = nameArticle(key, SOURCE_LANGUAGE);
  const { fields } = getRules(name.kind);
  if (publishedOn <= getPublicationDay(now)) throw new KeeperRefusal('article_day', {}, 'publishedOn');
  await takeLock(transaction, 'importShop');
  const known = await listKnownPages(transaction);
  const isTaken =
    known.some((page) => page.key === key && page.isShown) ||
    (await readRecords(transaction, { ...LIST, key })).length > 0;
  if (isTaken) throw new KeeperRefusal('article_key_taken', { key }, 'articleKey');
  const text = { title, summary, bodyMarkdown: body, urlSlug: slug };
  await checkText(transaction, { fields, text, source: undefined, mayLose: true });
  const id = chooseId(known, key);
  const row = { id, key, kind, publishedOn, author, relatedProducts, ...(category && { category }) };
  const copy = { ...text, bodyMarkdown: body.replaceAll(OWN_LINK, '$1') };
  const edits: ShopEdit[] = [
    { ...LIST, key, value: row },
    ...(await listLanguages(transaction)).map((language) => ({
      ...locate(nameArticle(key, language)).record,
      value: language === SOURCE_LANGUAGE ? text : copy,
    })),
  ];
  await orRefuse(transaction, { own: name, isNew: true }, () =>
    applyEdits(transaction, edits, { actor, now }),
  );
  await insertPublished(transaction, name, { before: undefined, after: text }, { actor, now });
  return [{ noun: 'article', nounId: key, before: null, after: { ...row, title } }];
}

/** The redirects that came with files and lead to an article: they go with it. */
async function listRedirectsTo(transaction: Database, contentPageId: number): Promise<ShopEdit[]> {
  const rows = await readRecords(transaction, { file: 'redirects.json', list: 'redirects' });
  if (rows.length === 0) return [];
  const sites = await readRecords(transaction, { file: 'sites.json' });
  const readIds = (list: string, field: string) =>
    new Map(sites.filter((row) => row.list === list).map(({ key, value }) => [key, getMember(value, field)]));
  const [siteIds, languageIds] = [readIds('sites', 'siteId'), readIds('languages', 'languageId')];
  const addresses = new Set(
    (await readOldRoutes(transaction))
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
 * Takes an article away in all languages, with what was planned for it. What links to it is named and has to be changed first.
 *
 * @throws KeeperRefusal
 */
export async function removeArticle(
  transaction: Database,
  key: string,
  { actor, now }: Act,
): Promise<Change[]> {
  await takeLock(transaction, 'importShop');
  const [found] = await readRecords(transaction, { ...LIST, key });
  if (!found || !(await isRemovable(transaction, key))) throw new KeeperRefusal('not_found');
  const [first] = await readRecords(transaction, locate(nameArticle(key, SOURCE_LANGUAGE)).record);
  const languages = await listLanguages(transaction);
  for (const language of languages) {
    const name = nameArticle(key, language);
    for (;;) {
      const open = await listOpenVersions(transaction, { limit: MOST_WAITING, name });
      for (const { textVersionId } of open) {
        await setVersionState(transaction, textVersionId, { state: 'withdrawn' });
      }
      if (open.length < MOST_WAITING) break;
    }
  }
  const edits: ShopEdit[] = [
    { ...LIST, key, value: null },
    ...languages.map((language) => ({ ...locate(nameArticle(key, language)).record, value: null })),
    ...(await listRedirectsTo(transaction, getRow(found.value).id)),
  ];
  await orRefuse(transaction, {}, () => applyEdits(transaction, edits, { actor, now }));
  const title = getMember(first?.value, 'title');
  return [{ noun: 'article', nounId: key, before: { ...getRow(found.value), title }, after: null }];
}
