import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Caption } from '../../../../shared/contract/content.ts';
import type { SortKey } from '../../../../shared/contract/list-choices.ts';
import type { ClipName, SceneName } from '../../../../shared/contract/primitives.ts';
import { product } from '../../catalogue/products/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import type { StoredBlock } from '../../core/markdown/markdown-blocks.ts';
import type { ContentPageKind } from '../../shop-store/shop-content.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

export const contentPage = pgTable(
  'content_page',
  {
    contentPageId: integer('content_page_id').primaryKey(),
    key: text('key').notNull().unique(),
    kind: text('kind').$type<ContentPageKind>().notNull(),
    publishedOn: date('published_on', { mode: 'string' }),
    author: text('author'),
    scene: text('scene').$type<SceneName>().notNull(),
    /** Order of the products on a landing page; null for the default order. */
    listSort: text('list_sort').$type<SortKey>(),
  },
  (t) => [
    index('content_page_kind').on(t.kind, t.publishedOn),
    check(
      'content_page_kind_known',
      sql`${t.kind} in ('page', 'advice', 'blog', 'news', 'faq', 'partner', 'landing', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory')`,
    ),
  ],
);

export const contentPageTranslation = pgTable(
  'content_page_translation',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
    metaDescription: text('meta_description').notNull(),
    summary: text('summary'),
    blocks: jsonb('blocks').$type<StoredBlock[]>().notNull(),
    slug: text('slug').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.languageId] })],
);

export const siteContentPage = pgTable(
  'site_content_page',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.contentPageId] })],
);

/**
 * Products that a landing page lists, or that belong to an advice category: those with any of the named
 * values in each named facet. The facet 'category' has category keys; the others are those of
 * `product_facet`.
 */
export const contentPageScope = pgTable(
  'content_page_scope',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    facet: text('facet').notNull(),
    value: text('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.facet, t.value] })],
);

/** Parent of a page: the category of an article, or the blog overview for a blog category. */
export const contentPageCategory = pgTable(
  'content_page_category',
  {
    contentPageId: integer('content_page_id')
      .primaryKey()
      .references(() => contentPage.contentPageId),
    categoryPageId: integer('category_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
  },
  (t) => [index('content_page_category_page').on(t.categoryPageId)],
);

/** The clip of a page. */
export const contentPageClip = pgTable('content_page_clip', {
  contentPageId: integer('content_page_id')
    .primaryKey()
    .references(() => contentPage.contentPageId),
  clip: text('clip').$type<ClipName>().notNull(),
});

/** The texts of a page's clip in a language. */
export const contentPageCaption = pgTable(
  'content_page_caption',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    captions: jsonb('captions').$type<Caption[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.languageId] })],
);

export const contentPageProduct = pgTable(
  'content_page_product',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.productId] })],
);

/** Related content, best first. Filter it by `site_content_page`. */
export const contentPageRelation = pgTable(
  'content_page_relation',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    relatedContentPageId: integer('related_content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.relatedContentPageId] })],
);
