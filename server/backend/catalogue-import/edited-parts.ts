import { inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { contentPage, product } from '../database/schema.ts';
import type { ShopPart } from './import-shop.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { isObject } from './record-shapes.ts';
import { isCorporate, listAncestors, listContent } from './shop-content.ts';
import type { RecordName } from './shop-records.ts';

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

/** Lists of a file of texts with what is made of them. The name of a category or a page may stand in menus. */
const PARTS_OF_TEXTS: Readonly<Record<string, readonly ShopPart[]>> = {
  pages: ['content', 'menus', 'routes'],
  articles: ['content', 'menus', 'routes'],
  categories: ['categories', 'lists', 'menus', 'routes'],
  products: ['products', 'lists', 'routes'],
  navigation: ['menus'],
  site: ['sites'],
  reviews: ['reviews', 'lists'],
};

const PARTS_OF_FILES: Readonly<Record<string, readonly ShopPart[]>> = {
  'articles.json': ['content', 'menus', 'routes'],
  'group.json': ['content', 'menus', 'routes'],
  'landing-pages.json': ['content', 'menus', 'routes'],
  'dealers.json': ['sites', 'menus'],
  'pickup-points.json': ['sites'],
  'feed-model.json': ['feedAdvice'],
  'lab-shelf.json': ['feedAdvice'],
  'legal.json': ['legal'],
  'redirects.json': ['routes'],
};

/** An edit with what was there before. */
interface EditOfParts extends RecordName {
  readonly value: unknown;
  readonly before: unknown;
}

/** Lists whose texts state where something is. */
const WITH_ADDRESS: ReadonlySet<string> = new Set(['pages', 'articles', 'categories', 'products']);

/** Whether only words change, and nothing comes, goes or moves to another address. */
function leavesAddresses({ file, list, value, before }: EditOfParts): boolean {
  return (
    file.startsWith('texts/') &&
    WITH_ADDRESS.has(list) &&
    isObject(value) &&
    isObject(before) &&
    value.urlSlug === before.urlSlug
  );
}

/** The parts of a shop that edits may change; all of them where that is not known. */
export function listEditedParts(edits: readonly EditOfParts[]): Set<ShopPart> {
  return new Set(
    edits.flatMap((edit) => {
      const { file, list } = edit;
      if (!file.startsWith('texts/')) return PARTS_OF_FILES[file] ?? ALL_PARTS;
      const parts = PARTS_OF_TEXTS[list] ?? ALL_PARTS;
      return leavesAddresses(edit) ? parts.filter((part) => part !== 'routes') : parts;
    }),
  );
}

interface EditedShop {
  readonly files: ShopFiles;
  /** How many rows of each part were new or different. */
  readonly written: ReadonlyMap<ShopPart, number>;
}

/** Surrogate keys of the pages that show what was edited. */
export async function listChangedKeys(
  transaction: Database,
  edits: readonly RecordName[],
  { files, written }: EditedShop,
): Promise<string[]> {
  const keys = new Set<string>();
  const addSites = (code?: string) => {
    const languageId = files.languages.find((language) => language.code === code)?.languageId;
    for (const site of files.sites) {
      if (code === undefined || site.languages.some((entry) => entry.languageId === languageId))
        keys.add(`site-${site.siteId}`);
    }
  };
  for (const edit of edits) {
    const { file, list, key } = edit;
    const code = file.startsWith('texts/') ? file.slice(6, -5) : undefined;
    const group = code === undefined ? file : list;
    if (group === 'pages' || group === 'articles' || group === 'landing-pages.json') {
      for (const id of await findContentIds(transaction, [key])) keys.add(`content-${id}`);
    } else if (group === 'articles.json') {
      // It may stand in a list that it did not stand in before, beside others of its kind.
      const kinds = new Set(listContent(files).flatMap((item) => (item.key === key ? [item.kind] : [])));
      const others = listContent(files).filter(({ kind }) => kinds.size === 0 || kinds.has(kind));
      const ids = await findContentIds(transaction, [key, ...others.map((item) => item.key)]);
      for (const id of ids) keys.add(`content-${id}`);
    } else if (group === 'group.json' && key === 'home') {
      for (const id of await findContentIds(transaction, ['group-home'])) keys.add(`content-${id}`);
    } else if (group === 'group.json') {
      for (const site of files.sites.filter(isCorporate)) keys.add(`site-${site.siteId}`);
    } else if (group === 'categories' && code !== undefined) {
      for (const id of listWithin(files, key)) keys.add(`category-${id}`);
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
      // Shown on the delivery step only, which no cache keeps.
    } else addSites(code);
    // A name in a menu stands on every page.
    if ((written.get('menus') ?? 0) > 0) addSites(code);
  }
  return [...keys];
}

/** Ids of categories that are a category or within it: its name stands on their pages. */
function listWithin({ categories }: ShopFiles, key: string): number[] {
  return categories
    .filter((category) => listAncestors(categories, category).some((ancestor) => ancestor.key === key))
    .map(({ id }) => id);
}

/** Also of what the files have no more. */
async function findContentIds(transaction: Database, keys: readonly string[]): Promise<number[]> {
  const rows = await transaction
    .select({ id: contentPage.contentPageId })
    .from(contentPage)
    .where(inArray(contentPage.key, [...keys]));
  return rows.map(({ id }) => id);
}
