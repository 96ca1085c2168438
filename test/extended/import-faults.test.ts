import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { importShopWithin } from '../../server/backend/import-export/import-shop.ts';
import { readCheckedShop } from '../../server/backend/import-export/read-checked-shop.ts';
import * as schema from '../../server/backend/schema/schema.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { PACKSHOTS_FOLDER, SAMPLE_IMPORTED_AT } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  openSmallShopDatabase,
  removeDanglingSearchTerms,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

const LATER = new Date('2026-12-01T10:00:00Z');

let folder: ShopFilesFolder;
beforeEach(async () => {
  folder = await createSmallShopFolder();
});
afterEach(() => folder.remove());

const product = (json: Json, key = 'prado-balance'): Json =>
  json.products.find((row: Json) => row.key === key);
const variant = (json: Json, key = 'prado-balance'): Json => product(json, key).variants[0];
const site = (json: Json, key = 'havero-nl'): Json => json.sites.find((row: Json) => row.key === key);
const findPromotion = (json: Json, key = 'stal10'): Json =>
  json.promotions.find((row: Json) => row.key === key);
const landing = (json: Json): Json => json.landingPages[0];
const legal = (json: Json): Json => json.legal[0];
const findRowBy = (rows: Json[], key: string, value: unknown): Json =>
  rows.find((row: Json) => row[key] === value);

/**
 * A fault: its description, the file, the change that causes it, and the message: file · row · field:
 * problem.
 */
type ImportFault = [what: string, file: string, change: (json: Json) => unknown, message: RegExp];

const BALANCE_MESSAGE_START = 'catalogue\\.json · products\\.prado-balance · ';

