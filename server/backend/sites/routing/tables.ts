import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { category } from '../../catalogue/categories/tables.ts';
import { productVariant } from '../../catalogue/products/tables.ts';
import { contentPage } from '../../content/content/tables.ts';
import { siteLanguage } from '../sites/tables.ts';

/** Kinds of rows in the routing table. */
export type RouteKind =
  | 'contentPage'
  | 'productSearch'
  | 'productDetail'
  | 'faq'
  | 'adviceCategory'
  | 'adviceArticle'
  | 'adviceVideo'
  | 'blogOverview'
  | 'blogCategory'
  | 'blogArticle'
  | 'newsItem'
  | 'partner'
  | 'redirect';

/**
 * The routing table. Each row has exactly one of the three target ids; a redirect keeps that of its former
 * target. Each target has one canonical row per (site, language). `redirect_to` is always the canonical path
 * of the target, so there is never a second hop. The redirect from the path of a default variant with its
 * article number to the path without it is not stored: it is derived at look-up.
 */
export const route = pgTable(
  'route',
  {
    siteId: integer('site_id').notNull(),
    languageId: integer('language_id').notNull(),
    /** Path with leading and trailing slash, on the host of (site, language). */
    path: text('path').notNull(),
    kind: text('kind').$type<RouteKind>().notNull(),
    contentPageId: integer('content_page_id').references(() => contentPage.contentPageId),
    categoryId: integer('category_id').references(() => category.categoryId),
    productVariantId: integer('product_variant_id').references(() => productVariant.productVariantId),
    /** True for the default variant of a product, whose path has no article number. */
    omitArticleCode: boolean('omit_article_code').notNull().default(false),
    isCanonical: boolean('is_canonical').notNull(),
    redirectTo: text('redirect_to'),
    isPermanent: boolean('is_permanent').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.languageId, t.path] }),
    foreignKey({
      columns: [t.siteId, t.languageId],
      foreignColumns: [siteLanguage.siteId, siteLanguage.languageId],
    }).onDelete('cascade'),
    uniqueIndex('route_content_page')
      .on(t.contentPageId, t.siteId, t.languageId)
      .where(sql`${t.isCanonical}`),
    uniqueIndex('route_category').on(t.categoryId, t.siteId, t.languageId).where(sql`${t.isCanonical}`),
    uniqueIndex('route_product_variant')
      .on(t.productVariantId, t.siteId, t.languageId)
      .where(sql`${t.isCanonical}`),
    // An edit of texts reads the routes of content and categories, and the redirects of a few products.
    index('route_content_or_category')
      .on(t.languageId)
      .where(sql`${t.contentPageId} is not null or ${t.categoryId} is not null`),
    index('route_product_redirect').on(t.productVariantId).where(sql`not ${t.isCanonical}`),
    check(
      'route_kind_known',
      sql`${t.kind} in ('contentPage', 'productSearch', 'productDetail', 'faq', 'adviceArticle', 'blogArticle', 'newsItem', 'partner', 'redirect', 'adviceCategory', 'adviceVideo', 'blogOverview', 'blogCategory')`,
    ),
    check('route_redirect', sql`(${t.kind} = 'redirect') = (${t.redirectTo} is not null)`),
    check('route_canonical', sql`${t.isCanonical} = (${t.kind} <> 'redirect')`),
    check('route_target', sql`num_nonnulls(${t.contentPageId}, ${t.categoryId}, ${t.productVariantId}) = 1`),
  ],
);
