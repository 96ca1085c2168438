import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type Type from 'typebox';
import { Value } from 'typebox/value';
import { toLocale } from '../../../shared/i18n/locales.ts';
import { IssueList } from './import-error.ts';
import {
  AdviceThemeRow,
  ArticleRow,
  ArticleText,
  CategoryRow,
  CategoryText,
  CountryRow,
  GroupText,
  LandingPageRow,
  LanguageRow,
  NavigationText,
  PageText,
  PaymentMethodRow,
  PopularGroups,
  PriceHistoryRow,
  ProductRow,
  ProductText,
  ReviewText,
  SiteRow,
  SynonymGroup,
  SynonymMeaning,
  Term,
} from './shop-file-schemas.ts';

type ByKey<T> = Readonly<Record<string, T>>;

/** `texts/<language>.json`: every text of the shop in one language. */
export interface ShopTexts {
  readonly products: ByKey<ProductText>;
  readonly categories: ByKey<CategoryText>;
  readonly articles: ByKey<ArticleText>;
  readonly pages: ByKey<PageText>;
  readonly materials: ByKey<string>;
  readonly nutrients: ByKey<string>;
  readonly additives: ByKey<string>;
  readonly colours: ByKey<string>;
  readonly facets: ByKey<ByKey<string>>;
  readonly navigation: NavigationText;
  /** The same reviews in the same order in every language. */
  readonly reviews: readonly ReviewText[];
}

/** A shop's files, each row of the right shape. Prices are euro and weights kg or g, as in the files. */
export interface ShopFiles {
  readonly languages: readonly LanguageRow[];
  readonly paymentMethods: readonly PaymentMethodRow[];
  readonly sites: readonly SiteRow[];
  readonly countries: readonly CountryRow[];
  readonly categories: readonly CategoryRow[];
  readonly products: readonly ProductRow[];
  readonly articles: readonly ArticleRow[];
  /** By language code: the languages that a site uses. */
  readonly texts: ReadonlyMap<string, ShopTexts>;
  /** By language code; empty where no site is corporate. */
  readonly group: ReadonlyMap<string, GroupText>;
  /** By language code: words that mean the same to a person who searches, by the name of their group. Empty where the shop has none. */
  readonly synonyms: ReadonlyMap<string, ByKey<readonly string[]>>;
  /** What groups of synonyms ask for, by the name of the group. */
  readonly synonymMeanings: ByKey<SynonymMeaning>;
  /** Groups that are offered before anything is typed. */
  readonly popularSynonyms: readonly string[];
  /** Lists by one facet with an address of their own, and the products of advice articles; both empty where the shop has no file of them. */
  readonly landingPages: readonly LandingPageRow[];
  readonly adviceThemes: readonly AdviceThemeRow[];
  /** What was charged before, oldest or newest first; empty where the shop has no such file. */
  readonly priceHistory: readonly PriceHistoryRow[];
  /** SHA-256 of all files together. */
  readonly contentHash: string;
}

/**
 * Reads a folder: sites.json, countries.json, catalogue.json, articles.json, texts/<language>.json for each language
 * that a site uses, group.json where a site is corporate, and price-history.json, search-synonyms.json and
 * landing-pages.json where the shop has them.
 * @throws ImportError with every missing file, every file that is not JSON and every row of a wrong shape.
 */
