/**
 * Descriptions of fields whose meaning does not follow from name and type, by file and path (without list
 * positions). Used by the reference in `docs/data.md` and by the JSON Schemas for editors.
 */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  'sites.json languages.languageId': 'Id that sites refer to; never changes',
  'sites.json languages.code':
    'One of the nine languages of the program; older codes (`esp`, `se`) are read as well',
  'sites.json languages.culture': 'Form of numbers and dates, such as `nl-NL`',
  'sites.json languages.aliases': 'Further codes that addresses of the former shop used',
  'sites.json paymentMethods.key': 'Name of the method towards the payment provider',
  'sites.json sites.siteId': 'Never changes; ids of menus and footers are made from it',
  'sites.json sites.key': 'Names the site in commands and other files',
  'sites.json sites.type': '0: shop; 1: shop of the brand Hafero; 2: corporate site without a cart',
  'sites.json sites.countryId': 'Country that the site is for; its VAT rates are those of the site',
  'sites.json sites.deliveryCountryIds': 'Countries that it delivers to',
  'sites.json sites.domain':
    'Domain of the fallback language. `SITE_DOMAINS` maps a name ending in `.localhost` to the real one',
  'sites.json sites.languages.domain': 'Domain at which the site is read in this language',
  'sites.json sites.currency': 'Symbol in which prices are written',
  'sites.json sites.indicativeRatePerEur': 'Units of the currency per euro; 1 for EUR',
  'sites.json sites.currencyConversionDisclaimer': 'Must be true where the currency is not EUR',
  'sites.json sites.vatTypeByClass': 'Rate of each class of goods: `high`, `low` or `none`',
  'sites.json sites.enableRqs': 'Whether roughage tests are sold',
  'sites.json sites.paymentProviderConfigurationId':
    'Name in `PAYMENT_PROVIDERS`; null where nothing is sold',
  'sites.json sites.paymentCosts': 'A method that is not listed costs nothing',
  'sites.json sites.shippingMethods.shippingMethod': '0: home delivery; 1: parcel point',
  'sites.json sites.shippingMethods.priceInclVat': 'In the currency of the site',
  'sites.json sites.freeShippingFromInclVat': 'Null: delivery is never free',
  'sites.json sites.openingHours.days': '1 is Monday, 7 is Sunday',
  'sites.json sites.unitPriceBases': 'What unit prices are shown for',
  'countries.json countries.name': 'By language: English and each language of the sites',
  'countries.json countries.deliveryTimeDays':
    'Working days of a delivery there, such as `4-6`: no product is delivered faster',
  'countries.json countries.vatPercentageHigh':
    'The three rates are all there or none; without them no other site delivers there',
  'countries.json countries.vatPercentageFeed': 'Of feed and supplements: one of the other two',
  'countries.json countries.postcode.regex': 'Regular expression of a postcode as people type it',
  'catalogue.json categories.parentId': 'Id of the category above; categories go two levels deep',
  'catalogue.json products.id': 'Never changes; reviews and orders refer to it',
  'catalogue.json products.key': 'Names the product in texts and other files',
  'catalogue.json products.productType':
    '1: simple; 2: feed; 3: merchandise; 4: nutrition test; 5: hygiene test',
  'catalogue.json products.silo': 'Also delivered by silo lorry',
  'catalogue.json products.feedType':
    'Null for what is no feed; feed needs composition and analytical constituents',
  'catalogue.json products.composition': 'Heaviest first, 100 % together; materials are named in the texts',
  'catalogue.json products.analytical': 'Percent as fed by nutrient; energy in MJ/kg',
  'catalogue.json products.feedAdvice.mode': 'By work, fixed, by stage of life, or none',
  'catalogue.json products.feedAdvice.gramsPer100Kg':
    'Grams a day per 100 kg body weight, by level of work (`none`, `light`, `average`, `heavy`) or stage of life',
  'catalogue.json products.feedAdvice.scoop': 'What one scoop holds; null: nothing is measured by scoop',
  'catalogue.json products.variants.articleNumber': 'Names the variant in prices, stock, pictures and orders',
  'catalogue.json products.variants.ean': 'GTIN-13 with its check digit',
  'catalogue.json products.variants.priceExclVat': 'Euro; a changed price is in force from the import on',
  'catalogue.json products.variants.sitePrices': 'Price by key of a site, in place of priceExclVat',
  'catalogue.json products.variants.formerPriceExclVat': 'Refused: use price-history.json',
  'catalogue.json products.variants.isDefault': 'Exactly one of a product',
  'catalogue.json products.variants.deliveryTimeDays': 'Working days, such as `1-2`',
  'catalogue.json products.variants.stock': 'Pieces; null: not counted',
  'articles.json articles.id': 'Up to 100 and from 1001 on; categories and clips from 401 to 1000',
  'articles.json articles.category': 'Key of the article of kind `…Category` that it is listed below',
  'texts/*.json pages': 'Every page that a shop has: the keys are those of the sample shop',
  'texts/*.json pages.bodyMarkdown':
    'Markdown without HTML; `{brand}`, `{phone}`, `{email}`, `{country}` and `{freeShippingFrom}` are filled in per site',
  'texts/*.json facets': 'Labels of the values of products, by property',
  'texts/*.json navigation.main': 'Labels of the menu by key of a category or page',
  'texts/*.json reviews': 'The same reviews in the same order in every language',
  'legal.json legal.site': 'Key of the shop',
  'legal.json legal.withdrawalDays': 'Directive 2011/83/EU, art. 9: at least 14',
  'legal.json legal.retentionYears': 'Years that orders and invoices are stored',
  'legal.json legal.confirmedVatCountries':
    'Delivery countries of other VAT rates for which the shop pays VAT there',
  'legal.json legal.manufacturer': 'Null for a shop that sells nothing but feed',
  'legal.json legal.texts.guaranteeNotice':
    'File in the folder `legal`; null until the official one is there',
  'price-history.json priceHistory.validFrom':
    'First day or moment of the price (UTC); this or daysBeforeFirstImport',
  'promotions.json promotions.code': 'Left out: for everybody',
  'promotions.json promotions.until': 'Last day (UTC), or the first moment after it',
  'search-synonyms.json meanings.finds':
    'What a search finds; goods that are named (product, category, material) count more than shared properties',
  'menus.json menus.entries': 'Keys of categories, pages and screens; `parent/key` below another',
  'redirects.json redirects.to': 'An address that the site has',
  'dealers.json dealers.openingHours.days': '`Sat`, or `Mon-Fri`',
  'pickup-points.json points.openingHours.days': '`Sat`, or `Mon-Fri`',
  'lab-shelf.json labShelf.key': 'Test, parameter and verdict, such as `rqs.sugar.high`',
};
