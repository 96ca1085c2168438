import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';
import type { Database } from '../core/database/database.ts';
import { readVisiblePhotos } from '../shop-store/photos.ts';
import type { ShopSource } from '../shop-store/read-shop-files.ts';
import { CATALOGUE, PRICES, STOCK } from '../shop-store/record-shapes.ts';
import { createSourceOfRecords, getRecordKey, type RecordName } from '../shop-store/shop-records.ts';
import { shopRecord } from '../shop-store/tables.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import type { StoredRoute } from '../sites/routing/queries.ts';

/** Lists of a text file whose edits do not affect products. */
const TEXT_ONLY_LISTS: ReadonlySet<string> = new Set([
  'articles',
  'categories',
  'navigation',
  'pages',
  'products',
  'site',
]);
/** Files whose edits do not affect products. */
const TEXT_ONLY_FILES: ReadonlySet<string> = new Set([
  'articles.json',
  'dealers.json',
  'group.json',
  'landing-pages.json',
  'menus.json',
  'pickup-points.json',
]);

/**
 * Files whose rules such an edit can violate. Other files, such as promotions, refer to none of this data, so
 * they remain valid.
 */
const FILES_IN_PART_SOURCE: ReadonlySet<string> = new Set([
  ...TEXT_ONLY_FILES,
  CATALOGUE,
  'countries.json',
  'lab-shelf.json',
  'legal.json',
  'search-synonyms.json',
  'sites.json',
  ...LOCALES.map((locale) => `texts/${locale}.json`),
]);
/** Lists of a text file whose edits concern that language only. */
const LISTS_OF_ONE_LANGUAGE: ReadonlySet<string> = new Set(['articles', 'categories', 'pages', 'products']);
/** Files that the rules for such an edit need in addition to the texts. */
const FILES_FOR_ONE_LANGUAGE: ReadonlySet<string> = new Set([
  'articles.json',
  CATALOGUE,
  'countries.json',
  'dealers.json',
  'group.json',
  'landing-pages.json',
  'menus.json',
  'sites.json',
]);

/** Lists that grow with the number of products or reviews. */
const LONG_LISTS: ReadonlySet<string> = new Set(['products', PRICES, STOCK, 'reviews']);
/** Lists of texts that have addresses or may contain links. */
const LISTS_WITH_LINKS: ReadonlySet<string> = new Set(['pages', 'articles']);

