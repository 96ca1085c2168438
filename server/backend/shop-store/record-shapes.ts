import { resolveLocale } from '../../../shared/i18n/locales.ts';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';

/**
 * Defines how the files of a shop are split into records and joined again. A record is the smallest unit of
 * an edit: a product, a page in one language, the price of a variant.
 */

export interface FileRecord {
  readonly list: string;
  readonly key: string;
  /** Value in the format of the file. */
  readonly value: unknown;
}

type JsonObject = Readonly<Record<string, unknown>>;

type RecordShape =
  /** List of rows, each identified by the returned key. */
  | { readonly kind: 'rows'; readonly keyOf: (row: unknown) => string }
  /** Object with a record per member. */
  | { readonly kind: 'members' }
  /** Object of such objects; a list is named `<object>.<member>`. */
  | { readonly kind: 'groups' };

const MEMBERS_SHAPE: RecordShape = { kind: 'members' };
const createRowsShape = (...fields: readonly string[]): RecordShape => ({
  kind: 'rows',
  keyOf: (row) => fields.map((field) => toRecordKeyPart(getMember(row, field))).join('/'),
});

/** Structure of the files. A member that is not listed is one record of the list ''. */
const SHAPES_BY_FILE: Readonly<Record<string, Readonly<Record<string, RecordShape>>>> = {
  'articles.json': { articles: createRowsShape('key') },
  'catalogue.json': { categories: createRowsShape('key'), products: createRowsShape('key') },
  'changed-texts.json': { changedTexts: createRowsShape('list', 'key', 'language') },
  'countries.json': { countries: createRowsShape('regionCode') },
  'dealers.json': { dealers: createRowsShape('dealerId') },
  'feed-model.json': {},
  'group.json': {},
  'jobs.json': { jobs: createRowsShape('key') },
  'lab-shelf.json': { labShelf: createRowsShape('key') },
  'landing-pages.json': {
    landingPages: createRowsShape('key'),
    adviceThemes: createRowsShape('category', 'facet'),
  },
  'legal.json': { legal: createRowsShape('site') },
  'menus.json': { menus: createRowsShape('key') },
  'pickup-points.json': { points: createRowsShape('parcelShopId') },
  'price-history.json': {
    priceHistory: createRowsShape('articleNumber', 'sites', 'validFrom', 'daysBeforeFirstImport'),
    plannedPrices: createRowsShape('articleNumber', 'sites', 'validFrom'),
  },
  'promotions.json': { promotions: createRowsShape('key') },
  'redirects.json': { redirects: createRowsShape('site', 'language', 'path') },
  'sample-reports.json': { rqs: createRowsShape('id'), qs: createRowsShape('id') },
  'search-synonyms.json': { meanings: MEMBERS_SHAPE },
  'text-pictures.json': { textPictures: createRowsShape('key') },
  'sites.json': {
    languages: createRowsShape('code'),
    paymentMethods: createRowsShape('key'),
    sites: createRowsShape('key'),
  },
};

const TEXTS_SHAPES: Readonly<Record<string, RecordShape>> = {
  products: MEMBERS_SHAPE,
  categories: MEMBERS_SHAPE,
  articles: MEMBERS_SHAPE,
  pages: MEMBERS_SHAPE,
  materials: MEMBERS_SHAPE,
  nutrients: MEMBERS_SHAPE,
  additives: MEMBERS_SHAPE,
  colours: MEMBERS_SHAPE,
  facets: { kind: 'groups' },
  navigation: MEMBERS_SHAPE,
  site: MEMBERS_SHAPE,
  vacancies: MEMBERS_SHAPE,
  reviews: createRowsShape('productKey', 'date', 'author'),
};

/** Files whose top-level members are language codes. */
const FILES_KEYED_BY_LANGUAGE: ReadonlySet<string> = new Set(['group.json', 'search-synonyms.json']);
const TEXTS_FILE = /^texts\/([a-z]{2,3})\.json$/;

