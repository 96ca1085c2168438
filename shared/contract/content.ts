import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { contentPaths } from './paths/content.ts';
import { ClipName, Id, IsoDate, Nullable, Picture, SceneName, Url } from './primitives.ts';
import { RouteAnswer } from './routing.ts';

/** A run of text. A link has `href`: a path of this shop or an absolute https, tel: or mailto: URL. */
export const Inline = Type.Object({
  text: Type.String(),
  strong: Type.Optional(Type.Boolean()),
  href: Type.Optional(Url),
});
export type Inline = Type.Static<typeof Inline>;

/**
 * A block of a page's body. Blocks are created from Markdown at import, with placeholders filled in for the
 * site. React renders them, never as raw HTML.
 */
export const Block = Type.Union([
  Type.Object({
    type: Type.Literal('heading'),
    level: Type.Union([Type.Literal(2), Type.Literal(3)]),
    text: Type.String(),
  }),
  Type.Object({ type: Type.Literal('paragraph'), content: Type.Array(Inline) }),
  Type.Object({ type: Type.Literal('list'), ordered: Type.Boolean(), items: Type.Array(Type.Array(Inline)) }),
  Type.Object({
    type: Type.Literal('picture'),
    picture: Picture,
  }),
]);
export type Block = Type.Static<typeof Block>;

export const ContentKind = Type.Union([
  Type.Literal('page'),
  Type.Literal('advice'),
  Type.Literal('blog'),
  Type.Literal('news'),
  Type.Literal('faq'),
  Type.Literal('partner'),
  Type.Literal('adviceCategory'),
  Type.Literal('adviceVideo'),
  Type.Literal('blogOverview'),
  Type.Literal('blogCategory'),
]);
export type ContentKind = Type.Static<typeof ContentKind>;

export const ContentSummary = Type.Object({
  contentPageId: Id,
  key: Type.String({ description: 'Stable seed key, for example imprint' }),
  kind: ContentKind,
  title: Type.String(),
  summary: Nullable(Type.String()),
  publishedOn: Nullable(IsoDate),
  author: Nullable(Type.String()),
  scene: SceneName,
  url: Url,
});
export type ContentSummary = Type.Static<typeof ContentSummary>;

/** A caption of a video, shown between two points in time. */
export const Caption = Type.Object({
  from: Type.Number({ minimum: 0, description: 'Seconds from the start' }),
  to: Type.Number({ exclusiveMinimum: 0, description: 'Seconds from the start' }),
  text: Type.String(),
});
export type Caption = Type.Static<typeof Caption>;

/** A parent page of a content page. */
export const ContentParent = Type.Object({ contentPageId: Id, title: Type.String(), url: Url });
export type ContentParent = Type.Static<typeof ContentParent>;

export const ContentPage = Type.Intersect([
  ContentSummary,
  Type.Object({
    metaDescription: Type.String(),
    /**
     * Day (UTC) on which an import last changed the text; null if it has not changed since the first import
     * or the day of publication.
     */
    modifiedOn: Nullable(IsoDate),
    blocks: Type.Array(Block),
    relatedProductIds: Type.Array(Id, {
      maxItems: 4,
      description: 'productIds as in `GET /api/products?ids=`',
    }),
    relatedContent: Type.Array(ContentSummary),
    parents: Type.Array(ContentParent, {
      maxItems: 3,
      description: 'Parent categories, outermost first; empty if the page has none',
    }),
    clip: Nullable(
      Type.Object({
        name: ClipName,
        captions: Type.Array(Caption, { description: 'Captions in chronological order' }),
      }),
    ),
  }),
]);
export type ContentPage = Type.Static<typeof ContentPage>;

/** A subject with questions and answers. */
export const Faq = Type.Object({
  faqId: Type.Integer({ minimum: 1, description: 'Content page of the subject' }),
  title: Type.String(),
  url: Url,
  items: Type.Array(
    Type.Object({
      faqItemId: Type.Integer({
        minimum: 1,
        description: 'Position among the questions of the subject, from 1',
      }),
      anchor: Type.String({ description: 'Fragment of the URL, derived from the question' }),
      question: Type.String(),
      answer: Type.Array(Block),
    }),
  ),
});
export type Faq = Type.Static<typeof Faq>;