export async function readShopFiles(folder: string): Promise<ShopFiles> {
  const issues = new IssueList();
  const hash = createHash('sha256');
  const read = (file: string) => readJson(folder, file, issues, hash);
  const [sitesFile, countriesFile, catalogueFile, articlesFile] = [
    await read('sites.json'),
    await read('countries.json'),
    await read('catalogue.json'),
    await read('articles.json'),
  ];
  const languages = parseRows(sitesFile, 'languages', LanguageRow, 'code', issues);
  // Files and texts are found by the code as the folder writes it ('esp'); from here on there is its locale only ('es').
  const sites = parseRows(sitesFile, 'sites', SiteRow, 'key', issues);
  const used = new Set(sites.flatMap((site) => site.languages.map((language) => language.languageId)));
  const usedLanguages = languages.filter((language) => used.has(language.languageId));

  const texts = new Map<string, ShopTexts>();
  for (const { code } of usedLanguages) {
    const parsed = parseTexts(await read(`texts/${code}.json`), code, issues);
    if (parsed) texts.set(toLocale(code), parsed);
  }

  const group = new Map<string, GroupText>();
  const corporateLanguages = new Set(
    sites
      .filter((site) => site.type === 2)
      .flatMap((site) => site.languages.map((entry) => entry.languageId)),
  );
  if (corporateLanguages.size > 0) {
    const file = await read('group.json');
    for (const { languageId, code } of languages) {
      if (!corporateLanguages.has(languageId) || file.value === undefined) continue;
      const text = parseRow(file, code, getMember(file.value, code), GroupText, issues);
      if (text) group.set(toLocale(code), text);
    }
  }

  const synonyms = new Map<string, ByKey<readonly string[]>>();
  let synonymMeanings: ByKey<SynonymMeaning> = {};
  let popularSynonyms: readonly string[] = [];
  if (await hasFile(folder, 'search-synonyms.json')) {
    const file = await read('search-synonyms.json');
    for (const { code } of usedLanguages) {
      const groups = getMember(file.value, code);
      if (groups !== undefined)
        synonyms.set(toLocale(code), parseMembers(file, code, groups, SynonymGroup, issues));
    }
    const meanings = getMember(file.value, 'meanings');
    if (meanings !== undefined) {
      synonymMeanings = parseMembers(file, 'meanings', meanings, SynonymMeaning, issues);
    }
    const popular = getMember(file.value, 'popular');
    if (popular !== undefined) {
      popularSynonyms = parseRow(file, 'popular', popular, PopularGroups, issues) ?? [];
    }
  }

  const landing = (await hasFile(folder, 'landing-pages.json')) ? await read('landing-pages.json') : null;

  const history = (await hasFile(folder, 'price-history.json')) ? await read('price-history.json') : null;

  const files: ShopFiles = {
    languages: languages.map((language) => ({ ...language, code: toLocale(language.code) })),
    priceHistory: history ? parseRows(history, 'priceHistory', PriceHistoryRow, 'articleNumber', issues) : [],
    landingPages: (landing ? parseRows(landing, 'landingPages', LandingPageRow, 'key', issues) : []).map(
      (page) => ({ ...page, texts: byLocale(page.texts) }),
    ),
    adviceThemes: landing ? parseRows(landing, 'adviceThemes', AdviceThemeRow, 'article', issues) : [],
    sites,
    texts,
    group,
    synonyms,
    synonymMeanings,
    popularSynonyms,
    paymentMethods: parseRows(sitesFile, 'paymentMethods', PaymentMethodRow, 'key', issues),
    countries: parseRows(countriesFile, 'countries', CountryRow, 'regionCode', issues).map((country) => ({
      ...country,
      name: byLocale(country.name),
    })),
    categories: parseRows(catalogueFile, 'categories', CategoryRow, 'key', issues),
    products: parseRows(catalogueFile, 'products', ProductRow, 'key', issues),
    articles: parseRows(articlesFile, 'articles', ArticleRow, 'key', issues),
    contentHash: hash.digest('hex'),
  };
  issues.throwIfAny();
  return files;
}

/** Values by language, under the locales of their codes. */
function byLocale<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([code, value]) => [toLocale(code), value]));
}

async function hasFile(folder: string, file: string): Promise<boolean> {
  return await access(path.join(folder, file)).then(
    () => true,
    () => false,
  );
}

interface JsonFile {
  readonly file: string;
  /** Undefined where the file could not be read: its fault is told once, and not again for each of its rows. */
  readonly value: unknown;
}

async function readJson(
  folder: string,
  file: string,
  issues: IssueList,
  hash: { update(text: string | Buffer): unknown },
): Promise<JsonFile> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path.join(folder, file));
  } catch (error) {
    const isMissing = getMember(error, 'code') === 'ENOENT';
    issues.add(file, '', '', isMissing ? `is missing in ${folder}` : `cannot be read: ${getMessage(error)}`);
    return { file, value: undefined };
  }
  hash.update(`${file}\n${bytes.length}\n`);
  hash.update(bytes);
  if (!isUtf8(bytes)) {
    issues.add(file, getLine(bytes), '', 'has bytes that are not UTF-8: save the file in UTF-8');
    return { file, value: undefined };
  }
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { file, value };
    issues.add(file, '', '', 'must hold one JSON object');
  } catch (error) {
    issues.add(file, '', '', `is not valid JSON: ${getMessage(error)}`);
  }
  return { file, value: undefined };
}

/** Name of the first line that is not UTF-8. */
function getLine(bytes: Buffer): string {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return `line ${line}`;
    start = end + 1;
  }
}

