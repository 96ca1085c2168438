import { isDeepStrictEqual } from 'node:util';
import { inArray } from 'drizzle-orm';
import { isObject } from '../../../shared/rules/json-object.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { Database } from '../core/database/database.ts';
import { contentPage, product } from '../schema/schema.ts';
import { createMenuFingerprint } from '../shop-store/menus.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listAncestors, listContent } from '../shop-store/shop-content.ts';
import type { MenuRow } from '../shop-store/shop-file-schemas.ts';
import { hashValue, type RecordName } from '../shop-store/shop-records.ts';
import { listReadHosts } from '../shop-store/shop-routes.ts';
import type { ShopPart } from './shop-parts.ts';

const ALL_PARTS: readonly ShopPart[] = [
  'sites',
  'categories',
  'products',
  'reviews',
  'lists',
  'content',
  'feedAdvice',
  'reports',
  'legal',
  'menus',
  'routes',
];

/**
 * Parts of the shop that are created from each list of a text file. Names of categories and pages may be in
 * menus.
 */
const PARTS_BY_TEXT_LIST: Readonly<Record<string, readonly ShopPart[]>> = {
  pages: ['content', 'menus', 'routes'],
  articles: ['content', 'menus', 'routes'],
  categories: ['categories', 'lists', 'menus', 'routes'],
  products: ['products', 'lists', 'routes'],
  navigation: ['menus'],
  site: ['sites'],
  reviews: ['reviews', 'lists'],
};

const MENUS_FILE = 'menus.json';

const PARTS_BY_FILE: Readonly<Record<string, readonly ShopPart[]>> = {
  'articles.json': ['content', 'menus', 'routes'],
  'group.json': ['content', 'menus', 'routes'],
  'landing-pages.json': ['content', 'menus', 'routes'],
  'dealers.json': ['sites', 'menus'],
  'pickup-points.json': ['sites'],
  'feed-model.json': ['feedAdvice'],
  'lab-shelf.json': ['feedAdvice'],
  'legal.json': ['legal'],
  [MENUS_FILE]: ['menus'],
  'redirects.json': ['routes'],
};

/** Returns whether edits may change every part, and what belongs to none, such as synonyms. */
export const areAllParts = (parts: ReadonlySet<ShopPart>): boolean => parts.size === ALL_PARTS.length;

/** Lists of a text file that have separate values for the corporate site. */
const LISTS_WITH_CORPORATE_VALUES: ReadonlySet<string> = new Set(['usps', 'cartUsps', 'notification']);

/** Edit, with the value as stored before it. */
interface EditWithFormerValue extends RecordName {
  readonly value: unknown;
  readonly before: unknown;
}

/** Lists whose texts contain the address (slug) of the resource. */
const LISTS_WITH_SLUGS: ReadonlySet<string> = new Set(['pages', 'articles', 'categories', 'products']);

/** Returns true if an edit changes texts only: no address is added, removed or changed. */
function isAddressUnchanged({ file, list, value, before }: EditWithFormerValue): boolean {
  return (
    file.startsWith('texts/') &&
    LISTS_WITH_SLUGS.has(list) &&
    isObject(value) &&
    isObject(before) &&
    value.urlSlug === before.urlSlug
  );
}

/**
 * Returns the keys of the products whose related products change with the edits, for example because an
 * article recommends them together.
 */
export function listProductsToRelateAgain(edits: readonly EditWithFormerValue[]): string[] {
  const listRecommended = (article: unknown): unknown[] =>
    isObject(article) && Array.isArray(article.relatedProducts) ? article.relatedProducts : [];
  const keys = edits.flatMap(({ file, value, before }) => {
    if (file !== 'articles.json') return [];
    const [now, then] = [listRecommended(value), listRecommended(before)];
    return isDeepStrictEqual(now, then) ? [] : [...now, ...then];
  });
  return [...new Set(keys)].filter((key) => typeof key === 'string');
}

/** Returns the parts of a shop that the edits may change, or all parts if unknown. */
export function listEditedParts(edits: readonly EditWithFormerValue[]): Set<ShopPart> {
  return new Set(
    edits.flatMap((edit) => {
      const { file, list } = edit;
      if (!file.startsWith('texts/')) return PARTS_BY_FILE[file] ?? ALL_PARTS;
      const parts = PARTS_BY_TEXT_LIST[list] ?? ALL_PARTS;
      return isAddressUnchanged(edit) ? parts.filter((part) => part !== 'routes') : parts;
    }),
  );
}

interface EditedShop {
  readonly files: ShopFiles;
  /** Number of new or changed rows of each part. */
  readonly written: ReadonlyMap<ShopPart, number>;
}

/**
 * Returns the codes of the languages whose texts an edit of a landing page changes; undefined if it changes
 * other data.
 */
function listChangedLanguages({ value, before }: EditWithFormerValue): string[] | undefined {
  if (!isObject(value) || !isObject(before)) return undefined;
  const [{ texts: now, ...rest }, { texts: then, ...former }] = [value, before];
  if (!isObject(now) || !isObject(then) || hashValue(rest) !== hashValue(former)) return undefined;
  const codes = new Set([...Object.keys(now), ...Object.keys(then)]);
  return [...codes].filter((code) => hashValue(now[code] ?? null) !== hashValue(then[code] ?? null));
}