/** Files that every shop must have, even if they are empty. */
export const REQUIRED_FILES: readonly string[] = [
  'sites.json',
  'countries.json',
  'catalogue.json',
  'articles.json',
];

/**
 * Lists that the file `catalogue.json` contains within its products. As separate records, a changed price
 * does not affect the rest of a product.
 */
export const PRICES = 'prices';
export const STOCK = 'stock';
export const CATALOGUE = 'catalogue.json';

const PRICE_FIELDS = ['priceExclVat', 'sitePrices'] as const;
const STOCK_FIELDS = ['stock'] as const;
const SEPARATE_RECORD_FIELDS: ReadonlySet<string> = new Set([...PRICE_FIELDS, ...STOCK_FIELDS]);

/** Returns the file name in records: text files have the current code of the language. */
export function getFileNameInRecords(file: string): string {
  const code = TEXTS_FILE.exec(file)?.[1];
  return code === undefined ? file : `texts/${resolveLocale(code) ?? code}.json`;
}

/** Returns true if an import reads a file of this name. */
export const isShopFile = (file: string): boolean =>
  SHAPES_BY_FILE[file] !== undefined || TEXTS_FILE.test(file);

const getShapes = (file: string): Readonly<Record<string, RecordShape>> =>
  TEXTS_FILE.test(file) ? TEXTS_SHAPES : (SHAPES_BY_FILE[file] ?? {});

/**
 * Files with initial values only. Modules maintain this data in their own tables, so edits of its records are
 * not allowed.
 */
const INITIAL_DATA_FILES: ReadonlySet<string> = new Set([
  'changed-texts.json',
  'jobs.json',
  'price-history.json',
  'promotions.json',
  'text-pictures.json',
]);

/**
 * Files whose data the shop updates in its own tables after the import, so the stored records are outdated.
 */
export const FILES_EXPORTED_FROM_TABLES: ReadonlySet<string> = new Set([
  ...INITIAL_DATA_FILES,
  'redirects.json',
]);

/**
 * Returns true if a file has a list of this name that may be edited. A request for any other list is a
 * programming error.
 */
export function isEditableList(file: string, list: string): boolean {
  if (!isShopFile(file) || INITIAL_DATA_FILES.has(file) || list === 'vacancies') return false;
  if (file === CATALOGUE && (list === PRICES || list === STOCK)) return true;
  const [name = '', group] = list.split('.');
  const shape = getShapes(file)[name];
  if (shape) return (shape.kind === 'groups') === (group !== undefined);
  if (list === '') return ['feed-model.json', 'sample-reports.json', 'search-synonyms.json'].includes(file);
  return FILES_KEYED_BY_LANGUAGE.has(file) && resolveLocale(list) === list;
}

/**
 * Splits a file into records, each list in its order. A row without a unique key is also identified by its
 * position.
 */
export function* splitFileIntoRecords(file: string, json: JsonObject): Generator<FileRecord> {
  for (const [name, value] of Object.entries(json)) {
    const shape = getShape(file, name, value);
    const list = FILES_KEYED_BY_LANGUAGE.has(file) ? (resolveLocale(name) ?? name) : name;
    if (shape?.kind === 'rows' && Array.isArray(value)) {
      const seen = new Set<string>();
      for (const [position, row] of value.entries()) {
        const named = shape.keyOf(row);
        const key = seen.has(named) ? `${named}#${position}` : named;
        seen.add(key);
        if (file === CATALOGUE && name === 'products') yield* splitProductIntoRecords(key, row);
        else yield { list, key, value: row };
      }
    } else if (shape?.kind === 'members' && isObject(value)) {
      for (const [key, member] of Object.entries(value)) yield { list, key, value: member };
    } else if (shape?.kind === 'groups' && isObject(value)) {
      for (const [group, members] of Object.entries(value)) {
        for (const [key, member] of Object.entries(isObject(members) ? members : {}))
          yield { list: `${list}.${group}`, key, value: member };
      }
    } else yield { list: '', key: name, value };
  }
}

