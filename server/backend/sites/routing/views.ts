import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { route } from './tables.ts';

/** The address of each page on a (site, language), without redirects. */
export const canonicalRoutes = new QueryBuilder()
  .select({
    siteId: route.siteId,
    languageId: route.languageId,
    path: route.path,
    kind: route.kind,
    contentPageId: route.contentPageId,
    categoryId: route.categoryId,
    productVariantId: route.productVariantId,
    omitArticleCode: route.omitArticleCode,
  })
  .from(route)
  // The same condition as in the partial indexes, so that they are used.
  .where(sql`${route.isCanonical}`)
  .as('canonical_routes');
