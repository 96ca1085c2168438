import { normaliseEmailAddress } from '../../../shared/rules/email-address.ts';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';
import type { CountryFormRules } from '../../../shared/rules/people/person-details.ts';
import { isPhoneNumber, readPhoneNumber } from '../../../shared/rules/people/phone-number.ts';
import { readPostcode } from '../../../shared/rules/people/postcode.ts';
import { readDate } from '../../../shared/rules/people/typed-date.ts';
import { readDecimal } from '../../../shared/rules/people/typed-decimal.ts';
import { readVatNumber } from '../../../shared/rules/people/vat-number.ts';
import { cleanLine, cleanTypedCode } from '../../../shared/rules/typed-text.ts';
import { MOMENT_PATTERN } from './shop-file-schemas.ts';

/**
 * Fields of a shop's files that people type in several ways. The readers of the shop's forms convert them
 * before the schemas check them, so that records and tables contain the stored form.
 */

/** Form rules of the countries of a shop, by country id and by region code. */
export interface CountryRules {
  readonly byId: ReadonlyMap<unknown, CountryFormRules>;
  readonly byRegion: ReadonlyMap<unknown, CountryFormRules>;
}

/** Reads one value. Returns a value that it cannot read unchanged: the checks report it. */
type ValueReader = (value: unknown, rules: CountryFormRules | undefined) => unknown;
/** Readers by member. All rows of a list have the same readers; `*` stands for every member. */
interface Fields {
  readonly [name: string]: ValueReader | Fields;
}

const readText =
  (read: (text: string, rules: CountryFormRules | undefined) => unknown): ValueReader =>
  (value, rules) =>
    typeof value === 'string' ? read(value, rules) : value;

/** Like `readText`, for codes that JSON may contain as a number: a postcode, a house number. */
const readTextOrNumber =
  (read: (text: string, rules: CountryFormRules | undefined) => unknown): ValueReader =>
  (value, rules) =>
    typeof value === 'string' || typeof value === 'number' ? read(String(value), rules) : value;

const lineReader = readText(cleanLine);
const postcode = readTextOrNumber(readPostcode);
const vatNumber = readText(readVatNumber);
const email = readText(normaliseEmailAddress);
/** Bank codes: without spaces, in capitals. */
const bankCodeReader = readText((text) => cleanTypedCode(text).replace(/[ .-]/g, '').toUpperCase());
const dayReader = readText((text) => readDate(text) ?? text);
const momentPattern = new RegExp(MOMENT_PATTERN);
const dayOrMomentReader = readText((text) => (momentPattern.test(text) ? text : (readDate(text) ?? text)));
const createDecimalReader = (decimals: number): ValueReader =>
  readText((text) => readDecimal(text, { decimals }) ?? text);
const euroReader = createDecimalReader(2);
const decimal = createDecimalReader(6);

const phoneNumber = readText((text, rules) =>
  rules && isPhoneNumber(text, rules) ? readPhoneNumber(text, rules) : text,
);
/** Pages show this number as written, so a number with its country code retains its spaces. */
const displayPhoneNumberReader = readText((text, rules) => {
  const written = cleanLine(text);
  const number = phoneNumber(written, rules);
  return written.replaceAll(' ', '') === number ? written : number;
});

const address: Fields = {
  zipcode: postcode,
  street: lineReader,
  streetNumber: readTextOrNumber(cleanLine),
  streetNumberAddition: readTextOrNumber((text) => cleanLine(text) || null),
  city: lineReader,
};
const locationReaders: Fields = { address, latitude: decimal, longitude: decimal };

/** Readers by file and list. */
const readersByFile: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  'articles.json': { articles: { publishedOn: dayReader } },
  'catalogue.json': {
    products: { variants: { priceExclVat: euroReader, sitePrices: { '*': euroReader } } },
  },
  'countries.json': {
    countries: { vatPercentageHigh: decimal, vatPercentageLow: decimal, vatPercentageFeed: decimal },
  },
  'dealers.json': { dealers: { ...locationReaders, phoneNumber, emailAddress: email } },
  'jobs.json': { jobs: { publishedOn: dayReader, openUntil: dayReader } },
  'legal.json': {
    legal: {
      invoice: { address, emailAddress: email, vatNumber, iban: bankCodeReader, bic: bankCodeReader },
      manufacturer: { address, emailAddress: email },
    },
  },
  'pickup-points.json': { points: { ...locationReaders, maxParcelWeightKg: decimal } },
  'price-history.json': {
    priceHistory: { priceExclVat: euroReader, validFrom: dayOrMomentReader },
    plannedPrices: { priceExclVat: euroReader },
  },
  'promotions.json': {
    promotions: {
      percentage: decimal,
      amount: euroReader,
      minimum: euroReader,
      from: dayOrMomentReader,
      until: dayOrMomentReader,
    },
  },
  'sites.json': {
    sites: {
      customerServicePhone: displayPhoneNumberReader,
      customerServiceEmailAddress: email,
      indicativeRatePerEur: decimal,
      vatPercentageHigh: decimal,
      vatPercentageLow: decimal,
      freeShippingFromInclVat: euroReader,
      paymentCosts: { costInclVat: euroReader },
      shippingMethods: { priceInclVat: euroReader },
      legalEntity: { address, vatNumber },
    },
  },
};
const readersByTextList: Readonly<Record<string, Fields>> = { reviews: { date: dayReader } };