/** Matches the start of a link target in Markdown. Matching more than the importer does is harmless. */
const LINK_TARGET_START = /\]\(\/([^/)\s?#]*)/g;

type NamedRecord = RecordName & { readonly value: unknown };

const getTextsFile = (code: string): string => `texts/${code}.json`;

/** Returns the codes of the languages that the edits concern; undefined if they concern more than texts. */
export function listEditedLanguages(edits: readonly RecordName[]): ReadonlySet<string> | undefined {
  const codes = LOCALES.filter((locale) => edits.some(({ file }) => file === getTextsFile(locale)));
  const concernsTextsOnly = edits.every(
    ({ file, list }) => file.startsWith('texts/') && LISTS_OF_ONE_LANGUAGE.has(list),
  );
  return concernsTextsOnly ? new Set(codes) : undefined;
}

/**
 * Returns true if an edit changes at most the texts of products. Prices and stock are checked where they are
 * written.
 */
const isProductDataUnchanged = ({ file, list }: RecordName): boolean =>
  file.startsWith('texts/')
    ? TEXT_ONLY_LISTS.has(list)
    : TEXT_ONLY_FILES.has(file) || (file === CATALOGUE && (list === PRICES || list === STOCK));

/** Returns true if a part of the shop suffices to check and write the edits. See `createTextEditShopSource`. */
export const canUseTextEditShopSource = (edits: readonly RecordName[]): boolean =>
  edits.every(isProductDataUnchanged);

/**
 * Creates a source for the shop in the database that contains only the products relevant to edits of texts:
 * edited products, products that edited articles name, and products whose present or former address an edit
 * may use. It suffices to check every import rule that such edits can violate. Of products that other data
 * names, only the existence is read. If the edits concern the texts of some languages only, neither are other
 * languages read.
 */
export async function createTextEditShopSource(
  database: Database,
  edits: readonly NamedRecord[],
  storedRoutes: readonly StoredRoute[],
): Promise<ShopSource> {
  const languages = listEditedLanguages(edits);
  const textFiles = [...(languages ?? LOCALES)].map(getTextsFile);
  const small = await readSmallLists(
    database,
    languages === undefined ? FILES_IN_PART_SOURCE : new Set([...FILES_FOR_ONE_LANGUAGE, ...textFiles]),
  );
  const pieces = [...small, ...edits];
  const links = listLinkedSegments(pieces).filter(isStorableText);
  const slugs = listSlugs(pieces, edits).filter(isStorableText);
  const addresses = [...storedRoutes.map(({ path }) => getFirstSegment(path)), ...links, ...slugs];
  const redirects = await readRedirects(database, await readFormerSlugs(database, edits, addresses));
  const segments = new Set([
    ...links,
    ...slugs,
    ...redirects.map(({ value }) => getFirstSegment(String(getMember(value, 'to')))),
  ]);
  const edited = new Set(edits.map(getRecordKey));
  const named = [
    ...edits.flatMap(({ list, key }) => (list === 'products' ? [key] : [])),
    ...listNamedProducts(pieces.filter((piece) => edited.has(getRecordKey(piece)))),
  ];
  const keys = new Set([...named, ...(await findProductsAtSegments(database, segments))]);
  const goods = await readProductRecords(database, [...keys], textFiles);
  const numbers = goods.flatMap(({ list, key }) => (list === PRICES ? [key] : []));
  return {
    ...createSourceOfRecords(database, [...small, ...redirects, ...goods]),
    isPart: true,
    ...(languages && { languages }),
    otherProducts: languages ? new Set() : await findProducts(database, listNamedProducts(small)),
    readPhotos: () => readVisiblePhotos(database, numbers),
  };
}

const getFirstSegment = (path: string): string => path.split('/')[1] ?? '';

/**
 * Returns false for text that the database refuses. No address contains such text, and edits are not
 * validated yet at this point.
 */
const isStorableText = (segment: string): boolean => segment.isWellFormed() && !segment.includes('\0');

const recordColumns = {
  file: shopRecord.file,
  list: shopRecord.list,
  key: shopRecord.key,
  value: shopRecord.value,
};

/** Reads the lists of some files, except those that grow with the products. */
async function readSmallLists(database: Database, files: ReadonlySet<string>): Promise<NamedRecord[]> {
  // Finds the names of the lists by jumping through the index, because a scan of all rows would be slow.
  const lists = await fetchRows<{ file: string; list: string }>(
    database,
    sql`with recursive lists as (
        (select file, list from shop_record order by file, list limit 1)
        union all
        select next.file, next.list from lists cross join lateral (
          select r.file, r.list from shop_record r where (r.file, r.list) > (lists.file, lists.list)
          order by r.file, r.list limit 1
        ) next
      ) select file, list from lists`,
  );
  const wanted = lists.filter(({ file, list }) => files.has(file) && !LONG_LISTS.has(list));
  // Reads a row per list. Reading a row per record takes a driver several times as long.
  const found = await fetchRows<
    Omit<RecordName, 'key'> & { readonly pieces: readonly (readonly [string, unknown])[] }
  >(
    database,
    sql`select r.file, r.list, json_agg(json_build_array(r.key, r.value) order by r.position, r.key) as pieces
      from unnest(${sql.param(wanted.map(({ file }) => file))}::text[], ${sql.param(wanted.map(({ list }) => list))}::text[])
        as wanted (file, list)
      cross join lateral (
        select * from shop_record r where r.file = wanted.file and r.list = wanted.list and r.value is not null offset 0
      ) r
      group by r.file, r.list order by r.file, r.list`,
  );
  return found.flatMap(({ file, list, pieces }) =>
    pieces.map(([key, value]) => ({ file, list, key, value })),
  );
}

/** Returns the first path segments of the links in texts. */
function listLinkedSegments(pieces: readonly NamedRecord[]): string[] {
  return pieces.flatMap(({ file, list, value }) => {
    const body = getMember(value, 'bodyMarkdown');
    if (typeof body !== 'string' || (!LISTS_WITH_LINKS.has(list) && file !== 'group.json')) return [];
    return [...body.matchAll(LINK_TARGET_START)].map(([, segment = '']) => segment);
  });
}

/**
 * Returns the slugs of edited records before and after the edit. For a new or deleted article these are the
 * slugs of its texts.
 */
function listSlugs(pieces: readonly NamedRecord[], edits: readonly NamedRecord[]): string[] {
  const keys = new Set(edits.map(({ key }) => key));
  return pieces.filter(({ key }) => keys.has(key)).flatMap(({ value }) => readSlugs(value));
}

/** Returns the slugs in a record. That of a landing page contains the slugs of all languages. */
function readSlugs(value: unknown): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'urlSlug' && typeof member === 'string' ? [member] : readSlugs(member),
  );
}