const importFaults: ImportFault[] = [
  // sites.json
  [
    'a site without the silo setting',
    'sites.json',
    (j) => delete site(j).silo,
    /sites\.json · sites\.havero-nl · silo: is missing/,
  ],
  [
    'a phone number without digits',
    'sites.json',
    (j) => (site(j).customerServicePhone = 'call us'),
    /sites\.havero-nl · customerServicePhone: is no phone number: write it with its country code/,
  ],
  [
    'a site id that is too large',
    'sites.json',
    (j) => (site(j).siteId = 999_999_999_999),
    /sites\.havero-nl · siteId: must be <= 100000000/,
  ],
  [
    'two sites with one key',
    'sites.json',
    (j) => (site(j, 'havero-en').key = 'havero-nl'),
    /sites\.havero-nl · key: 'havero-nl' is also that of/,
  ],
  [
    'two sites with one id',
    'sites.json',
    (j) => (site(j, 'havero-en').siteId = 1),
    /sites\.havero-en · siteId: '1' is also that of sites\.havero-nl/,
  ],
  [
    'a duplicate host',
    'sites.json',
    (j) => (site(j).languages[1].domain = 'havero-nl.localhost'),
    /sites\.havero-nl · languages\.domain: .*is also that of/,
  ],
  [
    'a domain for an unused language',
    'sites.json',
    (j) => (site(j).domain = 'x.localhost'),
    /sites\.havero-nl · domain: must be that of the fallback language/,
  ],
  [
    'an unknown language',
    'sites.json',
    (j) => (site(j).languages[1].languageId = 77),
    /sites\.havero-nl · languages\.1\.languageId: language 77 is not in the list/,
  ],
  [
    'a duplicate language',
    'sites.json',
    (j) => (site(j).languages[1].languageId = 1),
    /languages\.1\.languageId: language 1 is listed twice/,
  ],
  [
    'a fallback language that the site does not have',
    'sites.json',
    (j) => (site(j).fallbackLanguageId = 9),
    /sites\.havero-nl · fallbackLanguageId: is not one of the languages/,
  ],
  [
    'an unknown country',
    'sites.json',
    (j) => (site(j).deliveryCountryIds = [77]),
    /deliveryCountryIds: country 77 is not in countries\.json/,
  ],
  [
    'a duplicate delivery country',
    'sites.json',
    (j) => site(j).deliveryCountryIds.push(site(j).deliveryCountryIds[0]),
    /sites\.havero-nl · deliveryCountryIds: .* is also that of/,
  ],
  [
    'an unknown home country',
    'sites.json',
    (j) => (site(j).countryId = 77),
    /sites\.havero-nl · countryId: country 77 is not in countries\.json/,
  ],
  [
    'an unknown payment method',
    'sites.json',
    (j) => site(j).paymentMethodIds.push(77),
    /paymentMethodIds: payment method 77 is not in the list/,
  ],
  [
    'a duplicate payment method',
    'sites.json',
    (j) => site(j).paymentMethodIds.push(site(j).paymentMethodIds[0]),
    /sites\.havero-nl · paymentMethodIds: .* is also that of/,
  ],
  [
    'a shop without payment methods',
    'sites.json',
    (j) => (site(j).paymentMethodIds = []),
    /paymentMethodIds: a shop needs at least one/,
  ],
  [
    'a currency that contradicts its symbol',
    'sites.json',
    (j) => (site(j).currencyCode = 'DKK'),
    /sites\.havero-nl · currencyCode: must be EUR/,
  ],
  [
    'a shop whose payment methods no provider supports',
    'sites.json',
    (j) => (site(j).paymentProviderConfigurationId = null),
    /paymentProviderConfigurationId: is null: state the payment provider configuration of the shop/,
  ],
  [
    'a foreign currency without its notice',
    'sites.json',
    (j) => Object.assign(site(j), { currency: 'KR', currencyCode: 'SEK', indicativeRatePerEur: 11 }),
    /sites\.havero-nl · currencyConversionDisclaimer: must be true: amounts in SEK/,
  ],
  [
    'a fraction of a cent as delivery cost',
    'sites.json',
    (j) => (site(j).shippingMethods[0].priceInclVat = 4.955),
    /shippingMethods\.0\.priceInclVat: has more than two decimals/,
  ],
  [
    'an unknown delivery option',
    'sites.json',
    (j) => (site(j).shippingMethods[0].shippingMethod = 7),
    /shippingMethods\.0\.shippingMethod: must be one of 0, 1/,
  ],
  [
    'a rate that exceeds its column',
    'sites.json',
    (j) => (site(j).indicativeRatePerEur = 7.46001),
    /sites\.havero-nl · indicativeRatePerEur: has more than four decimals/,
  ],
  [
    'opening hours that end before they begin',
    'sites.json',
    (j) => (site(j).openingHours[0].to = '07:00'),
    /openingHours\.0: 08:30 to 07:00 is not a valid time range/,
  ],
  [
    'an unknown site type',
    'sites.json',
    (j) => (site(j).type = 7),
    /sites\.havero-nl · type: must be one of 0, 1, 2/,
  ],
  [
    'VAT above 100 %',
    'sites.json',
    (j) => (site(j).vatPercentageHigh = 121),
    /vatPercentageHigh: must be <= 100/,
  ],
  [
    'a VAT rate with five decimals',
    'sites.json',
    (j) => (site(j).vatPercentageLow = 5.50001),
    /sites\.havero-nl · vatPercentageLow: has more than four decimals/,
  ],
  [
    'no sites',
    'sites.json',
    (j) => (j.sites = []),
    /sites\.json · sites: must be a list with at least one row/,
  ],
  [
    'sites that are not a list',
    'sites.json',
    (j) => (j.sites = {}),
    /sites\.json · sites: must be a list with at least one row/,
  ],
  [
    'a language without locale files',
    'sites.json',
    (j) => (j.languages[0].code = 'xx'),
    /sites\.json · languages\.xx · code: is not a language of the shop/,
  ],
  [
    'a duplicate language id',
    'sites.json',
    (j) => (j.languages[1].languageId = 1),
    /languages\.de · languageId: '1' is also that of languages\.nl/,
  ],
  [
    'a payment method without a name',
    'sites.json',
    (j) => delete j.paymentMethods[0].name,
    /paymentMethods\.[a-z-]+ · name: is missing/,
  ],
  // countries.json
  [
    'a duplicate country',
    'countries.json',
    (j) => (j.countries[1].regionCode = j.countries[0].regionCode),
    /countries\.json · countries\.[A-Z]{2} · regionCode: .*is also that of/,
  ],
  [
    'a country without a name in a language',
    'countries.json',
    (j) => delete j.countries[0].name.nl,
    /countries\.json · countries\.[A-Z]{2} · name\.nl: is missing/,
  ],
  [
    'a postcode rule that is not a regular expression',
    'countries.json',
    (j) => (j.countries[0].postcode.regex = '('),
    /postcode\.regex: is not a regular expression/,
  ],
  // catalogue.json
  [
    'no products',
    'catalogue.json',
    (j) => (j.products = []),
    /catalogue\.json · products: must be a list with at least one row/,
  ],
  [
    'feed without constituents',
    'catalogue.json',
    (j) => (product(j).analytical = null),
    RegExp(`${BALANCE_MESSAGE_START}analytical: is empty: feed is not sold without`),
  ],
  [
    'feed without a constituent in its list',
    'catalogue.json',
    (j) => (product(j).analytical = {}),
    RegExp(`${BALANCE_MESSAGE_START}analytical: is empty: feed is not sold without`),
  ],
  [
    'compound feed without its crude fibre',
    'catalogue.json',
    (j) => delete product(j).analytical.crudeFibre,
    RegExp(`${BALANCE_MESSAGE_START}analytical\\.crudeFibre: is missing: the label`),
  ],
  [
    'a scoop without volume',
    'catalogue.json',
    (j) => (product(j).feedAdvice.scoop.volumeMl = 0),
    RegExp(`${BALANCE_MESSAGE_START}feedAdvice\\.scoop\\.volumeMl: must be > 0`),
  ],
  [
    'constituents of more than 100 %',
    'catalogue.json',
    (j) => (product(j).analytical.moisture = 90),
    RegExp(`${BALANCE_MESSAGE_START}analytical: adds up to [\\d.]+ %: protein, fat`),
  ],
  [
    'feed rich in starch with the label low in sugar',
    'catalogue.json',
    (j) => {
      product(j).ingredientFlags = ['low-sugar'];
      product(j).analytical.sugar = 1;
      product(j).analytical.starch = 11.5;
    },
    RegExp(`${BALANCE_MESSAGE_START}ingredientFlags: says low-sugar at 12.5 % sugar and starch`),
  ],
  [
    'foal milk with a feed that is too large',
    'catalogue.json',
    (j) => {
      product(j).feedAdvice = {
        mode: 'byStage',
        gramsPer100Kg: { 'foal-d2-3': 1875 },
        feedsPerDay: 6,
        gramsPerLitre: 125,
      };
    },
    RegExp(
      `${BALANCE_MESSAGE_START}feedAdvice\\.gramsPer100Kg\\.foal-d2-3: is 2.5 litres per 100 kg at each feed`,
    ),
  ],
  [
    'feed without composition',
    'catalogue.json',
    (j) => (product(j).composition = []),
    RegExp(`${BALANCE_MESSAGE_START}composition: is empty: feed is not sold without`),
  ],
  [
    'feed without a feed type',
    'catalogue.json',
    (j) => (product(j).feedType = null),
    RegExp(`${BALANCE_MESSAGE_START}feedType: is missing: feed is a complementary feed`),
  ],
  [
    'a composition that is not in descending order',
    'catalogue.json',
    (j) => product(j).composition.reverse(),
    RegExp(
      `${BALANCE_MESSAGE_START}composition\\.\\d+: .* is listed after a smaller share: list the materials by weight`,
    ),
  ],
  [
    'a composition that does not add up to 100 %',
    'catalogue.json',
    (j) => (product(j).composition[0].percent = 25),
    RegExp(`${BALANCE_MESSAGE_START}composition: adds up to 105 % instead of 100 %`),
  ],
  [
    'a price of 0',
    'catalogue.json',
    (j) => (variant(j).priceExclVat = 0),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.priceExclVat: must be > 0`),
  ],
  [
    'a price that is not a number',
    'catalogue.json',
    (j) => (variant(j).priceExclVat = 'free'),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.priceExclVat: must be number`),
  ],
  [
    'a price above the maximum',
    'catalogue.json',
    (j) => (variant(j).priceExclVat = 1e300),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.priceExclVat: must be <= 1000000`),
  ],
  [
    'a fraction of a cent',
    'catalogue.json',
    (j) => (variant(j).priceExclVat = 18.145),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.priceExclVat: has more than two decimals`),
  ],
  [
    'a former price without a price history',
    'catalogue.json',
    (j) => (variant(j).formerPriceExclVat = 29),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.formerPriceExclVat: is not accepted: remove it`),
  ],
  [
    'an EAN with a wrong check digit',
    'catalogue.json',
    (j) => (variant(j).ean = '9520001070076'),
    RegExp(
      `${BALANCE_MESSAGE_START}variants\\.0\\.ean: the last figure of 9520001070076 is not its check digit`,
    ),
  ],
  [
    'an EAN of twelve digits',
    'catalogue.json',
    (j) => (variant(j).ean = '952000107007'),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.ean: .*must match`),
  ],
  [
    'a duplicate EAN',
    'catalogue.json',
    (j) => (variant(j).ean = variant(j, 'prado-nature').ean),
    /products\.prado-nature\.variants\.1002 · ean: .*is also that of products\.prado-balance/,
  ],
  [
    'a duplicate article number',
    'catalogue.json',
    (j) => (variant(j).articleNumber = variant(j, 'prado-nature').articleNumber),
    /products\.prado-nature\.variants\.1002 · articleNumber: .*is also that of/,
  ],
  [
    'a duplicate variant id',
    'catalogue.json',
    (j) => (variant(j).id = 1002),
    /products\.prado-nature\.variants\.1002 · id: '1002' is also that of/,
  ],
  [
    'a duplicate product id',
    'catalogue.json',
    (j) => (product(j).id = 102),
    /products\.prado-nature · id: '102' is also that of products\.prado-balance/,
  ],
  [
    'a duplicate product key',
    'catalogue.json',
    (j) => (product(j).key = 'prado-nature'),
    /products\.prado-nature · key: .*is also that of/,
  ],
  [
    'a key with capitals',
    'catalogue.json',
    (j) => (product(j).key = 'Prado'),
    /products\.Prado · key: .*must match/,
  ],
  [
    'an unknown category',
    'catalogue.json',
    (j) => (product(j).categoryId = 999),
    RegExp(`${BALANCE_MESSAGE_START}categoryId: category 999 is not in the file`),
  ],
  [
    'a product without variants',
    'catalogue.json',
    (j) => (product(j).variants = []),
    RegExp(`${BALANCE_MESSAGE_START}variants: must not have fewer than 1`),
  ],
  [
    'two default variants',
    'catalogue.json',
    (j) => (product(j, 'prado-senior').variants[1].isDefault = true),
    /products\.prado-senior · variants: exactly one must be the default, 2 are/,
  ],
  [
    'a weight that exceeds its column',
    'catalogue.json',
    (j) => (variant(j).netWeightG = 9e12),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.netWeightG: must be <= 2147483647`),
  ],
  [
    'a stock above the maximum',
    'catalogue.json',
    (j) => (variant(j).stock = 3e9),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.stock: must be <= 2147483647`),
  ],
  [
    'a negative stock',
    'catalogue.json',
    (j) => (variant(j).stock = -1),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.stock: must be >= 0`),
  ],
  [
    'an unknown type of pack',
    'catalogue.json',
    (j) => (variant(j).packaging = 'crate'),
    RegExp(`${BALANCE_MESSAGE_START}variants\\.0\\.packaging: must be one of bag, `),
  ],
  [
    'an unknown VAT class',
    'catalogue.json',
    (j) => (product(j).vatClass = 'luxury'),
    RegExp(`${BALANCE_MESSAGE_START}vatClass: must be one of feed, `),
  ],
  [
    'the 64th value of a facet',
    'catalogue.json',
    (j) => (product(j).applications = Array.from({ length: 64 }, (_, n) => `use-${n}`)),
    RegExp(
      `${BALANCE_MESSAGE_START}applications: 'use-63' is the 64th value of this facet, and lists can distinguish 63: use an existing value`,
    ),
  ],
  [
    'an oversized facet value',
    'catalogue.json',
    (j) => product(j).applications.push('x'.repeat(5000)),
    RegExp(`${BALANCE_MESSAGE_START}applications\\.\\d: must not have more than 80`),
  ],
  [
    'a category below itself',
    'catalogue.json',
    (j) => (findRowBy(j.categories, 'key', 'muesli').parentId = 11),
    /categories\.muesli · parentId: categories go two levels deep/,
  ],
  [
    'a category with an unknown parent',
    'catalogue.json',
    (j) => (findRowBy(j.categories, 'key', 'muesli').parentId = 999),
    /categories\.muesli · parentId: category 999 is not in the file/,
  ],
  [
    'a duplicate category id',
    'catalogue.json',
    (j) => (findRowBy(j.categories, 'key', 'muesli').id = 12),
    /categories\.pellets · id: '12' is also that of categories\.muesli/,
  ],
  [
    'a category with the key of a page',
    'catalogue.json',
    (j) => (findRowBy(j.categories, 'key', 'muesli').key = 'silo-supply'),
    /the page silo-supply, which is in the same menu · key: .*is also that of categories\.silo-supply/,
  ],
  [
    'NUL',
    'catalogue.json',
    (j) => (product(j).kind = 'mu\0sli'),
    RegExp(`${BALANCE_MESSAGE_START}kind: has a character that no text can hold .*: remove it`),
  ],
  // articles.json
  [
    'an article of an unknown product',
    'articles.json',
    (j) => j.articles[0].relatedProducts.push('nothing'),
    /articles\.json · articles\.[a-z-]+ · relatedProducts: 'nothing' is not in catalogue\.json/,
  ],
  [
    'a day that does not exist',
    'articles.json',
    (j) => (j.articles[0].publishedOn = '2026-02-30'),
    /articles\.[a-z-]+ · publishedOn: '2026-02-30' is not a date/,
  ],
  [
    'a day before the earliest year',
    'articles.json',
    (j) => (j.articles[0].publishedOn = '0000-01-01'),
    /articles\.[a-z-]+ · publishedOn: is no date: write it as 2026-11-30/,
  ],
  [
    'an article with the id of a page',
    'articles.json',
    (j) => (j.articles[0].id = 101),
    /articles\.[a-z-]+ · id: is 101, but ids of kind advice end at 100/,
  ],
  [
    'a duplicate article id',
    'articles.json',
    (j) => (j.articles[0].id = j.articles[1].id),
    /articles\.[a-z-]+ · id: .*is also that of/,
  ],
  [
    'an article with the key of a page',
    'articles.json',
    (j) => (j.articles[0].key = 'about'),
    /articles\.about · key: 'about' is also that of/,
  ],
  [
    'articles that are not a list',
    'articles.json',
    (j) => (j.articles = null),
    /articles\.json · articles: must be a list/,
  ],
  // texts
  [
    'texts of another language',
    'texts/nl.json',
    (j) => (j.language = 'de'),
    /texts\/nl\.json · language: must be 'nl'/,
  ],
  [
    'a product without texts',
    'texts/nl.json',
    (j) => delete j.products['prado-nature'],
    /texts\/nl\.json · products\.prado-nature: is missing/,
  ],
  [
    'a category without texts',
    'texts/nl.json',
    (j) => delete j.categories.muesli,
    /texts\/nl\.json · categories\.muesli: is missing/,
  ],
  [
    'a material without a name',
    'texts/nl.json',
    (j) => delete j.materials.lucerne,
    /texts\/nl\.json · materials\.lucerne: is missing/,
  ],
  [
    'a page without texts',
    'texts/nl.json',
    (j) => delete j.pages.returns,
    /texts\/nl\.json · pages\.returns: is missing/,
  ],
  [
    'a claim that is too long',
    'texts/nl.json',
    (j) => (j.products['prado-nature'].claim = 'x'.repeat(71)),
    /products\.prado-nature · claim: must not have more than 70 characters/,
  ],
  [
    'an unknown placeholder',
    'texts/en.json',
    (j) => (j.pages.about.title = 'About {company}'),
    /pages\.about\.title: unknown placeholder \{company\}/,
  ],
  [
    'an unclosed part of a text',
    'texts/en.json',
    (j) => (j.pages.about.metaDescription = 'Feed{tests} and tests'),
    /pages\.about\.metaDescription: \{tests\} has no \{\/tests\} in its paragraph/,
  ],
  [
    'a description that is too long for some sites',
    'texts/en.json',
    (j) => (j.pages.about.metaDescription = `Feed{noTests}${'x'.repeat(157)}{/noTests}`),
    /pages\.about · metaDescription: must not have more than 160 characters/,
  ],
  [
    'a part that ends in another paragraph',
    'texts/en.json',
    (j) => (j.pages.about.bodyMarkdown = 'Feed{noTests}.\n\nOats.{/noTests}'),
    /pages\.about\.bodyMarkdown: \{noTests\} has no \{\/noTests\} in its paragraph.*\{\/noTests\} has no opening marker/s,
  ],
  [
    'a nested part',
    'texts/en.json',
    (j) => (j.navigation.usps[0] = '{tests}Tests{noTests}Oats{/noTests}{/tests}'),
    /navigation\.usps\.0: \{noTests\} comes before \{\/tests\}, which is missing/,
  ],
  [
    'a closing mark without an opening one',
    'texts/en.json',
    (j) => (j.pages.about.title = 'About {/brand}'),
    /pages\.about\.title: unknown placeholder \{\/brand\}/,
  ],
  [
    'a dead link',
    'texts/en.json',
    (j) => (j.pages.about.bodyMarkdown = '[x](/nowhere/)'),
    /pages\.about · bodyMarkdown: a link leads to \/nowhere\/, which the site/,
  ],
  [
    'an unsafe link',
    'texts/en.json',
    (j) => (j.pages.about.bodyMarkdown = '[x](javascript:0)'),
    /pages\.about · bodyMarkdown: the link 'x' leads to/,
  ],
  [
    'a reserved address',
    'texts/en.json',
    (j) => (j.pages.about.urlSlug = 'account'),
    /pages\.about · urlSlug: 'account' is reserved for a screen/,
  ],
  [
    'the first segment of a mailed link as slug',
    'texts/en.json',
    (j) => (j.pages.about.urlSlug = 'review'),
    /pages\.about · urlSlug: 'review' is reserved for a screen/,
  ],
  [
    'the path of another page',
    'texts/en.json',
    (j) => (j.pages.about.urlSlug = 'contact'),
    /urlSlug: \/contact\/ is also the address of pages\.contact|urlSlug: \/contact\/ is also the address of pages\.about/,
  ],
  [
    'a slug with capitals',
    'texts/en.json',
    (j) => (j.pages.about.urlSlug = 'About'),
    /pages\.about · urlSlug: .*must match/,
  ],
  [
    'half a surrogate pair',
    'texts/en.json',
    (j) => (j.pages.about.title = 'About \ud83d us'),
    /texts\/en\.json · pages\.about · title: has a character that no text can hold/,
  ],
  [
    'NUL in a key',
    'texts/en.json',
    (j) => (j.materials['a\0b'] = 'Apple'),
    /texts\/en\.json · materials · ab: has a character that no text can hold/,
  ],
  [
    'an oversized search term',
    'texts/en.json',
    (j) => (j.materials['x'.repeat(4000)] = 'Apple'),
    /materials\.x+: a key has 1 to 80 characters/,
  ],
  [
    'customer service without a title',
    'texts/en.json',
    (j) => delete j.site.customerServiceTitle,
    /texts\/en\.json · site · customerServiceTitle: is missing/,
  ],
  [
    'a dealer page with an unknown placeholder',
    'texts/en.json',
    (j) => (j.site.dealerPageTitle = 'Dealers of {company}'),
    /texts\/en\.json · site\.dealerPageTitle: unknown placeholder \{company\}/,
  ],
  ['a missing menu', 'texts/en.json', (j) => delete j.navigation, /texts\/en\.json · navigation: is missing/],
  [
    'a review in one language only',
    'texts/en.json',
    (j) => j.reviews.pop(),
    /texts\/(en|nl)\.json · reviews/,
  ],
  [
    'a rating of six stars',
    'texts/en.json',
    (j) => (j.reviews[0].rating = 6),
    /texts\/en\.json · reviews\.[a-z-]+ · rating: must be <= 5/,
  ],
  // group.json
  [
    'a group without a home page',
    'group.json',
    (j) => delete j.en.home,
    /group\.json · en · home: is missing/,
  ],
  ['a language without texts of the group', 'group.json', (j) => delete j.nl, /group\.json · nl: is missing/],
  // landing-pages.json
  [
    'a landing page of an unknown facet value',
    'landing-pages.json',
    (j) => (landing(j).value = 'unicorn'),
    /landing-pages\.json · landingPages\.for-ponies · value: is no value of horseTypes/,
  ],
  [
    'a landing page that is in no menu',
    'landing-pages.json',
    (j) => (landing(j).menu = 'muesli'),
    /landingPages\.for-ponies · menu: 'muesli' is no root category/,
  ],
  [
    'a duplicate landing page id',
    'landing-pages.json',
    (j) => (landing(j).id = 302),
    /landing-pages\.json · landingPages\.[a-z-]+ · id: '302' is also that of landingPages\.for-ponies/,
  ],
  [
    'a landing page with the key of a category',
    'landing-pages.json',
    (j) => (landing(j).key = 'pellets'),
    /key: 'pellets' is also that of/,
  ],
  [
    'a theme for an unknown category',
    'landing-pages.json',
    (j) => (j.adviceThemes[0].category = 'feeding-basics'),
    /adviceThemes\.feeding-basics · category: is no category of advice/,
  ],
  [
    'a blog category with the id of an article',
    'articles.json',
    (j) => (findRowBy(j.articles, 'key', 'blog-sport').id = 99),
    /articles\.blog-sport · id: is 99, but ids of kind blogCategory start at 401/,
  ],
  [
    'a category with a publication day',
    'articles.json',
    (j) => (findRowBy(j.articles, 'key', 'blog-sport').publishedOn = '2026-01-01'),
    /articles\.blog-sport · publishedOn: must be null/,
  ],
  [
    'an article without a publication day',
    'articles.json',
    (j) => (j.articles[0].publishedOn = null),
    /articles\.[a-z-]+ · publishedOn: is missing/,
  ],
  [
    'an article in a category of another route kind',
    'articles.json',
    (j) => (j.articles[0].category = 'blog-sport'),
    /articles\.[a-z-]+ · category: 'blog-sport' is no row of kind adviceCategory/,
  ],
  [
    'a category below another of the same route kind',
    'articles.json',
    (j) => (findRowBy(j.articles, 'key', 'advice-ration').category = 'advice-weight'),
    /articles\.advice-ration · category: is not allowed for kind adviceCategory/,
  ],
  [
    'two blog overviews',
    'articles.json',
    (j) => (findRowBy(j.articles, 'key', 'advice-ration').kind = 'blogOverview'),
    /articles\.advice-ration · kind: occurs in more than one row/,
  ],
  [
    'a clip that is not among the files of the web',
    'articles.json',
    (j) => (findRowBy(j.articles, 'key', 'weigh-a-scoop').clip = 'another'),
    /articles\.weigh-a-scoop · clip: /,
  ],
  [
    'a film article without a clip',
    'articles.json',
    (j) => delete findRowBy(j.articles, 'key', 'weigh-a-scoop').clip,
    /articles\.weigh-a-scoop · clip: is missing/,
  ],
  [
    'a clip without captions',
    'texts/en.json',
    (j) => delete j.articles['weigh-a-scoop'].captions,
    /articles\.weigh-a-scoop · captions: is missing/,
  ],
  [
    'overlapping captions',
    'texts/en.json',
    (j) => (j.articles['weigh-a-scoop'].captions[1].from = 2),
    /articles\.weigh-a-scoop · captions: 2 does not start after the previous one/,
  ],
  [
    'a caption that contains the end of a cue',
    'texts/en.json',
    (j) => (j.articles['weigh-a-scoop'].captions[0].text = 'One\n\nTwo'),
    /articles\.weigh-a-scoop · captions/,
  ],
  [
    'a landing page with an unsupported sort order',
    'landing-pages.json',
    (j) => (landing(j).sort = 'cheapest'),
    /landingPages\.[a-z-]+ · sort: /,
  ],
  // jobs.json
  [
    'a position in an unknown country',
    'jobs.json',
    (j) => (j.jobs[0].country = 'XX'),
    /jobs\.feed-adviser · country: 'XX' is not in countries\.json/,
  ],
  [
    'a position whose last day precedes its first',
    'jobs.json',
    (j) => (j.jobs[0].openUntil = '2020-01-01'),
    /jobs\.feed-adviser · openUntil: is before publishedOn/,
  ],
  [
    'a position with an invalid last day',
    'jobs.json',
    (j) => (j.jobs[0].openUntil = '2027-02-30'),
    /jobs\.feed-adviser · openUntil: '2027-02-30' is not a date/,
  ],
  [
    'a position whose minimum hours exceed its maximum',
    'jobs.json',
    (j) => (j.jobs[0].hoursPerWeek = { from: 30, to: 20 }),
    /jobs\.feed-adviser · hoursPerWeek: ends before it begins/,
  ],
  [
    'a duplicate position',
    'jobs.json',
    (j) => j.jobs.push(j.jobs[0]),
    /jobs\.feed-adviser · key: is also that of another row/,
  ],
  [
    'a position on an unknown site',
    'jobs.json',
    (j) => (j.jobs[0].sites = ['nowhere']),
    /jobs\.feed-adviser · sites: 'nowhere' is not a site/,
  ],
  [
    'a position without texts',
    'texts/en.json',
    (j) => delete j.vacancies['feed-adviser'],
    /vacancies\.feed-adviser · : is missing|vacancies\.feed-adviser.*is missing/,
  ],
  // price-history.json
  [
    'a price history of an unknown article',
    'price-history.json',
    (j) => (j.priceHistory[0].articleNumber = '0000000'),
    /price-history\.json · priceHistory\.0 \(0000000\) · articleNumber: .*is not in catalogue\.json: correct it/,
  ],
  [
    'a price history entry without a day',
    'price-history.json',
    (j) => delete j.priceHistory[0].daysBeforeFirstImport,
    /priceHistory\.0 \(\d+\) · validFrom: state the first day of the price/,
  ],
  [
    'a price history entry with two days',
    'price-history.json',
    (j) => (j.priceHistory[0].validFrom = '2026-01-01'),
    /priceHistory\.0 \(\d+\) · validFrom: state the first day of the price, either/,
  ],
  [
    'a price history of an unknown site',
    'price-history.json',
    (j) => (j.priceHistory[0].sites = ['havero-xx']),
    /priceHistory\.0 \(\d+\) · sites: 'havero-xx' is not a site/,
  ],
  [
    'a price history with a duplicate day',
    'price-history.json',
    (j) => j.priceHistory.push(j.priceHistory[0]),
    /priceHistory\.4 \(\d+\): has the same article, site and day as priceHistory\.0/,
  ],
  [
    'a price of 0 in the history',
    'price-history.json',
    (j) => (j.priceHistory[0].priceExclVat = 0),
    /priceHistory\.\d+ · priceExclVat: must be > 0/,
  ],
  // pickup-points.json
  [
    'a parcel shop without a name',
    'pickup-points.json',
    (j) => delete j.points[0].name,
    /pickup-points\.json · points\.NL10001 · name: is missing/,
  ],
  [
    'a duplicate parcel shop',
    'pickup-points.json',
    (j) => j.points.push(j.points[0]),
    /pickup-points\.json · points\.NL10001 · parcelShopId: 'NL10001' is also that of points\.NL10001/,
  ],
  [
    'a parcel shop with punctuation as id',
    'pickup-points.json',
    (j) => (j.points[0].parcelShopId = 'NL 1/2'),
    /points\.NL 1\/2 · parcelShopId: .*must match/,
  ],
  [
    'a parcel shop in an unknown country',
    'pickup-points.json',
    (j) => (j.points[0].countryId = 77),
    /points\.NL10001 · countryId: country 77 is not in countries\.json/,
  ],
  [
    'a parcel shop with an address in another country',
    'pickup-points.json',
    (j) => (j.points[0].address.countryId = 2),
    /points\.NL10001 · address\.countryId: is 2, but the countryId of the row is 1/,
  ],
  [
    'a parcel shop with a postcode of another country',
    'pickup-points.json',
    (j) => (j.points[0].address.zipcode = '48149'),
    /points\.NL10001 · address\.zipcode: '48149' is not a postcode of NL: write it as 5281 KX/,
  ],
  [
    'a parcel shop with punctuation as town',
    'pickup-points.json',
    (j) => (j.points[0].address.city = '---'),
    /points\.NL10001 · address\.city: '---' contains no letter/,
  ],
  [
    'a parcel shop with an invalid latitude',
    'pickup-points.json',
    (j) => (j.points[0].latitude = 90.1),
    /points\.NL10001 · latitude: must be <= 90/,
  ],
  [
    'a parcel shop with an invalid longitude',
    'pickup-points.json',
    (j) => (j.points[0].longitude = -181),
    /points\.NL10001 · longitude: must be >= -180/,
  ],
  [
    'a parcel shop with a maximum weight of 0',
    'pickup-points.json',
    (j) => (j.points[0].maxParcelWeightKg = 0),
    /points\.NL10001 · maxParcelWeightKg: must be >= 0\.001/,
  ],
  [
    'a parcel shop that closes before it opens',
    'pickup-points.json',
    (j) => (j.points[0].openingHours[0].close = '06:00'),
    /points\.NL10001 · openingHours\.0: 07:00 to 06:00 is not a valid time range/,
  ],
  [
    'a parcel shop that is open past midnight',
    'pickup-points.json',
    (j) => (j.points[0].openingHours[0].close = '24:30'),
    /points\.NL10001 · openingHours\.0: 07:00 to 24:30 is not a valid time range/,
  ],
  [
    'a parcel shop with overlapping opening hours',
    'pickup-points.json',
    (j) => j.points[0].openingHours.push({ days: 'Sat', open: '20:00', close: '22:00' }),
    /points\.NL10001 · openingHours\.2: Sat 20:00 to 22:00 overlaps Mon-Sat 07:00 to 21:00/,
  ],
  [
    'opening days that end before they begin',
    'pickup-points.json',
    (j) => (j.points[0].openingHours[0].days = 'Sat-Mon'),
    /points\.NL10001 · openingHours\.0: Sat-Mon ends before it begins/,
  ],
  [
    'an unknown day of the week',
    'pickup-points.json',
    (j) => (j.points[0].openingHours[0].days = 'Daily'),
    /points\.NL10001 · openingHours\.0\.days: .*must match/,
  ],
  [
    'a parcel shop without opening hours',
    'pickup-points.json',
    (j) => (j.points[0].openingHours = []),
    /points\.NL10001 · openingHours: must not have fewer than 1 items/,
  ],
  [
    'parcel shops that are not a list',
    'pickup-points.json',
    (j) => (j.points = {}),
    /pickup-points\.json · points: must be a list/,
  ],
  // dealers.json
  [
    'a duplicate dealer',
    'dealers.json',
    (j) => (j.dealers[1].dealerId = 1),
    /dealers\.json · dealers\.1 · dealerId: '1' is also that of dealers\.1/,
  ],
  [
    'a dealer whose latitude and longitude are swapped',
    'dealers.json',
    (j) => Object.assign(j.dealers[0], { latitude: 5.8937, longitude: 51.9891 }),
    /dealers\.json · dealers\.1 · latitude: 5\.8937, 51\.9891 is not in NL: latitude and longitude are swapped/,
  ],
  [
    'a parcel shop outside its country',
    'pickup-points.json',
    (j) => Object.assign(j.points[0], { latitude: 0, longitude: 0 }),
    /pickup-points\.json · points\.NL10001 · latitude: 0, 0 is not in NL/,
  ],
  [
    'a dealer in an unknown country',
    'dealers.json',
    (j) => (j.dealers[0].countryId = 77),
    /dealers\.json · dealers\.1 · countryId: country 77 is not in countries\.json/,
  ],
  [
    'a name with markup',
    'dealers.json',
    (j) => (j.dealers[0].name = '<b>Saddles</b>'),
    /dealers\.1 · name: .*must match/,
  ],
  [
    'a name with a line break',
    'dealers.json',
    (j) => (j.dealers[0].name = 'Saddles\nand more'),
    /dealers\.1 · name: .*must match/,
  ],
  [
    'an oversized name',
    'dealers.json',
    (j) => (j.dealers[0].name = 'x'.repeat(101)),
    /dealers\.1 · name: must not have more than 100 characters/,
  ],
  [
    'a phone number that does not exist in its country',
    'dealers.json',
    (j) => (j.dealers[0].phoneNumber = '+311234567'),
    /dealers\.1 · phoneNumber: '\+311234567' is not a phone number of its country/,
  ],
  [
    'an invalid phone number',
    'dealers.json',
    (j) => (j.dealers[0].phoneNumber = 'call us'),
    /dealers\.1 · phoneNumber: 'call us' is not a phone number of its country: write it with the country code/,
  ],
  [
    'an e-mail address without a domain',
    'dealers.json',
    (j) => (j.dealers[0].emailAddress = 'info@dealer'),
    /dealers\.1 · emailAddress: 'info@dealer' is not an email address/,
  ],
  [
    'a website with a script URL',
    'dealers.json',
    (j) => (j.dealers[0].website = 'javascript:alert(1)'),
    /dealers\.1 · website: .*must match/,
  ],
  [
    'a website without a host',
    'dealers.json',
    (j) => (j.dealers[0].website = 'https://:80'),
    /dealers\.1 · website: 'https:\/\/:80' is not a website URL/,
  ],
  [
    'a dealer whose full range is not a boolean',
    'dealers.json',
    (j) => (j.dealers[0].hasFullRange = 'yes'),
    /dealers\.1 · hasFullRange: must be boolean/,
  ],
  // legal.json
  [
    'legal data of an unknown site',
    'legal.json',
    (j) => (legal(j).site = 'havero-xx'),
    /legal\.json · legal\.havero-xx · site: 'havero-xx' is not a shop/,
  ],
  [
    'duplicate legal data of a site',
    'legal.json',
    (j) => j.legal.push(legal(j)),
    /legal\.havero-nl · site: 'havero-nl' is also that of/,
  ],
  [
    'an empty label of the order button',
    'legal.json',
    (j) => delete legal(j).texts.nl.orderButton,
    /legal\.havero-nl · texts\.nl\.orderButton: is missing/,
  ],
  [
    'markup in the label of the order button',
    'legal.json',
    (j) => (legal(j).texts.nl.orderButton = '<b>Kopen</b>'),
    /legal\.havero-nl · texts\.nl\.orderButton: .*invalid format/,
  ],
  [
    'a language of the site without legal texts',
    'legal.json',
    (j) => delete legal(j).texts.en,
    /legal\.havero-nl · texts\.en: is missing/,
  ],
  [
    'a withdrawal period shorter than the legal one',
    'legal.json',
    (j) => (legal(j).withdrawalDays = 7),
    /legal\.havero-nl · withdrawalDays: must be >= 14/,
  ],
  [
    'an invoice with a VAT number that differs from that of the site',
    'legal.json',
    (j) => (legal(j).invoice.vatNumber = 'NL000000000B01'),
    /legal\.havero-nl · invoice\.vatNumber: 'NL000000000B01' is 'NLEXAMPLE001' in sites\.json/,
  ],
  [
    'an IBAN with a wrong digit',
    'legal.json',
    (j) => (legal(j).invoice.iban = 'NL26EXAM0000000002'),
    /legal\.havero-nl · invoice\.iban: 'NL26EXAM0000000002' is no IBAN/,
  ],
  [
    'a manufacturer without an electronic address',
    'legal.json',
    (j) => (legal(j).manufacturer.emailAddress = 'service'),
    /legal\.havero-nl · manufacturer\.emailAddress: 'service' is not an email address/,
  ],
  [
    'confirmed VAT for a country without delivery',
    'legal.json',
    (j) => legal(j).confirmedVatCountries.push('SE'),
    /legal\.havero-nl · confirmedVatCountries: 'SE' is no country that the site delivers to/,
  ],
  [
    'a review statement on a missing page',
    'legal.json',
    (j) => (legal(j).reviewStatementPage = 'reviews'),
    /legal\.havero-nl · reviewStatementPage: 'reviews' is no page of the site/,
  ],
  [
    'a missing guarantee notice file',
    'legal.json',
    (j) => (legal(j).texts.nl.guaranteeNotice = 'guarantee-nl.svg'),
    /legal\.havero-nl · texts\.nl\.guaranteeNotice: 'guarantee-nl\.svg' is not in the folder legal/,
  ],
  [
    'a guarantee notice file outside its folder',
    'legal.json',
    (j) => (legal(j).texts.nl.guaranteeNotice = '../sites.json'),
    /legal\.havero-nl · texts\.nl\.guaranteeNotice: .*invalid format/,
  ],
  // promotions.json
  [
    'a promotion without a benefit',
    'promotions.json',
    (j) => delete findPromotion(j).percentage,
    /promotions\.json · promotions\.stal10: must have exactly one of percentage, amount, freeShipping and gift/,
  ],
  [
    'a promotion with two benefits',
    'promotions.json',
    (j) => (findPromotion(j).amount = 5),
    /promotions\.stal10: must have exactly one of percentage, amount, freeShipping and gift/,
  ],
  [
    'a promotion of more than 100 %',
    'promotions.json',
    (j) => (findPromotion(j).percentage = 100.5),
    /promotions\.stal10 · percentage: must be <= 100/,
  ],
  [
    'a promotion of 0 %',
    'promotions.json',
    (j) => (findPromotion(j).percentage = 0),
    /promotions\.stal10 · percentage: must be > 0/,
  ],
  [
    'a percentage with three decimals',
    'promotions.json',
    (j) => (findPromotion(j).percentage = 7.125),
    /promotions\.stal10 · percentage: has more than two decimals/,
  ],
  [
    'a fraction of a cent as discount',
    'promotions.json',
    (j) => (findPromotion(j, 'five').amount = 5.005),
    /promotions\.five · amount: has more than two decimals/,
  ],
  [
    'a minimum with a fraction of a cent',
    'promotions.json',
    (j) => (findPromotion(j, 'five').minimum = 50.005),
    /promotions\.five · minimum: has more than two decimals/,
  ],
  [
    'a promotion with a usage limit of 0',
    'promotions.json',
    (j) => (findPromotion(j, 'five').usageLimit = 0),
    /promotions\.five · usageLimit: must be >= 1/,
  ],
  [
    'a promotion from a day that does not exist',
    'promotions.json',
    (j) => (findPromotion(j).from = '2026-02-30'),
    /promotions\.stal10 · from: '2026-02-30' is not a date/,
  ],
  [
    'a promotion that ends before it begins',
    'promotions.json',
    (j) => Object.assign(findPromotion(j), { from: '2026-12-02', until: '2026-12-01' }),
    /promotions\.stal10 · until: must be after the start/,
  ],
  [
    'a promotion with the reserved key of free delivery',
    'promotions.json',
    (j) => (findPromotion(j).key = 'free-shipping'),
    /promotions\.free-shipping · promotionKey: is reserved for free delivery above an amount/,
  ],
  [
    'a promotion on an unknown site',
    'promotions.json',
    (j) => (findPromotion(j).sites = ['havero-xx']),
    /promotions\.stal10 · sites: 'havero-xx' is not a shop of sites\.json/,
  ],
  [
    'a promotion on a site without sales',
    'promotions.json',
    (j) => (findPromotion(j).sites = ['havero-corporate']),
    /promotions\.stal10 · sites: 'havero-corporate' is not a shop of sites\.json/,
  ],
  [
    'a promotion for an unknown product',
    'promotions.json',
    (j) => (findPromotion(j).products = ['oats']),
    /promotions\.stal10 · products: 'oats' is not a product of catalogue\.json/,
  ],
  [
    'a promotion for an unknown category',
    'promotions.json',
    (j) => (findPromotion(j).categories = ['hay']),
    /promotions\.stal10 · categories: 'hay' is not a category of catalogue\.json/,
  ],
  [
    'an unknown gift',
    'promotions.json',
    (j) => (findPromotion(j, 'scoop-with-mash').gift.product = 'pony'),
    /promotions\.scoop-with-mash · gift\.product: 'pony' is neither an article number nor a key/,
  ],
  [
    'a test as a gift',
    'promotions.json',
    (j) => (findPromotion(j, 'scoop-with-mash').gift.product = 'rqs-basic'),
    /promotions\.scoop-with-mash · gift\.product: 'rqs-basic' is a gift card or a test/,
  ],
  [
    'a gift for every 0 products',
    'promotions.json',
    (j) => (findPromotion(j, 'scoop-with-mash').gift.forEvery = 0),
    /promotions\.scoop-with-mash · gift\.forEvery: must be >= 1/,
  ],
  [
    'a promotion without a name in a language of a shop',
    'promotions.json',
    (j) => delete findPromotion(j).texts.nl,
    /promotions\.stal10 · texts\.nl\.description: is missing: havero-nl offers this language/,
  ],
  [
    'a gift without a text in a language of a shop',
    'promotions.json',
    (j) => delete findPromotion(j, 'scoop-with-mash').texts.en.promotionText,
    /promotions\.scoop-with-mash · texts\.en\.promotionText: is missing: describe what the gift is for/,
  ],
  [
    'a promotion with markup in its name',
    'promotions.json',
    (j) => (findPromotion(j).texts.nl.description = '<b>Korting</b>'),
    /promotions\.stal10 · texts\.nl\.description: .*must match/,
  ],
  [
    'a duplicate promotion key',
    'promotions.json',
    (j) => (findPromotion(j, 'five').key = 'stal10'),
    /promotions\.json · promotions\.stal10 · key: 'stal10' is also that of promotions\.stal10/,
  ],
  [
    'one code for two promotions on one site',
    'promotions.json',
    (j) => (findPromotion(j, 'five').code = 'stal 10'),
    /promotions\.five · code: 'stal 10' is also that of promotions\.stal10 at the same time/,
  ],
  [
    'a code of punctuation',
    'promotions.json',
    (j) => (findPromotion(j).code = '!?'),
    /promotions\.stal10 · code: must have 1 to 40 letters and digits/,
  ],
  // search-synonyms.json
  [
    'a synonym of punctuation',
    'search-synonyms.json',
    (j) => (Object.values(j.nl as Json[])[0][0] = '!!'),
    /search-synonyms\.json · nl\.[a-z-]+ · 0: .*must match/,
  ],
  [
    'a search meaning with an unknown category',
    'search-synonyms.json',
    (j) => (Object.values(j.meanings as Json[])[0].finds = { category: ['hay'] }),
    /search-synonyms\.json · meanings\.[a-z-]+ · finds\.category: 'hay' is no category of catalogue\.json: correct it, or remove it here/,
  ],
  [
    'a search meaning with a missing page',
    'search-synonyms.json',
    (j) => (Object.values(j.meanings as Json[])[0].prefers = { page: ['nothing'] }),
    /prefers\.page: 'nothing' is no page, article or landing page of the shop: correct it/,
  ],
  [
    'a search meaning with an unknown value',
    'search-synonyms.json',
    (j) => (Object.values(j.meanings as Json[])[0].without = { labour: ['none-at-all'] }),
    /without\.labour: 'none-at-all' is no value of labour in texts\/nl\.json: correct it/,
  ],
  [
    'a group of synonyms without a term',
    'search-synonyms.json',
    (j) => Object.values(j.nl as Json[])[0].splice(0),
    /search-synonyms\.json · nl\.[a-z-]+: must not have fewer than 1/,
  ],
];

describe('a faulty folder', () => {
  it.each(importFaults)(
    'with %s is refused with the location and the remedy',
    async (_what, file, change, message) => {
      await folder.edit(file, change);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(message);
    },
  );

  it.each([
    ['sites.json', '{"sites": [', /sites\.json: is not valid JSON: /],
    ['catalogue.json', '[]', /catalogue\.json: must hold one JSON object/],
    ['texts/nl.json', '', /texts\/nl\.json: is not valid JSON: /],
    [
      'articles.json',
      Buffer.from('{\n"articles": ["\xe9"]}', 'latin1'),
      /articles\.json · line 2: has bytes that are not UTF-8: save the file in UTF-8/,
    ],
    [
      'texts/en.json',
      Buffer.from('{}', 'utf16le'),
      /texts\/en\.json: is not valid JSON|texts\/en\.json · line 1/,
    ],
  ])('with an unreadable %s is refused', async (file, content, message) => {
    await folder.write(file, content);
    await expect(readCheckedShop(folder.path)).rejects.toThrow(message);
  });

  it.each([
    [{ key: 'shop', entries: ['feed', 'feed/nowhere'] }, "menus.shop · entries: 'nowhere' leads nowhere"],
    [{ key: 'shop', entries: ['feed', 'feed'] }, "menus.shop · entries: 'feed' is duplicated"],
    [{ key: 'shop', entries: ['feed', 'feed/muesli/pellets'] }, 'is on a third level'],
    [{ key: 'shop', entries: ['feed/muesli'] }, "is below 'feed', which is missing"],
    [{ key: 'shop', entries: [] }, 'menus.shop · entries: has no entry for the site havero-nl'],
    [{ key: 'shop', entries: ['feed', 7] }, 'menus.shop · entries.1: must be string'],
    [{ key: 'group', entries: ['feed'] }, "menus.group · entries: 'feed' leads nowhere"],
    [{ key: 'side', entries: ['feed'] }, 'menus.side · key: must be'],
    [{ key: 'footer', entries: ['offers', 'offers/feed'] }, "'offers' is a column without a name"],
    [{ key: 'footer', entries: ['shop', 'shop/delivery'] }, "'legal/imprint' is missing"],
  ])('with the menu %j is refused', async (row, message) => {
    await folder.write('menus.json', JSON.stringify({ menus: [row] }));
    await expect(readCheckedShop(folder.path)).rejects.toThrow(message);
  });

  it('with a duplicate menu is refused', async () => {
    const row = { key: 'shop', entries: ['feed'] };
    await folder.write('menus.json', JSON.stringify({ menus: [row, row] }));
    await expect(readCheckedShop(folder.path)).rejects.toThrow("menus.shop · key: 'shop' is also that of");
  });

  it.each(['sites.json', 'countries.json', 'catalogue.json', 'articles.json', 'group.json', 'texts/nl.json'])(
    'without %s is refused',
    async (file) => {
      await folder.delete(file);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(`${file}: is missing in ${folder.path}`);
    },
  );

  it('lists every entry of every file that refers to a removed product', async () => {
    await folder.edit('catalogue.json', (json) => {
      json.products = json.products.filter(({ key }: Json) => key !== 'stalla-scoop');
    });
    await folder.edit('articles.json', (json) => {
      json.articles[0].relatedProducts = ['stalla-scoop'];
    });
    await folder.edit('search-synonyms.json', (json) => {
      removeDanglingSearchTerms(json, 'product', (key) => key === 'stalla-scoop');
      json.meanings[Object.keys(json.nl)[0]!] = { finds: { product: ['stalla-scoop'] } };
    });
    const issues = await getImportIssues(readCheckedShop(folder.path));
    expect(issues.map(({ file, field, problem }) => `${file} ${field}: ${problem}`)).toEqual([
      "search-synonyms.json finds.product: 'stalla-scoop' is no product of catalogue.json: correct it, or remove it here, and finds.product with it where it is the last",
      "promotions.json gift.product: 'stalla-scoop' is neither an article number nor a key of catalogue.json: correct it, or remove the promotion",
      ...Array(2).fill(
        "articles.json relatedProducts: 'stalla-scoop' is not in catalogue.json: correct it, or remove it",
      ),
    ]);
  });

  it('is accepted if it names a language by its older code in every file', async () => {
    const { files } = await readCheckedShop(folder.path);
    const rename = (texts: Json, from: string, to: string) => {
      texts[to] = texts[from];
      delete texts[from];
    };
    await folder.edit('sites.json', (json) => {
      findRowBy(json.languages, 'code', 'es').code = 'esp';
      json.sites = [site(json)];
      json.sites[0].languages[1].languageId = 7;
    });
    await folder.edit('countries.json', (json) => {
      for (const { name } of json.countries) rename(name, 'es', 'esp');
    });
    await folder.edit('landing-pages.json', (json) => {
      for (const { texts } of json.landingPages) rename(texts, 'en', 'esp');
    });
    await folder.edit('legal.json', (json) => {
      json.legal = [legal(json)];
      rename(legal(json).texts, 'en', 'esp');
    });
    await folder.edit('texts/en.json', (json) => {
      json.language = 'esp';
    });
    await folder.move('texts/en.json', 'texts/esp.json');
    const spanish = (await readCheckedShop(folder.path)).files;
    expect(spanish.languages.map(({ code }) => code)).toEqual(files.languages.map(({ code }) => code));
    expect([...spanish.texts.keys()]).toEqual(['nl', 'es']);
    expect(spanish.countries[0]!.name.es).toBe(files.countries[0]!.name.es);
  });

  it('reports a fault that all sites share once, and limits the length of the report', async () => {
    await folder.edit('catalogue.json', (json) => {
      const { variants } = product(json);
      for (let id = 5000; id < 6000; id += 1) variants.push({ ...variants[0], id });
    });
    const error = await readCheckedShop(folder.path).catch((reason: unknown) => reason as Error);
    const lines = String(error).split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(502);
    expect(lines.at(-1)).toMatch(/^ {2}and \d+ more$/);
  });
});

describe('a legitimate edit', () => {
  let open: OpenDatabase;
  let db: Database;

  beforeAll(async () => {
    open = await openSmallShopDatabase();
  });
  afterAll(() => open.close());

  /** Imports the folder, runs a check, and rolls the import back. */
  async function importThenInspect(look: () => Promise<void>): Promise<void> {
    const undo = new Error('undo');
    await open.database
      .transaction('import-shop', async (transaction) => {
        db = transaction;
        await importShopWithin(transaction, folder.path, { now: LATER, packshotsFolder: PACKSHOTS_FOLDER });
        await look();
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  }

  const swap = (a: Json, b: Json, field: string) => {
    [a[field], b[field]] = [b[field], a[field]];
  };
  const fetchVariant = async (id: number) => {
    const [row] = await db
      .select()
      .from(schema.productVariant)
      .where(eq(schema.productVariant.productVariantId, id));
    return row!;
  };

  it('can swap EANs and article numbers of two variants', async () => {
    await folder.edit('catalogue.json', (json) => {
      swap(variant(json), variant(json, 'prado-nature'), 'ean');
      swap(variant(json), variant(json, 'prado-nature'), 'articleNumber');
    });
    await folder.edit('price-history.json', (json) => {
      json.priceHistory = [];
    });
    await importThenInspect(async () => {
      expect(await fetchVariant(1001)).toMatchObject({ articleNumber: '1020111', isListed: true });
      expect(await fetchVariant(1002)).toMatchObject({ articleNumber: '1010111', ean: '9520001070075' });
    });
  });

  it('can move an EAN and a key to another id', async () => {
    await folder.edit('catalogue.json', (json) => {
      variant(json).id = 7001;
      product(json).id = 701;
    });
    await importThenInspect(async () => {
      expect(await fetchVariant(7001)).toMatchObject({ ean: '9520001070075', productId: 701 });
      expect(await fetchVariant(1001)).toMatchObject({ isListed: false, isDefault: false });
      const sold = await fetchRows<{ id: number }>(
        db,
        sql`select product_id as id from site_product join product using (product_id) where key = 'prado-balance' and site_id = 1`,
      );
      expect(sold).toEqual([{ id: 701 }]);
    });
  });

  it('can swap keys, defaults and variants of two products', async () => {
    await folder.edit('catalogue.json', (json) => {
      const [a, b] = [product(json), product(json, 'prado-nature')];
      swap(a, b, 'key');
      swap(a, b, 'variants');
      const { variants } = product(json, 'prado-senior');
      variants[0].isDefault = false;
      variants[1].isDefault = true;
    });
    await importThenInspect(async () => {
      expect(await fetchVariant(1001)).toMatchObject({ productId: 102, isDefault: true });
      expect(await fetchVariant(1002)).toMatchObject({ productId: 101, isDefault: true });
      expect(await fetchVariant(1008)).toMatchObject({ isDefault: true });
    });
  });

  it('can swap keys of categories, articles and sites, and change the case of an article number', async () => {
    await folder.edit('catalogue.json', (json) => {
      swap(findRowBy(json.categories, 'key', 'muesli'), findRowBy(json.categories, 'key', 'pellets'), 'key');
      variant(json).articleNumber = 'ab-1010111';
    });
    await folder.edit('articles.json', (json) => {
      const [first, second] = json.articles.filter(({ kind }: Json) => kind === 'blog');
      swap(first, second, 'key');
    });
    await folder.edit('sites.json', (json) => {
      swap(site(json), site(json, 'havero-en'), 'key');
    });
    await folder.edit('legal.json', ({ legal: [first, second] }) => {
      swap(first, second, 'site');
    });
    await importThenInspect(async () => {
      const [row] = await db.select().from(schema.category).where(eq(schema.category.categoryId, 11));
      expect(row!.key).toBe('pellets');
      const [first] = await db.select().from(schema.site).where(eq(schema.site.siteId, 1));
      expect(first!.key).toBe('havero-en');
    });
  });

  it('can swap the hosts of sites', async () => {
    await folder.edit('sites.json', (json) => {
      const [a, b] = [site(json), site(json, 'havero-en')];
      const [hostOfA, hostOfB] = [a.languages[1].domain, b.domain];
      a.languages[1].domain = hostOfB;
      b.domain = hostOfA;
      b.languages[0].domain = hostOfA;
    });
    await importThenInspect(async () => {
      const [row] = await db
        .select()
        .from(schema.siteLanguage)
        .where(eq(schema.siteLanguage.domain, 'havero-en.localhost'));
      expect(row!.siteId).toBe(1);
    });
  });

  it('can add and remove facet values, with at most 63 in use', async () => {
    const rename = async (values: string[]) => {
      await folder.edit('catalogue.json', (json) => {
        product(json).applications = values;
      });
      for (const code of ['nl', 'en']) {
        await folder.edit(`texts/${code}.json`, (json) => {
          for (const value of values) json.facets.applications[value] = value;
        });
      }
    };
    await folder.edit('catalogue.json', (json) => {
      for (const row of json.products) row.applications = [];
    });
    await rename(Array.from({ length: 63 }, (_, n) => `use-${n}`));
    await importThenInspect(async () => {
      await rename(Array.from({ length: 63 }, (_, n) => `other-${n}`));
      await importShopWithin(db, folder.path, { now: LATER, packshotsFolder: PACKSHOTS_FOLDER });
      const [row] = await fetchRows<{ mask: string }>(
        db,
        sql`select applications::text as mask from product_listing where site_id = 1 and product_id = 101 and valid_until is null`,
      );
      expect(BigInt(row!.mask)).toBe(2n ** 63n - 1n);
    });
  });

  it('adds new promotions, and leaves existing ones to the back office', async () => {
    await folder.edit('promotions.json', (json) => {
      findPromotion(json).percentage = 50;
      json.promotions.push({
        ...findPromotion(json, 'freeship'),
        key: 'ship-english',
        code: 'SHIP',
        sites: ['havero-en'],
      });
      json.promotions.push({
        ...findPromotion(json, 'freeship'),
        key: 'was',
        code: 'WAS',
        until: '2026-11-10',
      });
      json.promotions = json.promotions.filter(({ key }: Json) => key !== 'five');
    });
    await importThenInspect(async () => {
      const rows = await db.select().from(schema.promotion);
      const kept = { createdAt: SAMPLE_IMPORTED_AT, startsAt: SAMPLE_IMPORTED_AT };
      const old = new Date('2026-11-11T00:00:00Z');
      expect(rows.sort((a, b) => (a.promotionKey < b.promotionKey ? -1 : 1))).toMatchObject([
        { promotionKey: 'five', amount: 500, minimumAmount: 5000, usageLimit: 5, ...kept },
        { promotionKey: 'freeship', ...kept },
        { promotionKey: 'scoop-with-mash', forEvery: 2, ...kept },
        { promotionKey: 'ship-english', normalisedCode: 'SHIP', createdAt: LATER, startsAt: LATER },
        { promotionKey: 'stal10', percentage: 10, ...kept },
        // A promotion that had ended before it was imported.
        { promotionKey: 'was', createdAt: LATER, startsAt: old, endsAt: old },
      ]);
      const noted = await db
        .select()
        .from(schema.auditEntry)
        .where(eq(schema.auditEntry.resource, 'promotion'));
      expect(noted.filter(({ at }) => at.getTime() === LATER.getTime())).toMatchObject([
        { act: 'add', resourceId: 'ship-english', actorKind: 'shop' },
        { act: 'add', resourceId: 'was', actorKind: 'shop' },
      ]);
    });
  });

  it('cannot use the code of another promotion', async () => {
    await folder.edit('promotions.json', (json) => {
      findPromotion(json).key = 'stall';
    });
    const [issue, ...more] = await getImportIssues(importThenInspect(async () => {}));
    expect(issue).toMatchObject({
      file: 'promotions.json',
      row: 'promotions.stall',
      field: 'code',
      problem: expect.stringContaining("'STAL10' is that of the shop's promotion stal10 at the same time"),
    });
    expect(more).toEqual([]);
  });

  it('can omit articles, landing pages, reviews and history', async () => {
    const gone = new Set<string>();
    await folder.edit('articles.json', (json) => {
      for (const { key } of json.articles) gone.add(key);
      json.articles = [];
    });
    await folder.edit('landing-pages.json', (json) => {
      for (const { key } of json.landingPages) gone.add(key);
      json.landingPages = [];
      json.adviceThemes = [];
    });
    await folder.edit('price-history.json', (json) => {
      json.priceHistory = [];
    });
    await folder.edit('search-synonyms.json', (json) =>
      removeDanglingSearchTerms(json, 'page', (key) => gone.has(key)),
    );
    for (const code of ['nl', 'en']) {
      await folder.edit(`texts/${code}.json`, (json) => {
        json.reviews = [];
        for (const page of Object.values<Json>(json.pages)) page.bodyMarkdown = 'Words.';
      });
    }
    await folder.edit('group.json', (json) => {
      for (const code of ['nl', 'en']) json[code].home.bodyMarkdown = 'Words.';
    });
    await importThenInspect(async () => {
      const left = await fetchRows(
        db,
        sql`select key from site_content_page join content_page using (content_page_id) where kind not in ('page')`,
      );
      expect(left).toEqual([]);
    });
  });

  it('can add and remove parcel shops and dealers, and retains those that a cart may refer to', async () => {
    const { parcelShop, dealer } = schema;
    const listIds = async () => ({
      points: (await db.select().from(parcelShop).where(eq(parcelShop.isListed, true))).map(
        ({ parcelShopId }) => parcelShopId,
      ),
      dealers: (await db.select().from(dealer).where(eq(dealer.isListed, true))).map(
        ({ dealerId }) => dealerId,
      ),
    });
    const again = () => importShopWithin(db, folder.path, { now: LATER, packshotsFolder: PACKSHOTS_FOLDER });
    let point: Json;
    await folder.edit('pickup-points.json', (json) => {
      point = json.points.shift();
    });
    await folder.edit('dealers.json', (json) => {
      Object.assign(json.dealers[0], { phoneNumber: null, emailAddress: null, website: null });
    });
    await importThenInspect(async () => {
      const { points, dealers } = await listIds();
      expect([points.length, points.includes('NL10001'), dealers.length]).toEqual([59, false, 40]);
      expect(await db.select().from(parcelShop).where(eq(parcelShop.parcelShopId, 'NL10001'))).toMatchObject([
        { isListed: false, city: 'Apeldoorn' },
      ]);
      expect(await db.select().from(dealer).where(eq(dealer.dealerId, 1))).toMatchObject([
        { phoneNumber: null, emailAddress: null, website: null },
      ]);

      // A shop without either: one file is empty, the other is missing.
      await folder.write('pickup-points.json', JSON.stringify({ points: [] }));
      await folder.delete('dealers.json');
      expect((await again())?.changedPages).toBe('all');
      expect(await listIds()).toEqual({ points: [], dealers: [] });
      expect([await db.$count(parcelShop), await db.$count(dealer)]).toEqual([60, 40]);

      await folder.write(
        'pickup-points.json',
        JSON.stringify({ points: [{ ...point, maxParcelWeightKg: 31.5 }] }),
      );
      await again();
      expect(await listIds()).toEqual({ points: ['NL10001'], dealers: [] });
      expect(await db.select().from(parcelShop).where(eq(parcelShop.isListed, true))).toMatchObject([
        { maxParcelWeightGrams: 31_500 },
      ]);
    });
  });

  it.each([
    [
      'a language',
      'sites.json',
      (j: Json) => (findRowBy(j.languages, 'code', 'de').languageId = 22),
      /languages\.de · languageId: is 22, but 2 in the shop/,
    ],
    [
      'a country',
      'countries.json',
      (j: Json) => (findRowBy(j.countries, 'regionCode', 'LU').countryId = 222),
      /countries\.LU · countryId: is 222, but \d+ in the shop/,
    ],
    [
      'a payment method',
      'sites.json',
      (j: Json) => (j.paymentMethods.at(-1).paymentMethodId = 222),
      /paymentMethods\.[a-z-]+ · paymentMethodId: is 222, but \d+ in the shop/,
    ],
  ])('cannot change the id of %s', async (_what, file, change, message) => {
    await folder.edit(file, change);
    if (file === 'sites.json') {
      await folder.edit(file, (json) => {
        const ids = json.paymentMethods.map(({ paymentMethodId }: Json) => paymentMethodId);
        for (const row of json.sites) {
          row.paymentMethodIds = row.paymentMethodIds.filter((id: number) => ids.includes(id));
        }
      });
    }
    const issues = await getImportIssues(importThenInspect(async () => {}));
    expect(issues.map(({ row, field, problem }) => `${row} · ${field}: ${problem}`).join('\n')).toMatch(
      message,
    );
  });
});