/** Returns true if an edit changes only what menus and footers show. */
const changesOnlyMenus = ({ file, list, key }: RecordName): boolean =>
  file === MENUS_FILE || (list === 'navigation' && (key === 'main' || key === 'footer'));

/** Returns the files as they were before edits of menus. */
function restoreFormerMenus(files: ShopFiles, edits: readonly EditWithFormerValue[]): ShopFiles {
  let { menus } = files;
  const texts = new Map(files.texts);
  for (const { file, key, before } of edits) {
    if (file === MENUS_FILE) {
      // The stored value was validated when it was written.
      const former = before === null ? [] : [before as MenuRow];
      menus = [...menus.filter((row) => row.key !== key), ...former];
      continue;
    }
    const code = file.slice(6, -5);
    const ofLanguage = texts.get(code);
    if (!ofLanguage || !isObject(before)) continue;
    texts.set(code, { ...ofLanguage, navigation: { ...ofLanguage.navigation, [key]: before } });
  }
  return { ...files, menus, texts };
}

/** Returns the surrogate keys of the pages that show edited data. */
export async function listChangedSurrogateKeys(
  transaction: Database,
  edits: readonly EditWithFormerValue[],
  { files, written }: EditedShop,
): Promise<string[]> {
  const keys = new Set<string>();
  /** Defaults: all sites, all languages. */
  const addSites = (code?: string, sites = files.sites) => {
    const languageId = files.languages.find((language) => language.code === code)?.languageId;
    for (const { siteId, languages } of sites) {
      if (code === undefined) keys.add(`site-${siteId}`);
      else if (languages.some((entry) => entry.languageId === languageId)) keys.add(`site-${siteId}-${code}`);
    }
  };
  const ofMenus = edits.filter(changesOnlyMenus);
  if (ofMenus.length > 0) {
    const former = restoreFormerMenus(files, ofMenus);
    for (const { site, code } of listReadHosts(files)) {
      if (createMenuFingerprint(former, site, code) !== createMenuFingerprint(files, site, code))
        keys.add(`site-${site.siteId}-${code}`);
    }
  }
  for (const edit of edits) {
    const { file, list, key } = edit;
    if (changesOnlyMenus(edit)) continue;
    const code = file.startsWith('texts/') ? file.slice(6, -5) : undefined;
    const group = code === undefined ? file : list;
    if (group === 'pages' || group === 'articles' || group === 'landing-pages.json') {
      for (const id of await findContentIds(transaction, [key])) keys.add(`content-${id}`);
    } else if (group === 'articles.json') {
      // The edit may add it to a list of its type that did not contain it before.
      const kinds = new Set(listContent(files).flatMap((item) => (item.key === key ? [item.kind] : [])));
      const others = listContent(files).filter(({ kind }) => kinds.size === 0 || kinds.has(kind));
      const ids = await findContentIds(transaction, [key, ...others.map((item) => item.key)]);
      for (const id of ids) keys.add(`content-${id}`);
    } else if (group === 'group.json' && key === 'home') {
      for (const id of await findContentIds(transaction, ['group-home'])) keys.add(`content-${id}`);
    } else if (group === 'group.json') {
      addSites(list, files.sites.filter(isCorporate));
    } else if (group === 'categories' && code !== undefined) {
      for (const id of listCategoryTreeIds(files, key)) keys.add(`category-${id}`);
    } else if (group === 'products' && code !== undefined) {
      const rows = await transaction
        .select({ id: product.productId })
        .from(product)
        .where(inArray(product.key, [key]));
      for (const { id } of rows) keys.add(`product-${id}`);
    } else if (group === 'sites.json' && list === 'sites') {
      const site = files.sites.find((row) => row.key === key);
      if (site) keys.add(`site-${site.siteId}`);
      else addSites();
    } else if (group === 'dealers.json') keys.add('dealers');
    else if (group === 'pickup-points.json') {
      // Visible only in the delivery step, which is never cached.
    } else if (group === 'reviews') {
      // Reviews in one language are also visible to readers of other languages.
      addSites();
    } else if (group === 'navigation' && code !== undefined && LISTS_WITH_CORPORATE_VALUES.has(key)) {
      addSites(
        code,
        files.sites.filter((site) => !isCorporate(site) || !files.group.has(code)),
      );
    } else addSites(code);
    // A name in a menu is visible on every page.
    if ((written.get('menus') ?? 0) > 0 && group !== 'navigation' && group !== 'group.json') {
      const codes = group === 'landing-pages.json' ? listChangedLanguages(edit) : undefined;
      for (const each of codes ?? [code]) addSites(each);
    }
  }
  return [...keys];
}

/** Returns the ids of a category and of its subcategories. Their pages show its name. */
function listCategoryTreeIds({ categories }: ShopFiles, key: string): number[] {
  return categories
    .filter((category) => listAncestors(categories, category).some((ancestor) => ancestor.key === key))
    .map(({ id }) => id);
}

/** Returns the ids of content by key, including content that the files no longer have. */
async function findContentIds(transaction: Database, keys: readonly string[]): Promise<number[]> {
  const rows = await transaction
    .select({ id: contentPage.contentPageId })
    .from(contentPage)
    .where(inArray(contentPage.key, [...keys]));
  return rows.map(({ id }) => id);
}
