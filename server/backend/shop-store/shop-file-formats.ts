import Type from 'typebox';
import {
  AdviceThemeRow,
  ArticleRow,
  ArticleText,
  CategoryRow,
  CategoryText,
  ChangedTextRow,
  CorporateSiteText,
  CountryRow,
  DealerRow,
  FeedModelFile,
  LANGUAGE_PATTERN,
  LabReferenceFile,
  LandingPageRow,
  LanguageRow,
  LegalRow,
  MenuRow,
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

/** Format of one file of a shop. */
export interface ShopFileFormat {
  /** Path in the folder; `texts/*.json` is one file per language. */
  readonly file: string;
  readonly purpose: string;
  /**
   * True if every shop has the file. Other files are optional, or required in the cases that `purpose`
   * states.
   */
  readonly isRequired: boolean;
  /** Schema of all members of the file at any depth. Other members are errors. */
  readonly schema: Type.TSchema;
}

/** Version of the file formats. A later format would have another version. */
export const SCHEMA_VERSION = 1;

/** Common members of all files. The import reads only the version. */
const commonMembers = {
  $schema: Type.Optional(
    Type.String({ description: 'Path or address of the JSON Schema that an editor completes by' }),
  ),
  schemaVersion: Type.Optional(
    Type.Literal(SCHEMA_VERSION, { description: 'Version of the form of the files' }),
  ),
  note: Type.Optional(Type.String({ description: 'For people; it is shown nowhere' })),
};

/** Facets of products, whose values have a label in each language. */
const PRODUCT_FACETS = [
  'horseTypes',
  'ageGroups',
  'labour',
  'applications',
  'ingredientFlags',
  'packaging',
  'weightClass',
] as const;

const createRowListSchema = <T extends Type.TSchema>(schema: T) => Type.Array(schema);
const createKeyedRecordSchema = <T extends Type.TSchema>(schema: T) => Type.Record(Type.String(), schema);
/** Returns the schema of an object with a member for each language. */
const createLanguagesSchema = (members: Type.TProperties, schema: Type.TSchema) =>
  Type.Object({ ...commonMembers, ...members }, { patternProperties: { [LANGUAGE_PATTERN]: schema } });

const { properties: feedModel } = FeedModelFile;
const { properties: labReference } = LabReferenceFile;

/** Formats of all files that an import reads, in the order in which a person writes them. */
export const shopFileFormats: readonly ShopFileFormat[] = [
  {
    file: 'sites.json',
    purpose: 'Sites with their languages and domains, and the payment methods.',
    isRequired: true,
    schema: Type.Object({
      ...commonMembers,
      languages: createRowListSchema(LanguageRow),
      paymentMethods: createRowListSchema(PaymentMethodRow),
      sites: createRowListSchema(SiteRow),
    }),
  },
  {
    file: 'countries.json',
    purpose: 'Countries that sites are for and deliver to, with VAT rates and the form of addresses.',
    isRequired: true,
    schema: Type.Object({ ...commonMembers, countries: createRowListSchema(CountryRow) }),
  },
  {
    file: 'catalogue.json',
    purpose: 'Categories, and products with their variants, prices and stock.',
    isRequired: true,
    schema: Type.Object({
      ...commonMembers,
      categories: createRowListSchema(CategoryRow),
      products: createRowListSchema(ProductRow),
    }),
  },
  {
    file: 'articles.json',
    purpose: 'Advice, blog, news, questions and partners; the list may be empty.',
    isRequired: true,
    schema: Type.Object({ ...commonMembers, articles: createRowListSchema(ArticleRow) }),
  },
  {
    file: 'texts/*.json',
    purpose: 'Every text of the shop in one language; a file for each language that a site uses.',
    isRequired: true,
    schema: Type.Object({
      ...commonMembers,
      language: Type.String(),
      products: createKeyedRecordSchema(ProductText),
      categories: createKeyedRecordSchema(CategoryText),
      articles: createKeyedRecordSchema(ArticleText),
      pages: createKeyedRecordSchema(PageText),
      vacancies: Type.Optional(createKeyedRecordSchema(VacancyText)),
      materials: createKeyedRecordSchema(Term),
      nutrients: createKeyedRecordSchema(Term),
      additives: createKeyedRecordSchema(Term),
      colours: Type.Optional(createKeyedRecordSchema(Term)),
      facets: Type.Partial(
        Type.Object(
          Object.fromEntries(PRODUCT_FACETS.map((facet) => [facet, createKeyedRecordSchema(Term)])),
        ),
      ),
      navigation: NavigationText,
      site: ServiceAndDealerTexts,
      reviews: Type.Optional(createRowListSchema(ReviewText)),
    }),
  },
  {
    file: 'group.json',
    purpose: 'Home page of a corporate site, by language; required where a site has type 2.',
    isRequired: false,
    schema: createLanguagesSchema({}, CorporateSiteText),
  },
  {
    file: 'legal.json',
    purpose: 'What the law wants of each shop; `npm run check:legal` names what is missing.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, legal: createRowListSchema(LegalRow) }),
  },
  {
    file: 'feed-model.json',
    purpose: 'Constants of the feeding-advice model.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, ...feedModel }),
  },
  {
    file: 'search-synonyms.json',
    purpose: 'Synonyms for the search, by language, with the products that they find.',
    isRequired: false,
    schema: createLanguagesSchema(
      {
        meanings: Type.Optional(createKeyedRecordSchema(SynonymMeaning)),
        popular: Type.Optional(PopularSynonymGroups),
      },
      createKeyedRecordSchema(SynonymGroup),
    ),
  },
  {
    file: 'landing-pages.json',
    purpose: 'Lists of products by one property, and which products belong to a category of advice.',
    isRequired: false,
    schema: Type.Object({
      ...commonMembers,
      landingPages: createRowListSchema(LandingPageRow),
      adviceThemes: createRowListSchema(AdviceThemeRow),
    }),
  },
  {
    file: 'menus.json',
    purpose: 'Menus and footers that are arranged by hand; without it they follow from the categories.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, menus: createRowListSchema(MenuRow) }),
  },
  {
    file: 'promotions.json',
    purpose: 'Promotions that a shop begins with; one that the shop knows already stays as it is.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, promotions: createRowListSchema(PromotionRow) }),
  },
  {
    file: 'price-history.json',
    purpose: 'What was charged before the first import, and prices that begin later.',
    isRequired: false,
    schema: Type.Object({
      ...commonMembers,
      priceHistory: createRowListSchema(PriceHistoryRow),
      plannedPrices: Type.Optional(createRowListSchema(PlannedPriceRow)),
    }),
  },
  {
    file: 'redirects.json',
    purpose: 'Addresses that the shop had, and where they lead.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, redirects: createRowListSchema(RedirectRow) }),
  },
  {
    file: 'pickup-points.json',
    purpose: 'Parcel points.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, points: createRowListSchema(PickupPointRow) }),
  },
  {
    file: 'dealers.json',
    purpose: 'Businesses that sell the goods of the shop.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, dealers: createRowListSchema(DealerRow) }),
  },
  {
    file: 'jobs.json',
    purpose: 'Open positions; their texts are in `vacancies` of each language.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, jobs: createRowListSchema(VacancyRow) }),
  },
  {
    file: 'text-pictures.json',
    purpose: 'Pictures that texts show; the files are in the folder `text-pictures`.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, textPictures: createRowListSchema(TextPictureRow) }),
  },
  {
    file: 'changed-texts.json',
    purpose: 'When texts were last changed, of a shop that has moved; only its first import reads it.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, changedTexts: createRowListSchema(ChangedTextRow) }),
  },
  {
    file: 'sample-reports.json',
    purpose: 'Targets of roughage tests, and results that the shop shows as examples.',
    isRequired: false,
    schema: Type.Object({
      ...commonMembers,
      ...labReference,
      rqs: createRowListSchema(RqsReportRow),
      qs: createRowListSchema(QsReportRow),
    }),
  },
  {
    file: 'lab-shelf.json',
    purpose: 'Products and articles that verdicts of roughage tests lead to.',
    isRequired: false,
    schema: Type.Object({ ...commonMembers, labShelf: createRowListSchema(VerdictLinkRow) }),
  },
];

const TEXTS_FILES = 'texts/*.json';

/** Returns the format of a file; undefined for a file that no import reads. */
export function findShopFileFormat(file: string): ShopFileFormat | undefined {
  const name = /^texts\/[a-z]{2,3}\.json$/.test(file) ? TEXTS_FILES : file;
  return shopFileFormats.find((format) => format.file === name);
}