/** Adds the former slugs of edited products, because redirects may lead to them. */
async function readFormerSlugs(
  database: Database,
  edits: readonly NamedRecord[],
  known: readonly string[],
): Promise<Set<string>> {
  const segments = new Set(known);
  for (const { file, list, key } of edits.filter((edit) => edit.list === 'products')) {
    const [stored] = await database
      .select(recordColumns)
      .from(shopRecord)
      .where(and(eq(shopRecord.file, file), eq(shopRecord.list, list), eq(shopRecord.key, key)));
    for (const slug of readSlugs(stored?.value)) segments.add(slug);
  }
  return segments;
}

/** Reads the redirects whose path or target starts with one of the segments. */
function readRedirects(database: Database, segments: ReadonlySet<string>): Promise<NamedRecord[]> {
  const isOne = (member: string) =>
    sql`split_part(${shopRecord.value} ->> ${member}, '/', 2) = any (${sql.param([...segments])}::text[])`;
  return database
    .select(recordColumns)
    .from(shopRecord)
    .where(
      and(
        eq(shopRecord.file, 'redirects.json'),
        isNotNull(shopRecord.value),
        sql`(${isOne('path')} or ${isOne('to')})`,
      ),
    )
    .orderBy(asc(shopRecord.list), asc(shopRecord.position), asc(shopRecord.key));
}

/** Returns the keys of products that articles or synonym meanings name. */
function listNamedProducts(pieces: readonly NamedRecord[]): string[] {
  const named = pieces.flatMap(({ file, value }) => {
    if (file === 'articles.json') return [getMember(value, 'relatedProducts')];
    if (file !== 'search-synonyms.json') return [];
    return ['finds', 'prefers', 'without'].map((role) => getMember(getMember(value, role), 'product'));
  });
  const keys = named.flatMap((list: unknown): unknown[] => (Array.isArray(list) ? list : []));
  return keys.filter((key) => typeof key === 'string');
}

/** Returns those of the keys that exist. */
async function findProducts(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ key: shopRecord.key })
    .from(shopRecord)
    .where(
      and(
        eq(shopRecord.file, CATALOGUE),
        eq(shopRecord.list, 'products'),
        sql`${shopRecord.key} = any (${sql.param([...new Set(keys)])}::text[])`,
        isNotNull(shopRecord.value),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/** Returns the keys of the products whose addresses start with one of the segments. */
async function findProductsAtSegments(database: Database, segments: ReadonlySet<string>): Promise<string[]> {
  const rows = await fetchRows<{ key: string }>(
    database,
    sql`select distinct p.key from unnest(${sql.param([...segments])}::text[]) as wanted (segment)
      cross join site_language host
      cross join lateral (
        select r.product_variant_id from route r
        where r.site_id = host.site_id and r.language_id = host.language_id and r.path = '/' || wanted.segment || '/'
          and r.is_canonical and r.product_variant_id is not null offset 0
      ) r
      join product_variant v on v.product_variant_id = r.product_variant_id
      join product p on p.product_id = v.product_id`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Reads products with their texts, prices and stock. A shop must have at least one product, so if none is
 * requested it reads one.
 */
async function readProductRecords(
  database: Database,
  keys: readonly string[],
  textFiles: readonly string[],
): Promise<NamedRecord[]> {
  const select = () => database.select(recordColumns).from(shopRecord);
  const inOrder = [asc(shopRecord.file), asc(shopRecord.list), asc(shopRecord.position), asc(shopRecord.key)];
  const ofCatalogue = (list: string, names?: readonly string[]) =>
    and(
      eq(shopRecord.file, CATALOGUE),
      eq(shopRecord.list, list),
      isNotNull(shopRecord.value),
      names && inArray(shopRecord.key, [...names]),
    );
  const touched = await select()
    .where(ofCatalogue('products', keys))
    .orderBy(...inOrder);
  const products =
    touched.length > 0
      ? touched
      : await select()
          .where(ofCatalogue('products'))
          // In the order of the primary key, so that only one row is read.
          .orderBy(asc(shopRecord.file), asc(shopRecord.list), asc(shopRecord.key))
          .limit(1);
  const numbers = products.flatMap(({ value }) => {
    const variants = getMember(value, 'variants');
    return Array.isArray(variants)
      ? variants.map((variant) => String(getMember(variant, 'articleNumber')))
      : [];
  });
  const texts = await select()
    .where(
      and(
        inArray(shopRecord.file, [...textFiles]),
        eq(shopRecord.list, 'products'),
        inArray(
          shopRecord.key,
          // Texts of products that do not exist are not read.
          products.map(({ key }) => key),
        ),
        isNotNull(shopRecord.value),
      ),
    )
    .orderBy(...inOrder);
  const prices = await select()
    .where(ofCatalogue(PRICES, numbers))
    .orderBy(...inOrder);
  const stock = await select()
    .where(ofCatalogue(STOCK, numbers))
    .orderBy(...inOrder);
  return [...products, ...texts, ...prices, ...stock];
}
