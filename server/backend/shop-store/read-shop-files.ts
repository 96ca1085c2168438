import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { LOCALES, resolveLocale } from '../../../shared/i18n/locales.ts';
import type { FeedModel } from '../../../shared/rules/feed-advice/feed-model.ts';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';
import type { LabReference } from '../../../shared/rules/lab-results.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { MAX_KEY_LENGTH, SLUG_PATTERN } from '../../../shared/rules/slug-pattern.ts';
import type { TranslatableFault } from '../core/admin/operation.ts';
import { checkFileNames, checkKnownFields, dropSchemaLink } from './check-known-fields.ts';
import { IssueList } from './import-error.ts';
import { normalizeEnteredFile, readCountryRules } from './normalize-entered-fields.ts';
import { type Photo, readFolderPhotos } from './photos.ts';
import { type FileRecord, getFileNameInRecords, splitFileIntoRecords } from './record-shapes.ts';
import {
  AdviceThemeRow,
  ArticleRow,
  ArticleText,
  CategoryRow,
  CategoryText,
  ChangedTextRow,
  CorporateSiteText,
  CountryRow,
  DAY_PATTERN,
  DealerRow,
  DISPLAY_PHONE_PATTERN,
  EMAIL_PATTERN,
  FeedModelFile,
  LabReferenceFile,
  LandingPageRow,
  LanguageRow,
  LegalRow,
  MenuRow,
  MOMENT_PATTERN,
  NavigationText,
  PageText,
  PaymentMethodRow,
  PickupPointRow,
  PlannedPriceRow,
  PopularSynonymGroups,
  PriceHistoryRow,
  ProductRow,
  ProductText,
  PromotionRow,
  QsReportRow,
  RedirectRow,
  ReviewText,
  RqsReportRow,
  ServiceAndDealerTexts,
  SiteRow,
  SynonymGroup,
  SynonymMeaning,
  Term,
  TextPictureRow,
  VacancyRow,
  VacancyText,
  VerdictLinkRow,
} from './shop-file-schemas.ts';
import { findUnreadableReason } from './unreadable-file.ts';

type TextsByKey<T> = Readonly<Record<string, T>>;

/** `texts/<language>.json`: every text of the shop in one language. */
export interface ShopTexts {
  readonly products: TextsByKey<ProductText>;
  readonly categories: TextsByKey<CategoryText>;
  readonly articles: TextsByKey<ArticleText>;
  readonly pages: TextsByKey<PageText>;
  /** Vacancies; empty if the shop has none. */
  readonly vacancies: TextsByKey<VacancyText>;
  readonly materials: TextsByKey<string>;
  readonly nutrients: TextsByKey<string>;
  readonly additives: TextsByKey<string>;
  readonly colours: TextsByKey<string>;
  readonly facets: TextsByKey<TextsByKey<string>>;
  readonly navigation: NavigationText;
  readonly site: ServiceAndDealerTexts;
  /** Reviews, the same in the same order in every language. */
  readonly reviews: readonly ReviewText[];
}

