import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import { FacetFilter, SortKey } from './list-choices.ts';
import type { routingPaths } from './paths/routing.ts';
import { Id, Nullable, PictureHash, ResultKey, SceneName, Url } from './primitives.ts';

const routeScopeFields = { siteId: Id, languageId: Id, title: Type.String() };

/**
 * The same page on another host: every site and language in which it exists, including this one. `url` is
 * absolute.
 */
export const Alternate = Type.Object({ siteId: Id, languageId: Id, url: Url });
export type Alternate = Type.Static<typeof Alternate>;

const fieldsWithAlternates = { ...routeScopeFields, alternates: Type.Array(Alternate) };

/** Default filters and order of a list, before its visitor selects anything. */
const ListParameters = Type.Object({
  filters: Type.Array(FacetFilter, { maxItems: 12 }),
  /** Null for the default order of lists. */
  sort: Nullable(SortKey),
});

/** Target of a path. `kind` decides which page shows it. */
export const RouteAnswer = Type.Union([
  Type.Object({ kind: Type.Literal('contentPage'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('category'),
    categoryId: Id,
    parameters: ListParameters,
    ...fieldsWithAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('landingpage'),
    landingpageId: Id,
    parameters: ListParameters,
    ...fieldsWithAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productDetail'),
    /** Product of the variant, so that all its data can be requested in parallel. */
    productId: Id,
    productVariantId: Id,
    omitArticleCode: Type.Boolean(),
    ...fieldsWithAlternates,
  }),
  Type.Object({
    kind: Type.Literal('faq'),
    contentPageId: Id,
    faqId: Type.Integer({ minimum: 1, description: 'Content page of the subject' }),
    faqItemId: Nullable(
      Type.Integer({ minimum: 1, description: 'Number of the question in the fragment of the path, from 1' }),
    ),
    ...fieldsWithAlternates,
  }),
  Type.Object({ kind: Type.Literal('adviceCategory'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('adviceArticle'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('adviceVideo'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('blogOverview'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('blogCategory'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('blogArticle'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('newsItem'), contentPageId: Id, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('partner'), contentPageId: Id, ...fieldsWithAlternates }),
  /** Based on the format of the path alone: the call that reads the result checks the key. */
  Type.Object({ kind: Type.Literal('rqsResult'), key: ResultKey, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('qsResult'), key: ResultKey, ...fieldsWithAlternates }),
  Type.Object({ kind: Type.Literal('redirect'), url: Url, permanent: Type.Boolean(), ...routeScopeFields }),
]);
export type RouteAnswer = Type.Static<typeof RouteAnswer>;

/** Body of `geturl`: the target of the link; site and language default to those of the headers. */
export const RouteQuestion = Type.Object({
  kind: Type.Union([
    Type.Literal('contentPage'),
    Type.Literal('productSearch'),
    Type.Literal('productDetail'),
    Type.Literal('faq'),
    Type.Literal('adviceCategory'),
    Type.Literal('adviceArticle'),
    Type.Literal('adviceVideo'),
    Type.Literal('blogOverview'),
    Type.Literal('blogCategory'),
    Type.Literal('blogArticle'),
    Type.Literal('newsItem'),
    Type.Literal('partner'),
    Type.Literal('rqsResult'),
    Type.Literal('qsResult'),
  ]),
  contentPageId: Type.Optional(Id),
  /**
   * Subject of questions, instead of `contentPageId`, and one of its questions: the URL then has its anchor.
   */
  faqId: Type.Optional(Id),
  faqItemId: Type.Optional(Id),
  /** At most one of `categoryId` and `landingpageId`, for a product search. */
  categoryId: Type.Optional(Id),
  landingpageId: Type.Optional(Id),
  productVariantId: Type.Optional(Id),
  /** Key of a result of a roughage test. */
  key: Type.Optional(ResultKey),
  siteId: Type.Optional(Id),
  languageId: Type.Optional(Id),
});
export type RouteQuestion = Type.Static<typeof RouteQuestion>;

export const UrlAnswer = Type.Object({ url: Url });
export type UrlAnswer = Type.Static<typeof UrlAnswer>;

/** Sections of a sitemap; every section has its own files. */
export const SitemapSection = Type.Union([
  Type.Literal('pages'),
  Type.Literal('categories'),
  Type.Literal('products'),
  Type.Literal('articles'),
]);
export type SitemapSection = Type.Static<typeof SitemapSection>;

/**
 * Entries per file. With all alternates this is a tenth of the 50 MB that crawlers accept; they accept 50,000
 * entries at most.
 */
export const MAX_SITEMAP_FILE_ENTRIES = 2000;

/** One file of the sitemap of a site and language. */
export const SitemapFile = Type.Object({
  section: SitemapSection,
  page: Type.Integer({ minimum: 1, maximum: 50_000 }),
  lastModified: Type.String({ description: 'Last change in the whole section; ISO 8601' }),
});
export type SitemapFile = Type.Static<typeof SitemapFile>;

/** One indexable page of a site and language, for the sitemap. `path` is on its own host. */
export const SitemapEntry = Type.Object({
  path: Url,
  lastModified: Type.String({
    description: 'Last change of its text, and of its price if it has one; ISO 8601',
  }),
  alternates: Type.Array(Alternate),
  pictureHash: Nullable(PictureHash),
  scene: Nullable(SceneName),
});
export type SitemapEntry = Type.Static<typeof SitemapEntry>;

export const routingCalls = {
  fetchRoute: {
    summary: 'Returns the target of a path of the site',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
    answer: RouteAnswer,
    refusals: ['not_found'],
  },
  resolveUrl: {
    summary: 'Returns the absolute URL of a page',
    needs: 'open',
    isIdempotent: true,
    followsPreview: true,
    body: RouteQuestion,
    answer: UrlAnswer,
    refusals: ['not_found'],
  },
  fetchSitemap: {
    summary: 'Lists the sitemap files of the site and language',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(SitemapFile),
    refusals: [],
  },
  fetchSitemapFile: {
    summary: 'Lists the indexable pages of one sitemap file; empty beyond the last file',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({
      section: SitemapSection,
      page: Type.Integer({ minimum: 1, maximum: 50_000 }),
    }),
    answer: Type.Array(SitemapEntry, { maxItems: 50_000 }),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof routingPaths>;
