import Type from 'typebox';
import { Id, Url } from './primitives.ts';

const scope = { siteId: Id, languageId: Id, title: Type.String() };

/** The same page on another host: every (site, language) on which it exists, this one included. `url` is absolute. */
export const Alternate = Type.Object({ siteId: Id, languageId: Id, url: Url });
export type Alternate = Type.Static<typeof Alternate>;

const withAlternates = { ...scope, alternates: Type.Array(Alternate) };

/** What a path leads to, by route kind (specification §2). */
export const RouteAnswer = Type.Union([
  Type.Object({ kind: Type.Literal('contentPage'), contentPageId: Id, ...withAlternates }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('category'),
    categoryId: Id,
    ...withAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productSearch'),
    searchType: Type.Literal('landingpage'),
    landingpageId: Id,
    ...withAlternates,
  }),
  Type.Object({
    kind: Type.Literal('productDetail'),
    productVariantId: Id,
    omitArticleCode: Type.Boolean(),
    ...withAlternates,
  }),
  Type.Object({ kind: Type.Literal('faq'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('adviceArticle'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('blogArticle'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('newsItem'), contentPageId: Id, ...withAlternates }),
  Type.Object({ kind: Type.Literal('partner'), contentPageId: Id, ...withAlternates }),
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
    Type.Literal('adviceArticle'),
    Type.Literal('blogArticle'),
    Type.Literal('newsItem'),
    Type.Literal('partner'),
  ]),
  contentPageId: Type.Optional(Id),
  /** One of `categoryId` and `landingpageId` for a product search. */
  categoryId: Type.Optional(Id),
  landingpageId: Type.Optional(Id),
  productVariantId: Type.Optional(Id),
  siteId: Type.Optional(Id),
  languageId: Type.Optional(Id),
});
export type RouteQuestion = Type.Static<typeof RouteQuestion>;

export const UrlAnswer = Type.Object({ url: Url });
export type UrlAnswer = Type.Static<typeof UrlAnswer>;

/** One indexable page of a (site, language), for the sitemap. `path` is on its own host. */
export const SitemapEntry = Type.Object({
  path: Url,
  lastModified: Type.String(),
  alternates: Type.Array(Alternate),
});
export type SitemapEntry = Type.Static<typeof SitemapEntry>;