/** Files of a shop, with validated rows. Prices are in euros and weights in kg or g, as in the files. */
export interface ShopFiles {
  /** True if only the products relevant to edits of texts were read. */
  readonly isPart: boolean;
  /**
   * True if only the texts of some languages were read, because the edits change nothing else. Rules that
   * concern no single language cannot be violated then.
   */
  readonly hasSomeLanguagesOnly: boolean;
  /** Keys of further products of the shop; for a part, only those that its files name. */
  readonly otherProducts: ReadonlySet<string>;
  readonly languages: readonly LanguageRow[];
  readonly paymentMethods: readonly PaymentMethodRow[];
  readonly sites: readonly SiteRow[];
  readonly countries: readonly CountryRow[];
  readonly categories: readonly CategoryRow[];
  readonly products: readonly ProductRow[];
  readonly articles: readonly ArticleRow[];
  /** Texts by language code, for the languages that a site uses. */
  readonly texts: ReadonlyMap<string, ShopTexts>;
  /** Texts of the group by language code; empty if no site is corporate. */
  readonly group: ReadonlyMap<string, CorporateSiteText>;
  /** Synonyms for searches, by language code and name of their group. Empty if the shop has none. */
  readonly synonyms: ReadonlyMap<string, TextsByKey<readonly string[]>>;
  /** Targets of synonym groups, by the name of the group. */
  readonly synonymMeanings: TextsByKey<SynonymMeaning>;
  /** Groups that are suggested before any input. */
  readonly popularSynonyms: readonly string[];
  /** Landing pages: lists filtered by one facet, with an address. Empty if the shop has no such file. */
  readonly landingPages: readonly LandingPageRow[];
  readonly adviceThemes: readonly AdviceThemeRow[];
  /** Menus and footers arranged by staff; empty if the shop has no such file. */
  readonly menus: readonly MenuRow[];
  /** Initial vacancies; empty if the shop has no such file. */
  readonly vacancies: readonly VacancyRow[];
  /** Dates of change of texts before a migration; empty if the shop has no such file. */
  readonly changedTexts: readonly ChangedTextRow[];
  /** Initial pictures of texts; empty if the shop has no such file. */
  readonly textPictures: readonly TextPictureRow[];
  /** Earlier prices, oldest or newest first; empty if the shop has no such file. */
  readonly priceHistory: readonly PriceHistoryRow[];
  /** Planned prices; empty if the shop has no such list. */
  readonly plannedPrices: readonly PlannedPriceRow[];
  /** Former addresses and their targets; empty if the shop has no such file. */
  readonly redirects: readonly RedirectRow[];
  /** Parcel shops and dealers; each empty if the shop has no such file. */
  readonly pickupPoints: readonly PickupPointRow[];
  readonly dealers: readonly DealerRow[];
  /** Initial promotions; empty if the shop has no such file. */
  readonly promotions: readonly PromotionRow[];
  /** Constants of the feeding-advice model; null if the shop gives no advice. */
  readonly feedModel: FeedModel | null;
  /** Reference values for roughage tests; null if the shop has no tests. */
  readonly labReference: LabReference | null;
  /** Links of test verdicts; empty if the shop has no such file. */
  readonly labShelf: readonly VerdictLinkRow[];
  /** Sample reports that the shop shows, not of customers' samples. */
  readonly rqsReports: readonly RqsReportRow[];
  readonly qsReports: readonly QsReportRow[];
  /** Legally required details of each site; empty if the shop has no such file. */
  readonly legal: readonly LegalRow[];
  /** Photos shown instead of drawings, by article number. */
  readonly photos: ReadonlyMap<string, Photo>;
  /** Official notices in the folder `legal` that `legal` names, by file name. They are served unchanged. */
  readonly legalFiles: ReadonlyMap<string, Buffer>;
}

