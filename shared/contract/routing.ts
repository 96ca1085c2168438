import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import { FacetFilter, SortKey } from './list-choices.ts';
import type { routingPaths } from './paths/routing.ts';
import { Id, Nullable, PictureHash, ResultKey, SceneName, Url } from './primitives.ts';

const scope = { siteId: Id, languageId: Id, title: Type.String() };

/** The same page on another host: every (site, language) on which it exists, this one included. `url` is absolute. */
export const Alternate = Type.Object({ siteId: Id, languageId: Id, url: Url });
export type Alternate = Type.Static<typeof Alternate>;

const withAlternates = { ...scope, alternates: Type.Array(Alternate) };

/** What a list asks for by itself, before its visitor chooses anything: the filters that make it, and the order that it begins with. */
const ListParameters = Type.Object({
  filters: Type.Array(FacetFilter, { maxItems: 12 }),
  /** Null: the order of every list. */
  sort: Nullable(SortKey),
});

/** What a path leads to. `kind` decides which page shows it. */
export const RouteAnswer = Type.Union([
  Type.Object({ kind: Type.Literal('contentPage'), contentPageId: Id, ...withAlternates }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('category'),
    categoryId: Id,
    parameters: ListParameters,
    ...withAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('landingpage'),
    landingpageId: Id,
    parameters: ListParameters,
    ...withAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productDetail'),
    /** The product of the variant, so that all that belongs to it can be asked for at once. */
    productId: Id,
    productVariantId: Id,
    omitArticleCode: Type.Boolean(),
    ...withAlternates,
  }),
  Type.Object({
    kind: Type.Literal('faq'),
    contentPageId: Id,
    faqId: Type.Integer({ minimum: 1, description: 'The content page of the subject' }),
    faqItemId: Nullable(
      Type.Integer({ minimum: 1, description: 'The question that the fragment of the path names; from 1' }),
    ),
    ...withAlternates,
  }),
  Type.Object({ kind: Type.Literal('adviceCategory'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('adviceArticle'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('adviceVideo'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('blogOverview'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('blogCategory'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('blogArticle'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('newsItem'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('partner'), contentPageId: Id, ...withAlternates }),
  /** By the form of the path alone: whether the key opens a result is said by the call that reads it. */
  Type.Object({ kind: Type.Literal('rqsResult'), key: ResultKey, ...withAlternates }),
  Type.Object({ kind: Type.Literal('qsResult'), key: ResultKey, ...withAlternates }),
  Type.Object({ kind: Type.Literal('redirect'), url: Url, permanent: Type.Boolean(), ...scope }),
]);
export type RouteAnswer = Type.Static<typeof RouteAnswer>;

/** Body of `geturl`: what to link to; site and language default to those of the headers. */
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
  /** Of a subject of questions, in place of `contentPageId`, and one of its questions: the address then has its anchor. */
  faqId: Type.Optional(Id),
  faqItemId: Type.Optional(Id),
  /** One of `categoryId` and `landingpageId` for a product search. */
  categoryId: Type.Optional(Id),
  landingpageId: Type.Optional(Id),
  productVariantId: Type.Optional(Id),
  /** Of a result of a roughage test. */
  key: Type.Optional(ResultKey),
  siteId: Type.Optional(Id),
  languageId: Type.Optional(Id),
});
export type RouteQuestion = Type.Static<typeof RouteQuestion>;

export const UrlAnswer = Type.Object({ url: Url });
export type UrlAnswer = Type.Static<typeof UrlAnswer>;

/** Parts of a sitemap; every part has files of its own. */
export const SitemapSection = Type.Union([
  Type.Literal('pages'),
  Type.Literal('categories'),
  Type.Literal('products'),
  Type.Literal('articles'),
]);
export type SitemapSection = Type.Static<typeof SitemapSection>;

/** Entries of one file, with all their alternates a tenth of the 50 MB that crawlers read; they read 50,000 entries at most. */
export const SITEMAP_FILE_SIZE = 2000;

/** One file of the sitemap of a (site, language). */
export const SitemapFile = Type.Object({
  section: SitemapSection,
  page: Type.Integer({ minimum: 1, maximum: 50_000 }),
  lastModified: Type.String({ description: 'Of the whole section; ISO 8601' }),
});
export type SitemapFile = Type.Static<typeof SitemapFile>;

/** One indexable page of a (site, language), for the sitemap. `path` is on its own host. */
export const SitemapEntry = Type.Object({
  path: Url,
  lastModified: Type.String({ description: 'Of its words, and of its price where it has one; ISO 8601' }),
  alternates: Type.Array(Alternate),
  pictureHash: Nullable(PictureHash),
  scene: Nullable(SceneName),
});
export type SitemapEntry = Type.Static<typeof SitemapEntry>;

export const routingCalls = {
  fetchRoute: {
    summary: 'What a path of the site leads to',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
    answer: RouteAnswer,
    refusals: ['not_found'],
  },
  resolveUrl: {
    summary: 'Absolute URL of a page',
    needs: 'open',
    isIdempotent: true,
    followsPreview: true,
    body: RouteQuestion,
    answer: UrlAnswer,
    refusals: ['not_found'],
  },
  fetchSitemap: {
    summary: 'Files of the sitemap of the site in the language',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(SitemapFile),
    refusals: [],
  },
  fetchSitemapFile: {
    summary: 'Indexable pages of one file of the sitemap; an empty list beyond the last',
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
