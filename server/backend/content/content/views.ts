import { type AnyColumn, isNull, lte, or } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { getPublicationDay } from '../../../../shared/rules/publication-day.ts';
import { contentPage, contentPageProduct, contentPageScope, contentPageTranslation } from './tables.ts';

const queryBuilder = new QueryBuilder();

/** All pages and articles, including unpublished ones: see `createPublishedCondition`. */
export const contentPages = queryBuilder
  .select({
    contentPageId: contentPage.contentPageId,
    key: contentPage.key,
    publishedOn: contentPage.publishedOn,
    scene: contentPage.scene,
  })
  .from(contentPage)
  .as('content_pages');

/** Titles of pages by language, and when the texts last changed. */
export const contentPageTitles = queryBuilder
  .select({
    contentPageId: contentPageTranslation.contentPageId,
    languageId: contentPageTranslation.languageId,
    title: contentPageTranslation.title,
    modifiedAt: contentPageTranslation.modifiedAt,
  })
  .from(contentPageTranslation)
  .as('content_page_titles');

/** Facets by which landing pages select their products. */
export const contentPageFacets = queryBuilder
  .select({ contentPageId: contentPageScope.contentPageId, facet: contentPageScope.facet })
  .from(contentPageScope)
  .as('content_page_facets');

/** Products that pages are about, in the order of `position`. */
export const contentPageProducts = queryBuilder
  .select({
    contentPageId: contentPageProduct.contentPageId,
    productId: contentPageProduct.productId,
    position: contentPageProduct.position,
  })
  .from(contentPageProduct)
  .as('content_page_products');

/**
 * Returns the condition that the publication date of a content page, if it has one, has passed. Rows that
 * are joined to no page are published.
 *
 * @param page.publishedOn column of the table or view of pages in the same statement
 */
export const createPublishedCondition = (now: Date, { publishedOn }: { readonly publishedOn: AnyColumn }) =>
  or(isNull(publishedOn), lte(publishedOn, getPublicationDay(now)));