/** Source of the files of a shop. */
export interface ShopSource {
  /** True if it contains only the products relevant to edits of texts. */
  readonly isPart?: boolean;
  /** Codes of the languages whose texts it contains; omitted if it contains all. */
  readonly languages?: ReadonlySet<string>;
  /** Keys of further products of the shop that the files name. */
  readonly otherProducts?: ReadonlySet<string>;
  has(file: string): Promise<boolean>;
  /** Reads a file. Reports an issue if it cannot be read. */
  read(file: string, issues: IssueList): Promise<JsonFile>;
  /** Reports file names that an import would ignore; omitted if the source has no such names. */
  checkNames?(issues: IssueList): Promise<void>;
  /** Lists the file names in the folder `texts`. */
  listTexts(): Promise<readonly string[]>;
  /** Reads the photos of packs by article number. */
  readPhotos(issues: IssueList): Promise<ReadonlyMap<string, Photo>>;
  /** Reads those of the named files that the folder `legal` contains. */
  readLegal(names: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer>>;
}

/** Files of a shop, also as records. */
export interface ShopFilesWithRecords {
  readonly files: ShopFiles;
  /** Iterates over the records. Creates them each time, because a large shop has many. */
  listRecords(): Iterable<FileRecord & { readonly file: string; readonly position: number }>;
}

/** Creates a source from a folder with the files of a shop. */
export const createFolderSource = (folder: string): ShopSource => ({
  has: (file) => hasFolderEntry(folder, file),
  async checkNames(issues) {
    // A file instead of the folder, such as an archive of it, is one fault, not one for each missing file.
    if ((await stat(folder).catch(() => null))?.isDirectory() === false) {
      issues.add(folder, '', '', 'is not a folder: name the one with the files of the shop');
      issues.throwIfAny();
    }
    await checkFileNames(folder, issues);
  },
  async read(file, issues) {
    const json = await readJson(folder, file, issues);
    checkKnownFields(file, json.value, issues);
    return { ...json, value: dropSchemaLink(json.value) };
  },
  listTexts: () => readdir(path.join(folder, 'texts')).catch((): string[] => []),
  readPhotos: (issues) => readFolderPhotos(folder, issues),
  readLegal: (names) => readLegalFiles(folder, names),
});

/**
 * Reads a folder: sites.json, countries.json, catalogue.json, articles.json, texts/<language>.json for each
 * language that a site uses, group.json if a site is corporate, and the optional files price-history.json,
 * search-synonyms.json, landing-pages.json, menus.json, redirects.json, pickup-points.json, dealers.json,
 * promotions.json, jobs.json, text-pictures.json, changed-texts.json, feed-model.json, sample-reports.json,
 * lab-shelf.json and legal.json.
 *
 * @throws ImportError with every missing file, every file that is not JSON and every invalid row
 */
export const readShopFiles = async (folder: string): Promise<ShopFiles> =>
  (await readShop(createFolderSource(folder))).files;

/**
 * Reads the files of a shop from any source. See `readShopFiles`.
 *
 * Long because it lists every file with its schema.
 */
export async function readShop(source: ShopSource): Promise<ShopFilesWithRecords> {
  const issues = new IssueList();
  await source.checkNames?.(issues);
  const known: JsonFile[] = [];
  const [sitesJson, countriesJson] = [
    await source.read('sites.json', issues),
    await source.read('countries.json', issues),
  ];
  const countryRules = readCountryRules(getMember(countriesJson.value, 'countries'));
  const readTyped = (json: JsonFile): JsonFile => {
    const typed = { ...json, value: normalizeEnteredFile(json.file, json.value, countryRules) };
    known.push(typed);
    return typed;
  };
  const read = async (file: string) => readTyped(await source.read(file, issues));
  const [sitesFile, countriesFile, catalogueFile, articlesFile] = [
    readTyped(sitesJson),
    readTyped(countriesJson),
    await read('catalogue.json'),
    await read('articles.json'),
  ];
  const languages = parseLanguages(sitesFile, issues);
  const sites = parseRows(sitesFile, 'sites', SiteRow, 'key', issues);
  // These determine which files are mandatory.
  if (issues.issues.some(({ row }) => row.startsWith('languages'))) issues.throwIfAny();
  const used = new Set(sites.flatMap((site) => site.languages.map((language) => language.languageId)));
  const usedLanguages = languages.filter((language) => used.has(language.languageId));

  const texts = new Map<string, ShopTexts>();
  const isLanguageRead = (code: string) => source.languages?.has(code) !== false;
  for (const { code } of usedLanguages.filter((language) => isLanguageRead(language.code))) {
    const parsed = parseTexts(await read(await findTextsFile(source, code)), code, issues);
    if (parsed) texts.set(code, parsed);
  }

  const group = new Map<string, CorporateSiteText>();
  const corporateLanguages = new Set(
    sites
      .filter((site) => isCorporate(site))
      .flatMap((site) => site.languages.map((entry) => entry.languageId)),
  );
  if (corporateLanguages.size > 0) {
    const file = await read('group.json');
    for (const { languageId, code } of languages) {
      if (!corporateLanguages.has(languageId) || file.value === undefined) continue;
      const text = parseRow(file, code, getMemberOfLanguage(file.value, code), CorporateSiteText, issues);
      if (text) group.set(code, text);
    }
  }

  const synonyms = new Map<string, TextsByKey<readonly string[]>>();
  let synonymMeanings: TextsByKey<SynonymMeaning> = {};
  let popularSynonyms: readonly string[] = [];
  if (await source.has('search-synonyms.json')) {
    const file = await read('search-synonyms.json');
    for (const { code } of usedLanguages) {
      const groups = getMemberOfLanguage(file.value, code);
      if (groups !== undefined) synonyms.set(code, parseMembers(file, code, groups, SynonymGroup, issues));
    }
    const meanings = getMember(file.value, 'meanings');
    if (meanings !== undefined) {
      synonymMeanings = parseMembers(file, 'meanings', meanings, SynonymMeaning, issues);
    }
    const popular = getMember(file.value, 'popular');
    if (popular !== undefined) {
      popularSynonyms = parseRow(file, 'popular', popular, PopularSynonymGroups, issues) ?? [];
    }
  }

  const readOptionalFile = async (file: string) => ((await source.has(file)) ? await read(file) : null);
  const landing = await readOptionalFile('landing-pages.json');
  const menus = await readOptionalFile('menus.json');
  const history = await readOptionalFile('price-history.json');
  const redirects = await readOptionalFile('redirects.json');
  const pickupPoints = await readOptionalFile('pickup-points.json');
  const dealers = await readOptionalFile('dealers.json');
  const promotions = await readOptionalFile('promotions.json');
  const jobs = await readOptionalFile('jobs.json');
  const textPictures = await readOptionalFile('text-pictures.json');
  const changed = await readOptionalFile('changed-texts.json');
  const model = await readOptionalFile('feed-model.json');
  const reports = await readOptionalFile('sample-reports.json');
  const shelf = await readOptionalFile('lab-shelf.json');
  const legalFile = await readOptionalFile('legal.json');
  const legal = legalFile ? parseRows(legalFile, 'legal', LegalRow, 'site', issues) : [];

  const files: ShopFiles = {
    isPart: source.isPart === true,
    hasSomeLanguagesOnly: source.languages !== undefined,
    otherProducts: source.otherProducts ?? new Set(),
    languages,
    priceHistory: history ? parseRows(history, 'priceHistory', PriceHistoryRow, 'articleNumber', issues) : [],
    plannedPrices:
      history && getMember(history.value, 'plannedPrices') !== undefined
        ? parseRows(history, 'plannedPrices', PlannedPriceRow, 'articleNumber', issues)
        : [],
    redirects: (redirects ? parseRows(redirects, 'redirects', RedirectRow, 'path', issues) : []).map(
      (row) => ({ ...row, language: resolveLocale(row.language) ?? row.language }),
    ),
    pickupPoints: pickupPoints
      ? parseRows(pickupPoints, 'points', PickupPointRow, 'parcelShopId', issues)
      : [],
    dealers: dealers ? parseRows(dealers, 'dealers', DealerRow, 'dealerId', issues) : [],
    promotions: (promotions ? parseRows(promotions, 'promotions', PromotionRow, 'key', issues) : []).map(
      (row) => ({ ...row, texts: keyByLocale(row.texts) }),
    ),
    vacancies: jobs ? parseRows(jobs, 'jobs', VacancyRow, 'key', issues) : [],
    textPictures: (textPictures
      ? parseRows(textPictures, 'textPictures', TextPictureRow, 'key', issues)
      : []
    ).map((row) => ({ ...row, alts: keyByLocale(row.alts) })),
    changedTexts: changed ? parseRows(changed, 'changedTexts', ChangedTextRow, 'key', issues) : [],
    feedModel: model && parseRow(model, '', model.value, FeedModelFile, issues),
    labReference: reports && parseRow(reports, '', reports.value, LabReferenceFile, issues),
    rqsReports: reports ? parseRows(reports, 'rqs', RqsReportRow, 'id', issues) : [],
    qsReports: reports ? parseRows(reports, 'qs', QsReportRow, 'id', issues) : [],
    labShelf: shelf ? parseRows(shelf, 'labShelf', VerdictLinkRow, 'key', issues) : [],
    legal: legal.map((row) => ({ ...row, texts: keyByLocale(row.texts) })),
    photos: await source.readPhotos(issues),
    legalFiles: await source.readLegal(listLegalFiles(legal)),
    landingPages: (landing ? parseRows(landing, 'landingPages', LandingPageRow, 'key', issues) : []).map(
      (row) => ({ ...row, texts: keyByLocale(row.texts) }),
    ),
    adviceThemes: landing ? parseRows(landing, 'adviceThemes', AdviceThemeRow, 'category', issues) : [],
    menus: menus ? parseRows(menus, 'menus', MenuRow, 'key', issues) : [],
    sites,
    texts,
    group,
    synonyms,
    synonymMeanings,
    popularSynonyms,
    paymentMethods: parseRows(sitesFile, 'paymentMethods', PaymentMethodRow, 'key', issues),
    countries: parseRows(countriesFile, 'countries', CountryRow, 'regionCode', issues).map((row) => ({
      ...row,
      name: keyByLocale(row.name),
    })),
    categories: parseRows(catalogueFile, 'categories', CategoryRow, 'key', issues),
    products: parseRows(catalogueFile, 'products', ProductRow, 'key', issues),
    articles: parseRows(articlesFile, 'articles', ArticleRow, 'key', issues),
  };
  // Invalid characters in rows are reported with their rows.
  if (issues.issues.length === 0) for (const file of known) checkMembers(file, issues);
  issues.throwIfAny();
  return {
    files,
    *listRecords() {
      for (const { file, value } of known) {
        const positions = new Map<string, number>();
        for (const piece of splitFileIntoRecords(file, isObject(value) ? value : {})) {
          const position = positions.get(piece.list) ?? 0;
          positions.set(piece.list, position + 1);
          yield { ...piece, file: getFileNameInRecords(file), position };
        }
      }
    },
  };
}

/** Members that the import does not read are stored as well, so the database must accept them. */
function checkMembers(file: JsonFile, issues: IssueList): void {
  for (const [name, value] of Object.entries(isObject(file.value) ? file.value : {})) {
    if (name.length > MAX_KEY_LENGTH) {
      issues.add(file.file, name.slice(0, MAX_KEY_LENGTH), '', `a key has 1 to ${MAX_KEY_LENGTH} characters`);
    }
    if (file.hasUnstorableText !== true) continue;
    checkText({ [name]: value }, [], (field) => issues.add(file.file, field, '', UNSTORABLE_TEXT_PROBLEM));
  }
}

const listLegalFiles = (legal: readonly LegalRow[]): Set<string> =>
  new Set(
    legal.flatMap(({ texts }) =>
      Object.values(texts).flatMap(({ guaranteeNotice }) => guaranteeNotice ?? []),
    ),
  );

/** Reads those of the named files that the folder `legal` contains. */
async function readLegalFiles(folder: string, named: ReadonlySet<string>): Promise<Map<string, Buffer>> {
  const place = path.join(folder, 'legal');
  const files = new Map<string, Buffer>();
  for (const name of await readdir(place).catch((): string[] => [])) {
    const file = path.join(place, name);
    if (named.has(name) && (await findUnreadableReason(file)) === null) files.set(name, await readFile(file));
  }
  return files;
}

/**
 * Returns the SHA-256 of all files of a folder: JSON files, texts, official notices, photos and pictures of
 * texts.
 */
export async function hashShopFiles(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const [place, ending] of [
    ['.', /\.json$/],
    ['texts', /\.json$/],
    ['legal', /\.(svg|png|pdf)$/],
    ['pictures', /./],
    ['text-pictures', /./],
  ] as const) {
    const names = await readdir(path.join(folder, place)).catch((): string[] => []);
    for (const name of names.filter((file) => ending.test(file)).sort()) {
      const file = path.join(place, name);
      hash.update(`${file}\n`);
      // Entries that are not readable files are reported when they are read. A pipe would never end.
      if ((await findUnreadableReason(path.join(folder, file))) === null) {
        for await (const bytes of createReadStream(path.join(folder, file))) hash.update(bytes as Buffer);
      }
      hash.update('\n');
    }
  }
  return hash.digest('hex');
}

