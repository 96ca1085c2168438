import Type from 'typebox';
import { ContentPage, ContentSummary, Footer, Navigation, Notification, UspCollection } from './content.ts';
import { FeedPage } from './feeds.ts';
import type { CallName } from './paths.ts';
import { Id, Url } from './primitives.ts';
import {
  ComparedProduct,
  ProductDetail,
  ProductSearchAnswer,
  ProductSearchRequest,
  ProductSuggestions,
  ProductSummary,
} from './products.ts';
import {
  NewReview,
  ReviewConfirmation,
  ReviewConfirmed,
  ReviewPage,
  ReviewQuery,
  ReviewReceived,
} from './reviews.ts';
import {
  RouteAnswer,
  RouteQuestion,
  SitemapEntry,
  SitemapFile,
  SitemapSection,
  UrlAnswer,
} from './routing.ts';
import { NewSiloQuotation, SiloOffer, SiloQuotationReceived } from './silo-quotations.ts';
import {
  Country,
  CountryLocalizedName,
  Language,
  LocalizationCheckResult,
  Site,
  SiteOfDomain,
  SiteSettings,
} from './sites.ts';
import {
  ConfirmedStockReminder,
  EndedStockReminder,
  StockReminderAnswer,
  StockReminderRequest,
  StockReminderToken,
} from './stock-reminders.ts';

/** Schemas of one call. `params` are the parts of the path, `query` the query string, both as typed values. */
export interface CallSchemas {
  readonly summary: string;
  readonly params?: Type.TObject;
  readonly query?: Type.TObject;
  readonly body?: Type.TSchema;
  readonly answer: Type.TSchema;
}

const idParams = Type.Object({ id: Id });
const Domain = Type.String({ minLength: 1, maxLength: 253 });

