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
const head = {
  $schema: Type.Optional(
    Type.String({ description: 'Path or address of the JSON Schema that an editor completes by' }),
  ),
  schemaVersion: Type.Optional(
    Type.Literal(SCHEMA_VERSION, { description: 'Version of the form of the files' }),
  ),
  note: Type.Optional(Type.String({ description: 'For people; it is shown nowhere' })),
};

/** Facets of products, whose values have a label in each language. */
const FACETS = [
  'horseTypes',
  'ageGroups',
  'labour',
  'applications',
  'ingredientFlags',
  'packaging',
  'weightClass',
] as const;

const rows = <T extends Type.TSchema>(schema: T) => Type.Array(schema);
const byKey = <T extends Type.TSchema>(schema: T) => Type.Record(Type.String(), schema);
/** Returns the schema of an object with a member for each language. */
const withLanguages = (members: Type.TProperties, schema: Type.TSchema) =>
  Type.Object({ ...head, ...members }, { patternProperties: { [LANGUAGE_PATTERN]: schema } });

const { properties: feedModel } = FeedModelFile;
const { properties: labReference } = LabReferenceFile;

/** Formats of all files that an import reads, in the order in which a person writes them. */
export const shopFileFormats: readonly ShopFileFormat[] = [
  {
    file: 'sites.json',
    purpose: 'Sites with their languages and domains, and the payment methods.',
    isRequired: true,
    schema: Type.Object({
      ...head,
      languages: rows(LanguageRow),
      paymentMethods: rows(PaymentMethodRow),
      sites: rows(SiteRow),
    }),
  },
  {
    file: 'countries.json',
    purpose: 'Countries that sites are for and deliver to, with VAT rates and the form of addresses.',
    isRequired: true,
    schema: Type.Object({ ...head, countries: rows(CountryRow) }),
  },
  {
    file: 'catalogue.json',
    purpose: 'Categories, and products with their variants, prices and stock.',
    isRequired: true,
    schema: Type.Object({ ...head, categories: rows(CategoryRow), products: rows(ProductRow) }),
  },
  {
    file: 'articles.json',
    purpose: 'Advice, blog, news, questions and partners; the list may be empty.',
    isRequired: true,
    schema: Type.Object({ ...head, articles: rows(ArticleRow) }),
  },
  {
    file: 'texts/*.json',
    purpose: 'Every text of the shop in one language; a file for each language that a site uses.',
    isRequired: true,
    schema: Type.Object({
      ...head,
      language: Type.String(),
      products: byKey(ProductText),
      categories: byKey(CategoryText),
      articles: byKey(ArticleText),
      pages: byKey(PageText),
      vacancies: Type.Optional(byKey(VacancyText)),
      materials: byKey(Term),
      nutrients: byKey(Term),
      additives: byKey(Term),
      colours: Type.Optional(byKey(Term)),
      facets: Type.Partial(Type.Object(Object.fromEntries(FACETS.map((facet) => [facet, byKey(Term)])))),
      navigation: NavigationText,
      site: ServiceAndDealerTexts,
      reviews: Type.Optional(rows(ReviewText)),
    }),
  },
  {
    file: 'group.json',
    purpose: 'Home page of a corporate site, by language; required where a site has type 2.',
    isRequired: false,
    schema: withLanguages({}, CorporateSiteText),
  },
  {
    file: 'legal.json',
    purpose: 'What the law wants of each shop; `npm run check:legal` names what is missing.',
    isRequired: false,
    schema: Type.Object({ ...head, legal: rows(LegalRow) }),
  },
  {
    file: 'feed-model.json',
    purpose: 'Constants of the feeding-advice model.',
    isRequired: false,
    schema: Type.Object({ ...head, ...feedModel }),
  },
  {
    file: 'search-synonyms.json',
    purpose: 'Synonyms for the search, by language, with the products that they find.',
    isRequired: false,
    schema: withLanguages(
      { meanings: Type.Optional(byKey(SynonymMeaning)), popular: Type.Optional(PopularSynonymGroups) },
      byKey(SynonymGroup),
    ),
  },
  {
    file: 'landing-pages.json',
    purpose: 'Lists of products by one property, and which products belong to a category of advice.',
    isRequired: false,
    schema: Type.Object({
      ...head,
      landingPages: rows(LandingPageRow),
      adviceThemes: rows(AdviceThemeRow),
    }),
  },
  {
    file: 'menus.json',
    purpose: 'Menus and footers that are arranged by hand; without it they follow from the categories.',
    isRequired: false,
    schema: Type.Object({ ...head, menus: rows(MenuRow) }),
  },
  {
    file: 'promotions.json',
    purpose: 'Promotions that a shop begins with; one that the shop knows already stays as it is.',
    isRequired: false,
    schema: Type.Object({ ...head, promotions: rows(PromotionRow) }),
  },
  {
    file: 'price-history.json',
    purpose: 'What was charged before the first import, and prices that begin later.',
    isRequired: false,
    schema: Type.Object({
      ...head,
      priceHistory: rows(PriceHistoryRow),
      plannedPrices: Type.Optional(rows(PlannedPriceRow)),
    }),
  },
  {
    file: 'redirects.json',
    purpose: 'Addresses that the shop had, and where they lead.',
    isRequired: false,
    schema: Type.Object({ ...head, redirects: rows(RedirectRow) }),
  },
  {
    file: 'pickup-points.json',
    purpose: 'Parcel points.',
    isRequired: false,
    schema: Type.Object({ ...head, points: rows(PickupPointRow) }),
  },
  {
    file: 'dealers.json',
    purpose: 'Businesses that sell the goods of the shop.',
    isRequired: false,
    schema: Type.Object({ ...head, dealers: rows(DealerRow) }),
  },
  {
    file: 'jobs.json',
    purpose: 'Open positions; their texts are in `vacancies` of each language.',
    isRequired: false,
    schema: Type.Object({ ...head, jobs: rows(VacancyRow) }),
  },
  {
    file: 'text-pictures.json',
    purpose: 'Pictures that texts show; the files are in the folder `text-pictures`.',
    isRequired: false,
    schema: Type.Object({ ...head, textPictures: rows(TextPictureRow) }),
  },
  {
    file: 'changed-texts.json',
    purpose: 'When texts were last changed, of a shop that has moved; only its first import reads it.',
    isRequired: false,
    schema: Type.Object({ ...head, changedTexts: rows(ChangedTextRow) }),
  },
  {
    file: 'sample-reports.json',
    purpose: 'Targets of roughage tests, and results that the shop shows as examples.',
    isRequired: false,
    schema: Type.Object({
      ...head,
      ...labReference,
      rqs: rows(RqsReportRow),
      qs: rows(QsReportRow),
    }),
  },
  {
    file: 'lab-shelf.json',
    purpose: 'Products and articles that verdicts of roughage tests lead to.',
    isRequired: false,
    schema: Type.Object({ ...head, labShelf: rows(VerdictLinkRow) }),
  },
];

const TEXTS = 'texts/*.json';

/** Returns the format of a file; undefined for a file that no import reads. */
export function findShopFileFormat(file: string): ShopFileFormat | undefined {
  const name = /^texts\/[a-z]{2,3}\.json$/.test(file) ? TEXTS : file;
  return shopFileFormats.find((format) => format.file === name);
}
