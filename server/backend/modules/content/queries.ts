import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ContentKind } from '../../../../shared/contract/content.ts';
import { shopImport } from '../../catalogue-import/tables.ts';
import type { Database } from '../../database/database.ts';
import { siteProduct } from '../products/tables.ts';
import { route } from '../routing/tables.ts';
import {
  type ContentPageKind,
  contentPage,
  contentPageProduct,
  contentPageRelation,
  contentPageTranslation,
  siteContentPage,
} from './tables.ts';

/** Whether a content page's day of publication, where it has one, has come at an instant (UTC). What is no content page is always there. */
export const isPublishedAt = (now: Date) =>
  or(isNull(contentPage.publishedOn), lte(contentPage.publishedOn, now.toISOString().slice(0, 10)));

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

function selectPages(
  handle: Database,
  { siteId, languageId, now }: ContentScope,
  condition: SQL | undefined,
) {
  return (
    handle
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
      .where(and(ne(contentPage.kind, 'landing'), isPublishedAt(now), condition))
  );
}

/** A page that is published on the site; undefined where there is none. */
export async function findContent(
  handle: Database,
  scope: ContentScope,
  contentPageId: number,
): Promise<ContentRow | undefined> {
  const [row] = await selectPages(handle, scope, eq(contentPage.contentPageId, contentPageId));
  return row;
}

/** Pages of a kind, newest first. */
export async function listContentOfKind(
  handle: Database,
  scope: ContentScope,
  kind: ContentPageKind,
): Promise<ContentRow[]> {
  return selectPages(handle, scope, eq(contentPage.kind, kind)).orderBy(
    sql`${contentPage.publishedOn} desc nulls last`,
    desc(contentPage.contentPageId),
  );
}

/** What to read on with, best first. */
export async function listRelatedContent(
  handle: Database,
  scope: ContentScope,
  contentPageId: number,
): Promise<ContentRow[]> {
  const relations = await handle
    .select({ contentPageId: contentPageRelation.relatedContentPageId })
    .from(contentPageRelation)
    .where(eq(contentPageRelation.contentPageId, contentPageId))
    .orderBy(asc(contentPageRelation.position));
  const ids = relations.map((relation) => relation.contentPageId);
  if (ids.length === 0) return [];
  const rows = await selectPages(handle, scope, inArray(contentPage.contentPageId, ids));
  return ids.flatMap((id) => rows.filter(({ page }) => page.contentPageId === id));
}

/** productIds that a page is about, as far as the site sells them. */
export async function listRelatedProductIds(
  handle: Database,
  siteId: number,
  contentPageId: number,
): Promise<number[]> {
  const rows = await handle
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
}