/** Returns the languages with their current codes. Each has a unique id and code. */
function parseLanguages(file: JsonFile, issues: IssueList): LanguageRow[] {
  const seen = new Map<unknown, string>();
  return parseRows(file, 'languages', LanguageRow, 'code', issues).flatMap((row) => {
    const name = `languages.${row.code}`;
    const code = resolveLocale(row.code);
    if (code === null) {
      issues.add(file.file, name, 'code', `is not a language of the shop: use one of ${LOCALES.join(', ')}`);
      return [];
    }
    for (const [field, value] of [
      ['languageId', row.languageId],
      ['code', code],
    ] as const) {
      const other = seen.get(value);
      if (other !== undefined) issues.add(file.file, name, field, `'${value}' is also that of ${other}`);
      seen.set(value, name);
    }
    return [{ ...row, code }];
  });
}

/** Returns the text file of a language. Its name may contain a former code. */
async function findTextsFile(source: ShopSource, code: string): Promise<string> {
  const names = await source.listTexts();
  const wanted = `${code}.json`;
  const older = names.find((name) => name.endsWith('.json') && resolveLocale(name.slice(0, -5)) === code);
  return `texts/${names.includes(wanted) ? wanted : (older ?? wanted)}`;
}

/** Returns the member of a language, by its current or a former code. */
function getMemberOfLanguage(value: unknown, code: string): unknown {
  const name = isObject(value) ? Object.keys(value).find((key) => resolveLocale(key) === code) : undefined;
  return getMember(value, name ?? code);
}