function parseTexts(file: JsonFile, code: string, issues: IssueList): ShopTexts | null {
  if (file.value === undefined) return null;
  const group = <T extends Type.TSchema>(name: string, schema: T) =>
    parseMembers(file, name, getMember(file.value, name), schema, issues);
  const language = getMember(file.value, 'language');
  if (typeof language !== 'string' || toLocale(language) !== toLocale(code))
    issues.add(file.file, '', 'language', `must be '${code}'`);
  const facets = getMember(file.value, 'facets');
  const navigation = parseRow(
    file,
    'navigation',
    getMember(file.value, 'navigation'),
    NavigationText,
    issues,
  );
  const texts = {
    products: group('products', ProductText),
    categories: group('categories', CategoryText),
    articles: group('articles', ArticleText),
    pages: group('pages', PageText),
    materials: group('materials', Term),
    nutrients: group('nutrients', Term),
    additives: group('additives', Term),
    // Goods of a shop need not have colours.
    colours: getMember(file.value, 'colours') === undefined ? {} : group('colours', Term),
    facets: Object.fromEntries(
      Object.keys(isObject(facets) ? facets : {}).map((name) => [
        name,
        parseMembers(file, `facets.${name}`, getMember(facets, name), Term, issues),
      ]),
    ),
  };
  const listed = getMember(file.value, 'reviews');
  // A shop may begin without a single one.
  const hasReviews = listed !== undefined && !(Array.isArray(listed) && listed.length === 0);
  const reviews = hasReviews ? parseRows(file, 'reviews', ReviewText, 'productKey', issues) : [];
  if (!isObject(facets)) issues.add(file.file, 'facets', '', 'is missing');
  return navigation && { ...texts, navigation, reviews };
}

/** The rows of a list that are of the right shape; the others are told as issues, named by their key. */
function parseRows<T extends Type.TSchema>(
  file: JsonFile,
  list: string,
  schema: T,
  keyField: string,
  issues: IssueList,
): Type.Static<T>[] {
  if (file.value === undefined) return [];
  const rows = getMember(file.value, list);
  if (!Array.isArray(rows) || rows.length === 0) {
    issues.add(file.file, list, '', 'must be a list with at least one row');
    return [];
  }
  return rows.flatMap((row: unknown, index) => {
    const key = getMember(row, keyField);
    const parsed = parseRow(file, `${list}.${typeof key === 'string' ? key : index}`, row, schema, issues);
    return parsed === null ? [] : [parsed];
  });
}

function parseMembers<T extends Type.TSchema>(
  file: JsonFile,
  name: string,
  value: unknown,
  schema: T,
  issues: IssueList,
): Record<string, Type.Static<T>> {
  if (!isObject(value)) {
    issues.add(file.file, name, '', value === undefined ? 'is missing' : 'must be an object');
    return {};
  }
  const entries = Object.entries(value).flatMap(([key, row]): [string, Type.Static<T>][] => {
    const parsed = parseRow(file, `${name}.${key}`, row, schema, issues);
    return parsed === null ? [] : [[key, parsed]];
  });
  return Object.fromEntries(entries);
}

function parseRow<T extends Type.TSchema>(
  file: JsonFile,
  row: string,
  value: unknown,
  schema: T,
  issues: IssueList,
): Type.Static<T> | null {
  if (file.value === undefined) return null;
  if (value === undefined) {
    issues.add(file.file, row, '', 'is missing');
    return null;
  }
  if (Value.Check(schema, value)) return value;
  const errors = Value.Errors(schema, value);
  for (const error of errors) {
    // All unions are 'this or null': what the value would have to be is said by the other branch.
    if (error.keyword === 'anyOf' || getMember(error.params, 'type') === 'null') continue;
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    if (error.keyword === 'required') {
      for (const name of getRequiredNames(error.params)) {
        issues.add(file.file, row, field === '' ? name : `${field}.${name}`, 'is missing');
      }
    } else {
      issues.add(file.file, row, field, describe(error.keyword, error.message, error.params));
    }
  }
  return null;
}

function getRequiredNames(params: unknown): readonly string[] {
  const names = getMember(params, 'requiredProperties');
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

function describe(keyword: string, message: string, params: unknown): string {
  const allowed = getMember(params, 'allowedValues');
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  if (keyword === 'pattern') return 'has a form that is not allowed';
  return message;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function getMessage(error: unknown): string {
  const message = getMember(error, 'message');
  return typeof message === 'string' ? message : String(error);
}