/** Limits a list to one category. */
const CategoryQuery = Type.Object({ categoryId: Type.Optional(Id) });

export const Link = Type.Object({
  key: Type.Optional(
    Type.String({
      description: 'Key of the content page or category that the link leads to, for example delivery',
    }),
  ),
  title: Type.String(),
  route: Url,
  target: Nullable(Type.String({ description: "'_blank' or null" })),
});
export type Link = Type.Static<typeof Link>;

/** Criterion of a menu entry that leads to products: product type, horse, need, or absent ingredient. */
export const MenuGroup = Type.Union([
  Type.Literal('kind'),
  Type.Literal('horse'),
  Type.Literal('need'),
  Type.Literal('freeFrom'),
]);
export type MenuGroup = Type.Static<typeof MenuGroup>;

export const NavigationItem = Type.Object({
  key: Type.String(),
  link: Link,
  scene: Nullable(SceneName),
  /** `group` is null if the entry does not lead to a product list. */
  children: Type.Array(Type.Object({ key: Type.String(), link: Link, group: Nullable(MenuGroup) })),
});
export type NavigationItem = Type.Static<typeof NavigationItem>;

export const Navigation = Type.Object({ navigationId: Id, items: Type.Array(NavigationItem) });
export type Navigation = Type.Static<typeof Navigation>;

export const Footer = Type.Object({
  footerId: Id,
  columns: Type.Array(Type.Object({ key: Type.String(), title: Type.String(), links: Type.Array(Link) })),
});
export type Footer = Type.Static<typeof Footer>;

export const UspCollection = Type.Object({ collectionId: Id, usps: Type.Array(Type.String()) });
export type UspCollection = Type.Static<typeof UspCollection>;

export const Notification = Type.Object({ notificationId: Id, text: Type.String() });
export type Notification = Type.Static<typeof Notification>;

export const contentCalls = {
  fetchContentByPath: {
    summary: 'Returns the route and the content of a path in one answer',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 2000 }) }),
    answer: Type.Object({ route: RouteAnswer, content: ContentPage }),
    refusals: ['not_found'],
  },
  fetchContentPage: {
    summary: 'Returns a content page or article',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ contentPageId: Id }),
    answer: ContentPage,
    refusals: ['not_found'],
  },
  fetchMedia: {
    summary: 'Lists news, newest first',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(ContentSummary),
    refusals: [],
  },
  fetchMediaItem: {
    summary: 'Returns a news item',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: ContentPage,
    refusals: ['not_found'],
  },
  fetchAdvice: {
    summary: 'Lists advice articles and videos, newest first; limited to a category if one is given',
    needs: 'open',
    isIdempotent: true,
    query: CategoryQuery,
    answer: Type.Array(ContentSummary),
    refusals: ['not_found'],
  },
  fetchAdviceItem: {
    summary: 'Returns an advice article, a video, or a category of them',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: ContentPage,
    refusals: ['not_found'],
  },
  fetchBlog: {
    summary: 'Lists blog posts, newest first; limited to a category if one is given',
    needs: 'open',
    isIdempotent: true,
    query: CategoryQuery,
    answer: Type.Array(ContentSummary),
    refusals: ['not_found'],
  },
  fetchBlogItem: {
    summary: 'Returns a blog post, a category, or the overview of the blog',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: ContentPage,
    refusals: ['not_found'],
  },
  fetchFaq: {
    summary: 'Returns the questions and answers of a subject',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ contentPageId: Id }),
    answer: Faq,
    refusals: ['not_found'],
  },
  fetchPartners: {
    summary: 'Lists partners, newest first',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(ContentSummary),
    refusals: [],
  },
  fetchPartner: {
    summary: 'Returns a partner',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: ContentPage,
    refusals: ['not_found'],
  },
  fetchNavigation: {
    summary: 'Returns a menu',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Navigation,
    refusals: ['not_found'],
  },
  fetchFooter: {
    summary: 'Returns a footer',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Footer,
    refusals: ['not_found'],
  },
  fetchUsps: {
    summary: 'Returns a list of promises',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ collectionId: Id }),
    answer: UspCollection,
    refusals: ['not_found'],
  },
  fetchNotification: {
    summary: 'Returns the notice of a site',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Notification,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof contentPaths>;