const keyByLocale = <T>(texts: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [resolveLocale(code) ?? code, text]));

/**
 * Returns true if a folder contains an entry of this name. Includes broken links and unreadable entries,
 * which must not count as missing.
 */
async function hasFolderEntry(folder: string, file: string): Promise<boolean> {
  return await lstat(path.join(folder, file)).then(
    () => true,
    (error: unknown) => getMember(error, 'code') !== 'ENOENT',
  );
}

export interface JsonFile {
  readonly file: string;
  /** Undefined if the file could not be read. That error is reported once, not for each row. */
  readonly value: unknown;
  /**
   * True if the file contains an escape that may denote an invalid character, so all its texts must be
   * checked.
   */
  readonly hasUnstorableText?: boolean;
}

async function readJson(folder: string, file: string, issues: IssueList): Promise<JsonFile> {
  let bytes: Buffer;
  const problem = (await hasFolderEntry(folder, file))
    ? await findUnreadableReason(path.join(folder, file))
    : null;
  if (problem !== null) {
    issues.add(file, '', '', problem);
    return { file, value: undefined };
  }
  try {
    bytes = await readFile(path.join(folder, file));
  } catch (error) {
    const isMissing = getMember(error, 'code') === 'ENOENT';
    issues.add(
      file,
      '',
      '',
      isMissing ? `is missing in ${folder}` : `cannot be read: ${getErrorMessage(error)}`,
    );
    return { file, value: undefined };
  }
  if (!isUtf8(bytes)) {
    issues.add(file, findInvalidLine(bytes), '', 'has bytes that are not UTF-8: save the file in UTF-8');
    return { file, value: undefined };
  }
  try {
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const value: unknown = JSON.parse(text);
    if (isObject(value)) {
      return { file, value, hasUnstorableText: /\\u(?:0000|[dD][89a-fA-F])/.test(text) };
    }
    issues.add(file, '', '', 'must hold one JSON object');
  } catch (error) {
    issues.add(file, '', '', `is not valid JSON: ${getErrorMessage(error)}`);
  }
  return { file, value: undefined };
}