const findFieldReaders = (file: string, list: string): Fields | undefined =>
  (file.startsWith('texts/') ? readersByTextList : readersByFile[file])?.[list];

/**
 * Returns the form rules of the countries of a shop.
 *
 * @param rows of `countries.json`; invalid rows, which the import reports, have no rules
 */
export function readCountryRules(rows: unknown): CountryRules {
  const byId = new Map<unknown, CountryFormRules>();
  const byRegion = new Map<unknown, CountryFormRules>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const regionCode = getMember(row, 'regionCode');
    const [postcodes, phones, vatNumbers] = ['postcode', 'phone', 'vatNumber'].map((name) =>
      getMember(row, name),
    );
    const texts = [
      regionCode,
      getMember(postcodes, 'example'),
      getMember(phones, 'prefix'),
      ...[postcodes, phones, vatNumbers].map((part) => getMember(part, 'regex')),
    ];
    if (!texts.every((text) => typeof text === 'string')) continue;
    const [code = '', postcodeExample = '', phonePrefix = '', ...patterns] = texts;
    if (!patterns.every(isRegularExpression)) continue;
    const [postcodePattern = '', phonePattern = '', vatNumberPattern = ''] = patterns;
    const rules = {
      regionCode: code,
      postcodePattern,
      postcodeExample,
      phonePrefix,
      phonePattern,
      vatNumberPattern,
    };
    byId.set(getMember(row, 'countryId'), rules);
    byRegion.set(code, rules);
  }
  return { byId, byRegion };
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Returns the rules of the country that a value names, directly or in its address, otherwise `outer`. */
function findRulesOfCountry(
  value: object,
  countries: CountryRules,
  outer: CountryFormRules | undefined,
): CountryFormRules | undefined {
  const address = getMember(value, 'address');
  const regionCode = getMember(value, 'regionCode') ?? getMember(address, 'regionCode');
  if (regionCode !== undefined) return countries.byRegion.get(regionCode);
  const countryId = getMember(value, 'countryId') ?? getMember(address, 'countryId');
  return countryId === undefined ? outer : countries.byId.get(countryId);
}

/** Reads the members of a value. Unchanged rows are returned as the same objects. */
function readMembers(
  value: unknown,
  fields: Fields,
  countries: CountryRules,
  outer: CountryFormRules | undefined,
): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((row: unknown) => readMembers(row, fields, countries, outer));
    return rows.some((row, index) => row !== value[index]) ? rows : value;
  }
  if (!isObject(value)) return value;
  const rules = findRulesOfCountry(value, countries, outer);
  let read = value;
  for (const name of fields['*'] === undefined ? Object.keys(fields) : Object.keys(value)) {
    const field = fields['*'] ?? fields[name];
    if (field === undefined || !Object.hasOwn(value, name)) continue;
    const before = value[name];
    const after =
      typeof field === 'function' ? field(before, rules) : readMembers(before, field, countries, rules);
    if (after === before) continue;
    if (read === value) read = { ...value };
    read[name] = after;
  }
  return read;
}

/** Returns true if records of a list have typed fields. */
export const hasEnteredFields = (file: string, list: string): boolean =>
  findFieldReaders(file, list) !== undefined;

/**
 * Reads one record of a file as people type it.
 *
 * @returns the record in its stored form; the same object if nothing changes
 */
export function normalizeEnteredRecord(
  file: string,
  list: string,
  value: unknown,
  countries: CountryRules,
): unknown {
  const fields = findFieldReaders(file, list);
  return fields ? readMembers(value, fields, countries, undefined) : value;
}

/**
 * Reads a whole file as people type it. Its members are lists.
 *
 * @returns the file with records in their stored form; the same object if nothing changes
 */
export function normalizeEnteredFile(file: string, value: unknown, countries: CountryRules): unknown {
  if (!isObject(value)) return value;
  let read = value;
  for (const [list, rows] of Object.entries(value)) {
    const typed = normalizeEnteredRecord(file, list, rows, countries);
    if (typed === rows) continue;
    if (read === value) read = { ...value };
    read[list] = typed;
  }
  return read;
}