/** Every call of the API with its schemas: types, validation and the OpenAPI document are made from this one table. */
export const callSchemas = {
  fetchSiteByDomain: {
    summary: 'Site and language that a host serves',
    query: Type.Object({ domain: Domain }),
    answer: SiteOfDomain,
  },
  fetchSite: { summary: 'One site', params: idParams, answer: Site },
  fetchSites: { summary: 'All sites', answer: Type.Array(Site) },
  checkLocalization: {
    summary: 'Localization check: where a visitor from a country should be sent',
    query: Type.Object({ url: Url, countryCode: Type.String({ pattern: '^[A-Za-z]{2}$' }) }),
    answer: LocalizationCheckResult,
  },
  fetchSiteSettings: {
    summary: 'Prices, units, delivery and legal facts of a site',
    params: idParams,
    answer: SiteSettings,
  },
  fetchLanguages: { summary: 'All languages', answer: Type.Array(Language) },
  fetchLanguage: { summary: 'One language', params: idParams, answer: Language },
  fetchCountries: { summary: 'All countries', answer: Type.Array(Country) },
  fetchCountriesLocalizedName: {
    summary: 'All countries, named in the language of the header',
    answer: Type.Array(CountryLocalizedName),
  },
  fetchCountry: { summary: 'One country', params: idParams, answer: Country },
  fetchCountryLocalizedName: {
    summary: 'One country, named in the language of the header',
    params: idParams,
    answer: CountryLocalizedName,
  },
  fetchRoute: {
    summary: 'What a path of the site leads to',
    query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
    answer: RouteAnswer,
  },
  resolveUrl: { summary: 'Absolute URL of a page', body: RouteQuestion, answer: UrlAnswer },
  fetchSitemap: {
    summary: 'Files of the sitemap of the site in the language',
    answer: Type.Array(SitemapFile),
  },
  fetchSitemapFile: {
    summary: 'Indexable pages of one file of the sitemap; an empty list beyond the last',
    params: Type.Object({
      section: SitemapSection,
      page: Type.Integer({ minimum: 1, maximum: 50_000 }),
    }),
    answer: Type.Array(SitemapEntry, { maxItems: 50_000 }),
  },
  fetchFeedPage: {
    summary: 'Offers of the site for merchants’ listings, some at a time',
    query: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'productVariantId of the last offer had, or 0',
      }),
    }),
    answer: FeedPage,
  },
  fetchContentByPath: {
    summary: 'Route and content of a path in one answer',
    query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 2000 }) }),
    answer: Type.Object({ route: RouteAnswer, content: ContentPage }),
  },
  fetchContentPage: {
    summary: 'A content page or article',
    params: Type.Object({ contentPageId: Id }),
    answer: ContentPage,
  },
  fetchMedia: { summary: 'News, newest first', answer: Type.Array(ContentSummary) },
  fetchMediaItem: { summary: 'One news item', params: idParams, answer: ContentPage },
  fetchAdvice: { summary: 'Advice articles', answer: Type.Array(ContentSummary) },
  fetchBlog: { summary: 'Blog articles', answer: Type.Array(ContentSummary) },
  fetchNavigation: { summary: 'A menu', params: idParams, answer: Navigation },
  fetchFooter: { summary: 'A footer', params: idParams, answer: Footer },
  fetchUsps: {
    summary: 'A list of promises',
    params: Type.Object({ collectionId: Id }),
    answer: UspCollection,
  },
  fetchNotification: { summary: 'The notice of a site', params: idParams, answer: Notification },
  searchProducts: {
    summary: 'Products of a category or for a term, sorted and paged',
    body: ProductSearchRequest,
    answer: ProductSearchAnswer,
  },
  suggestProducts: {
    summary:
      'What a term that is being typed may become: products, categories and articles; of none, terms that others look for',
    query: Type.Object({ term: Type.String({ maxLength: 200 }) }),
    answer: ProductSuggestions,
  },
  fetchProduct: {
    summary: 'One product, seen from one of its variants',
    params: Type.Object({ productVariantId: Id }),
    answer: ProductDetail,
  },
  requestStockReminder: {
    summary: 'Asks for a mail when a sold-out variant is back; counts once the mailed link is confirmed',
    params: Type.Object({ productVariantId: Id }),
    body: StockReminderRequest,
    answer: StockReminderAnswer,
  },
  confirmStockReminder: {
    summary: 'Confirms that wish by the token of the mailed link; again and again if need be',
    body: StockReminderToken,
    answer: ConfirmedStockReminder,
  },
  endStockReminder: {
    summary: 'Ends that wish by a token of one of its mails',
    body: StockReminderToken,
    answer: EndedStockReminder,
  },
  fetchProducts: {
    summary:
      'At most 4 products side by side, by productId, in the order asked; 404 where the site sells none of them',
    query: Type.Object({
      ids: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,3}$', description: 'Comma-separated productIds' }),
    }),
    answer: Type.Array(ComparedProduct),
  },
  fetchRelatedProducts: {
    summary: 'Products that go well with this one',
    params: Type.Object({ productVariantId: Id }),
    answer: Type.Array(ProductSummary),
  },
  fetchSiloOffer: {
    summary: 'What can be had by silo truck, and what a request for it must be like',
    answer: SiloOffer,
  },
  requestSiloQuotation: {
    summary: 'Asks customer service for a quotation of feed in bulk',
    body: NewSiloQuotation,
    answer: SiloQuotationReceived,
  },
  fetchReviews: {
    summary: 'Published reviews of a product, its average and how often each rating was given',
    params: Type.Object({ productId: Id }),
    query: ReviewQuery,
    answer: ReviewPage,
  },
  writeReview: {
    summary: 'A review; it counts once the link that is mailed has been confirmed',
    params: Type.Object({ productId: Id }),
    body: NewReview,
    answer: ReviewReceived,
  },
  confirmReview: {
    summary: 'Confirms a review by the token of the mailed link; again and again if need be',
    body: ReviewConfirmation,
    answer: ReviewConfirmed,
  },
} as const satisfies Record<CallName, CallSchemas>;

type Schemas = typeof callSchemas;
type StaticOf<T> = T extends Type.TSchema ? Type.Static<T> : undefined;
type Part<N extends CallName, K extends string> = K extends keyof Schemas[N]
  ? StaticOf<Schemas[N][K]>
  : undefined;

/** Answer of a call, as a type. */
export type CallAnswer<N extends CallName> = Part<N, 'answer'>;
/** What a call needs, as a type: only the parts that it has. */
export type CallInput<N extends CallName> = ('params' extends keyof Schemas[N]
  ? { params: Part<N, 'params'> }
  : unknown) &
  ('query' extends keyof Schemas[N] ? { query: Part<N, 'query'> } : unknown) &
  ('body' extends keyof Schemas[N] ? { body: Part<N, 'body'> } : unknown);