/** Returns the name of the first line that is not UTF-8. */
function findInvalidLine(bytes: Buffer): string {
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
  if (typeof language !== 'string' || resolveLocale(language) !== code) {
    issues.add(file.file, '', 'language', `must be '${code}'`);
  }
  const facets = getMember(file.value, 'facets');
  const navigation = parseRow(
    file,
    'navigation',
    getMember(file.value, 'navigation'),
    NavigationText,
    issues,
  );
  const site = parseRow(file, 'site', getMember(file.value, 'site'), ServiceAndDealerTexts, issues);
  const texts = {
    products: group('products', ProductText),
    categories: group('categories', CategoryText),
    articles: group('articles', ArticleText),
    pages: group('pages', PageText),
    vacancies: getMember(file.value, 'vacancies') === undefined ? {} : group('vacancies', VacancyText),
    materials: group('materials', Term),
    nutrients: group('nutrients', Term),
    additives: group('additives', Term),
    // The products of a shop need not have colours.
    colours: getMember(file.value, 'colours') === undefined ? {} : group('colours', Term),
    facets: Object.fromEntries(
      Object.keys(isObject(facets) ? facets : {}).map((name) => [
        name,
        parseMembers(file, `facets.${name}`, getMember(facets, name), Term, issues),
      ]),
    ),
  };
  const listed = getMember(file.value, 'reviews');
  const reviews = listed !== undefined ? parseRows(file, 'reviews', ReviewText, 'productKey', issues) : [];
  if (!isObject(facets)) issues.add(file.file, 'facets', '', 'is missing');
  return navigation && site && { ...texts, navigation, site, reviews };
}

