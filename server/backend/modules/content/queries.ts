import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { ContentKind } from '../../../../shared/contract/content.ts';
import { shopImport } from '../../catalogue-import/tables.ts';
import type { Database } from '../../database/database.ts';
import { siteProduct } from '../products/tables.ts';
import { route } from '../routing/tables.ts';
import { isPublishedAt } from './is-published.ts';
import {
  type ContentPageKind,
  contentPage,
  contentPageProduct,
  contentPageRelation,
  contentPageTranslation,
  siteContentPage,
} from './tables.ts';

/** A page with its texts in one language and its path on one site; the path is null for pages without a route. */
export interface ContentRow {
  readonly page: Omit<typeof contentPage.$inferSelect, 'kind'> & { readonly kind: ContentKind };
  readonly translation: typeof contentPageTranslation.$inferSelect;
  readonly path: string | null;
  /** When its words last changed; null where that was never after the first import. */
  readonly changedAt: Date | null;
}

/** For whom pages are read. What is published later than `now` does not exist yet. */
export interface ContentScope {
  readonly siteId: number;
  readonly languageId: number;
  readonly now: Date;
}

export interface ContentRepository {
  find(scope: ContentScope, contentPageId: number): Promise<ContentRow | undefined>;
  /** Newest first. */
  listOfKind(scope: ContentScope, kind: ContentPageKind): Promise<ContentRow[]>;
  /** What to read on, best first. */
  listRelated(scope: ContentScope, contentPageId: number): Promise<ContentRow[]>;
  /** productIds that a page is about, as far as the site sells them. */
  listRelatedProductIds(siteId: number, contentPageId: number): Promise<number[]>;
}

/** SQL of pages and articles. */
export function createContentRepository(database: Database): ContentRepository {
  const selectPages = ({ siteId, languageId, now }: ContentScope, condition: SQL | undefined) =>
    database
      .select({
        page: { ...getTableColumns(contentPage), kind: sql<ContentKind>`${contentPage.kind}` },
        translation: contentPageTranslation,
        path: route.path,
        changedAt: sql<Date | null>`case when ${contentPageTranslation.modifiedAt} > (
          select min(${shopImport.importedAt}) from ${shopImport}
        ) then ${contentPageTranslation.modifiedAt} end`.mapWith(contentPageTranslation.modifiedAt),
      })
      .from(contentPage)
      .innerJoin(
        siteContentPage,
        and(eq(siteContentPage.contentPageId, contentPage.contentPageId), eq(siteContentPage.siteId, siteId)),
      )
      .innerJoin(
        contentPageTranslation,
        and(
          eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
          eq(contentPageTranslation.languageId, languageId),
        ),
      )
      .leftJoin(
        route,
        and(
          eq(route.contentPageId, contentPage.contentPageId),
          eq(route.siteId, siteId),
          eq(route.languageId, languageId),
          sql`${route.isCanonical}`,
        ),
      )
      // Landing pages are answered by the product search.
      .where(and(ne(contentPage.kind, 'landing'), isPublishedAt(now), condition));

  return {
    find: async (scope, contentPageId) =>
      (await selectPages(scope, eq(contentPage.contentPageId, contentPageId)))[0],
    listOfKind: (scope, kind) =>
      selectPages(scope, eq(contentPage.kind, kind)).orderBy(
        sql`${contentPage.publishedOn} desc nulls last`,
        desc(contentPage.contentPageId),
      ),
    async listRelated(scope, contentPageId) {
      const relations = await database
        .select({ contentPageId: contentPageRelation.relatedContentPageId })
        .from(contentPageRelation)
        .where(eq(contentPageRelation.contentPageId, contentPageId))
        .orderBy(asc(contentPageRelation.position));
      const ids = relations.map((relation) => relation.contentPageId);
      if (ids.length === 0) return [];
      const rows = await selectPages(scope, inArray(contentPage.contentPageId, ids));
      return ids.flatMap((id) => rows.filter(({ page }) => page.contentPageId === id));
    },
    async listRelatedProductIds(siteId, contentPageId) {
      const rows = await database
        .select({ productId: contentPageProduct.productId })
        .from(contentPageProduct)
        .innerJoin(
          siteProduct,
          and(eq(siteProduct.productId, contentPageProduct.productId), eq(siteProduct.siteId, siteId)),
        )
        .where(eq(contentPageProduct.contentPageId, contentPageId))
        .orderBy(asc(contentPageProduct.position))
        .limit(4);
      return rows.map((row) => row.productId);
    },
  };
}