function getShape(file: string, name: string, value: unknown): RecordShape | undefined {
  const shapes = getShapes(file);
  if (Object.hasOwn(shapes, name)) return shapes[name];
  return FILES_KEYED_BY_LANGUAGE.has(file) && isObject(value) && resolveLocale(name) !== null
    ? MEMBERS_SHAPE
    : undefined;
}

function* splitProductIntoRecords(key: string, row: unknown): Generator<FileRecord> {
  const variants = getMember(row, 'variants');
  if (!isObject(row) || !Array.isArray(variants)) {
    yield { list: 'products', key, value: row };
    return;
  }
  const pick = (variant: JsonObject, fields: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) => (Object.hasOwn(variant, field) ? [[field, variant[field]]] : [])),
    );
  yield {
    list: 'products',
    key,
    value: {
      ...row,
      variants: variants.map((variant: unknown) =>
        isObject(variant)
          ? Object.fromEntries(
              Object.entries(variant).filter(([field]) => !SEPARATE_RECORD_FIELDS.has(field)),
            )
          : variant,
      ),
    },
  };
  for (const variant of variants.filter(isObject)) {
    const number = toRecordKeyPart(variant.articleNumber);
    yield { list: PRICES, key: number, value: pick(variant, PRICE_FIELDS) };
    yield { list: STOCK, key: number, value: pick(variant, STOCK_FIELDS) };
  }
}

/** Joins a file from its records, which are in the order of their lists. */
export function joinFileFromRecords(file: string, pieces: Iterable<FileRecord>): Record<string, unknown> {
  const lists = Map.groupBy(pieces, ({ list }) => list);
  const shapes = getShapes(file);
  const toMembers = (list: string) =>
    Object.fromEntries((lists.get(list) ?? []).map(({ key, value }) => [key, value]));
  const members: [string, unknown][] = (lists.get('') ?? []).map(({ key, value }) => [key, value]);
  for (const [name, shape] of Object.entries(shapes)) {
    if (shape.kind === 'rows') members.push([name, (lists.get(name) ?? []).map(({ value }) => value)]);
    else if (shape.kind === 'members') members.push([name, toMembers(name)]);
    else {
      const groups = [...lists.keys()].filter((list) => list.startsWith(`${name}.`));
      members.push([
        name,
        Object.fromEntries(groups.map((list) => [list.slice(name.length + 1), toMembers(list)])),
      ]);
    }
  }
  if (FILES_KEYED_BY_LANGUAGE.has(file)) {
    for (const list of lists.keys())
      if (list !== '' && shapes[list] === undefined) members.push([list, toMembers(list)]);
  }
  const json: Record<string, unknown> = Object.fromEntries(members);
  return file === CATALOGUE ? { ...json, products: joinProductsFromRecords(json.products, toMembers) } : json;
}

function joinProductsFromRecords(products: unknown, toMembers: (list: string) => JsonObject): unknown[] {
  const [prices, stock] = [toMembers(PRICES), toMembers(STOCK)];
  const spread = (value: unknown): JsonObject => (isObject(value) ? value : {});
  return (Array.isArray(products) ? products : []).map((product: unknown) => {
    const variants = getMember(product, 'variants');
    if (!isObject(product) || !Array.isArray(variants)) return product;
    return {
      ...product,
      variants: variants.map((variant: unknown) => {
        if (!isObject(variant)) return variant;
        const number = toRecordKeyPart(variant.articleNumber);
        return {
          ...variant,
          ...spread(getMember(prices, number)),
          ...spread(getMember(stock, number)),
        };
      }),
    };
  });
}

/** Returns a key or a part of one. Only strings and numbers are valid. */
function toRecordKeyPart(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(toRecordKeyPart).join(',') : '';
}