/** Lists that may be empty. */
const OPTIONAL_LISTS: ReadonlySet<string> = new Set([
  'articles',
  'landingPages',
  'adviceThemes',
  'menus',
  'priceHistory',
  'plannedPrices',
  'redirects',
  'points',
  'dealers',
  'promotions',
  'jobs',
  'changedTexts',
  'textPictures',
  'labShelf',
  'legal',
  'reviews',
]);

/** Returns the valid rows of a list. Reports the others by key. */
export function parseRows<T extends Type.TSchema>(
  file: JsonFile,
  list: string,
  schema: T,
  keyField: string,
  issues: IssueList,
): Type.Static<T>[] {
  if (file.value === undefined) return [];
  const rows = getMember(file.value, list);
  if (!Array.isArray(rows) || (rows.length === 0 && !OPTIONAL_LISTS.has(list))) {
    const problem = OPTIONAL_LISTS.has(list) ? 'must be a list' : 'must be a list with at least one row';
    issues.add(file.file, list, '', rows === undefined ? `is missing: it ${problem}` : problem);
    return [];
  }
  return rows.flatMap((row: unknown, index) => {
    const key = getMember(row, keyField);
    const isNamed = typeof key === 'string' || typeof key === 'number';
    const parsed = parseRow(file, `${list}.${isNamed ? key : index}`, row, schema, issues);
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
    if (key.includes('\0') || !key.isWellFormed()) {
      issues.add(file.file, name, key.toWellFormed().replaceAll('\0', ''), UNSTORABLE_TEXT_PROBLEM);
      return [];
    }
    if (key === '' || key.length > MAX_KEY_LENGTH) {
      issues.add(
        file.file,
        `${name}.${key.slice(0, MAX_KEY_LENGTH)}`,
        '',
        `a key has 1 to ${MAX_KEY_LENGTH} characters`,
      );
      return [];
    }
    const parsed = parseRow(file, `${name}.${key}`, row, schema, issues);
    return parsed === null ? [] : [[key, parsed]];
  });
  return Object.fromEntries(entries);
}

/** Returns a valid row, or null and reports the errors. */
export function parseRow<T extends Type.TSchema>(
  file: JsonFile,
  row: string,
  value: unknown,
  schema: T,
  issues: IssueList,
): Type.Static<T> | null {
  if (file.value === undefined) return null;
  if (value === undefined) {
    issues.add(file.file, row, '', 'is missing', { code: 'value_missing' });
    return null;
  }
  if (file.hasUnstorableText === true) {
    checkText(value, [], (field) =>
      issues.add(file.file, row, field, UNSTORABLE_TEXT_PROBLEM, { code: 'value_character' }),
    );
  }
  if (isObject(value) && schemaByValidRow.get(value) === schema) return value as Type.Static<T>;
  const validator = getValidator(schema);
  if (validator.Check(value)) {
    if (isObject(value)) schemaByValidRow.set(value, schema);
    return value as Type.Static<T>;
  }
  for (const error of validator.Errors(value)) {
    // All unions are of the form 'this or null', so only the error of the other branch is reported.
    if (error.keyword === 'anyOf' || getMember(error.params, 'type') === 'null') continue;
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    if (error.keyword === 'required') {
      for (const name of getRequiredNames(error.params)) {
        issues.add(file.file, row, field === '' ? name : `${field}.${name}`, 'is missing', {
          code: 'value_missing',
        });
      }
    } else {
      issues.add(
        file.file,
        row,
        field,
        describeSchemaError(error.keyword, error.message, error.params),
        toTranslatableFault(error.keyword, error.params),
      );
    }
  }
  return null;
}

const validatorsBySchema = new Map<Type.TSchema, Validator>();

/** Rows known to be valid. An edit reads the shop before and after it, and most rows are the same. */
const schemaByValidRow = new WeakMap<object, Type.TSchema>();

/** Returns a validator, compiled once per schema, because there are as many rows as texts. */
function getValidator(schema: Type.TSchema): Validator {
  const known = validatorsBySchema.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  validatorsBySchema.set(schema, validator);
  return validator;
}

export const UNSTORABLE_TEXT_PROBLEM =
  'has a character that no text can hold (\\u0000, or half of a pair such as \\ud83d): remove it, or type it again';

/** Reports the path of every text, including keys, that the database cannot store. */
function checkText(value: unknown, path: readonly string[], tell: (field: string) => void): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) tell(path.join('.'));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key.includes('\0') || !key.isWellFormed())
        tell([...path, key.toWellFormed().replaceAll('\0', '')].join('.'));
      else checkText(member, [...path, key], tell);
    }
  }
}

function getRequiredNames(params: unknown): readonly string[] {
  const names = getMember(params, 'requiredProperties');
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

/** Messages by pattern, for values that people write by hand. */
const messagesByPattern: ReadonlyMap<unknown, string> = new Map([
  [DAY_PATTERN, 'is no date: write it as 2026-11-30'],
  [MOMENT_PATTERN, 'is not a timestamp: write it as 2026-11-30T08:00:00Z'],
  [DISPLAY_PHONE_PATTERN, 'is no phone number: write it with its country code, as +31 88 123 45 67'],
  [EMAIL_PATTERN, 'is not an email address: write it as name@example.com'],
]);

function describeSchemaError(keyword: string, message: string, params: unknown): string {
  const allowed = getMember(params, 'allowedValues');
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  const form = getMember(params, 'pattern');
  if (keyword === 'pattern') {
    return messagesByPattern.get(form) ?? `has an invalid format; it must match ${String(form)}`;
  }
  return message;
}

/**
 * Returns the translatable message for an invalid value, for people who typed it or uploaded it in a file.
 */
function toTranslatableFault(keyword: string, params: unknown): TranslatableFault {
  const limit = getMember(params, 'limit');
  const allowed = getMember(params, 'allowedValues');
  if (keyword === 'enum' && Array.isArray(allowed)) {
    return { code: 'value_choice', values: { choices: allowed.join(', ') } };
  }
  if (keyword === 'minimum' || keyword === 'maximum') {
    return { code: `value_${keyword}`, values: { limit: typeof limit === 'number' ? limit : '' } };
  }
  if (keyword === 'pattern') {
    return { code: getMember(params, 'pattern') === SLUG_PATTERN ? 'value_form' : 'value_shape' };
  }
  if (keyword === 'minLength' || keyword === 'minItems') return { code: 'value_empty' };
  if (keyword === 'maxLength' || keyword === 'maxItems') {
    return { code: 'value_long', values: { maximum: typeof limit === 'number' ? limit : '' } };
  }
  return { code: 'value_wrong' };
}

function getErrorMessage(error: unknown): string {
  const message = getMember(error, 'message');
  return typeof message === 'string' ? message : String(error);
}
