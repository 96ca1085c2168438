import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Caption, ContentKind } from '../../../../shared/contract/content.ts';
import type { SortKey } from '../../../../shared/contract/list-choices.ts';
import type { ClipName } from '../../../../shared/contract/primitives.ts';
import type { Database } from '../../core/database/database.ts';
import type { StoredBlock } from '../../core/markdown/markdown-blocks.ts';
import { firstImportTime } from '../../shop-store/import-cache.ts';
import type { ContentPageKind } from '../../shop-store/shop-content.ts';
import type { PageLocation } from '../../sites/routing/queries.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import type { PageLinkRecord } from '../../sites/site-record.ts';
import {
  contentPage,
  contentPageCaption,
  contentPageCategory,
  contentPageClip,
  contentPageRelation,
  contentPageScope,
  contentPageTranslation,
  siteContentPage,
} from './tables.ts';
import { createPublishedCondition } from './views.ts';

/**
 * A page with its texts in one language and its path on one site. The path is null for pages without a route.
 */
export interface ContentRow {
  readonly page: Omit<typeof contentPage.$inferSelect, 'kind'> & { readonly kind: ContentKind };
  readonly translation: typeof contentPageTranslation.$inferSelect;
  readonly path: string | null;
  /** Time of the latest text change; null if the texts are those of the first import. */
  readonly changedAt: Date | null;
}

/** The site, language and time for which pages are read. Pages published after `now` are left out. */
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
        path: canonicalRoutes.path,
        changedAt:
          sql<Date | null>`case when ${contentPageTranslation.modifiedAt} <> ${firstImportTime} then ${contentPageTranslation.modifiedAt} end`.mapWith(
            contentPageTranslation.modifiedAt,
          ),
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
        canonicalRoutes,
        and(
          eq(canonicalRoutes.contentPageId, contentPage.contentPageId),
          eq(canonicalRoutes.siteId, siteId),
          eq(canonicalRoutes.languageId, languageId),
        ),
      )
      // Landing pages are served by the product search.
      .where(and(ne(contentPage.kind, 'landing'), createPublishedCondition(now, contentPage), condition))
  );
}

/** Returns a published page of the site; undefined if there is none. */
export async function findContent(
  handle: Database,
  scope: ContentScope,
  contentPageId: number,
): Promise<ContentRow | undefined> {
  const [row] = await selectPages(handle, scope, eq(contentPage.contentPageId, contentPageId));
  return row;
}

/** Lists the pages of some kinds, newest first: all, or only the direct children of one category. */
export async function listContentOfKinds(
  handle: Database,
  scope: ContentScope,
  kinds: readonly ContentPageKind[],
  categoryPageId?: number,
): Promise<ContentRow[]> {
  const isInCategory =
    categoryPageId === undefined
      ? undefined
      : inArray(
          contentPage.contentPageId,
          handle
            .select({ contentPageId: contentPageCategory.contentPageId })
            .from(contentPageCategory)
            .where(eq(contentPageCategory.categoryPageId, categoryPageId)),
        );
  return selectPages(handle, scope, and(inArray(contentPage.kind, [...kinds]), isInCategory)).orderBy(
    sql`${contentPage.publishedOn} desc nulls last`,
    desc(contentPage.contentPageId),
  );
}

/** Maximum number of ancestors of a page: a category and the blog overview. */
const MAX_PARENT_LEVELS = 3;

/**
 * Lists the ancestors of a page on a site, outermost first. The list ends at an ancestor that the site does
 * not have.
 */
export async function listParentPages(
  handle: Database,
  scope: ContentScope,
  contentPageId: number,
): Promise<ContentRow[]> {
  const parents: ContentRow[] = [];
  let childId = contentPageId;
  while (parents.length < MAX_PARENT_LEVELS) {
    const [named] = await handle
      .select({ contentPageId: contentPageCategory.categoryPageId })
      .from(contentPageCategory)
      .where(eq(contentPageCategory.contentPageId, childId));
    const parent = named && (await findContent(handle, scope, named.contentPageId));
    if (!parent) break;
    parents.unshift(parent);
    childId = parent.page.contentPageId;
  }
  return parents;
}

/** Returns the clip of a page with its texts in a language; undefined if the page has none. */
export async function findClip(
  handle: Database,
  languageId: number,
  contentPageId: number,
): Promise<{ readonly name: ClipName; readonly captions: readonly Caption[] } | undefined> {
  const [row] = await handle
    .select({ name: contentPageClip.clip, captions: contentPageCaption.captions })
    .from(contentPageClip)
    .leftJoin(
      contentPageCaption,
      and(
        eq(contentPageCaption.contentPageId, contentPageClip.contentPageId),
        eq(contentPageCaption.languageId, languageId),
      ),
    )
    .where(eq(contentPageClip.contentPageId, contentPageId));
  return row && { name: row.name, captions: row.captions ?? [] };
}

/** Lists the ids of the products that a page is about, if the site sells them. */
export type ListRelatedProductIds = (
  handle: Database,
  siteId: number,
  contentPageId: number,
) => Promise<number[]>;

/** Lists related content, best first. */
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

/**
 * Returns the facet values that select the products of a page's list, and its initial order; null means the
 * default order.
 */
export async function findProductSelectionOfPage(
  handle: Database,
  contentPageId: number,
): Promise<{
  readonly sort: SortKey | null;
  readonly values: readonly { readonly facet: string; readonly value: string }[];
}> {
  const [page] = await handle
    .select({ sort: contentPage.listSort })
    .from(contentPage)
    .where(eq(contentPage.contentPageId, contentPageId));
  const values = await handle
    .select({ facet: contentPageScope.facet, value: contentPageScope.value })
    .from(contentPageScope)
    .where(eq(contentPageScope.contentPageId, contentPageId))
    .orderBy(asc(contentPageScope.value));
  return { sort: page?.sort ?? null, values };
}

/**
 * Returns the blocks of a page as stored, with placeholders; empty if the page or language does not exist.
 */
export async function listBlocks(
  handle: Database,
  contentPageId: number,
  languageId: number,
): Promise<readonly StoredBlock[]> {
  const [row] = await handle
    .select({ blocks: contentPageTranslation.blocks })
    .from(contentPageTranslation)
    .where(
      and(
        eq(contentPageTranslation.contentPageId, contentPageId),
        eq(contentPageTranslation.languageId, languageId),
      ),
    );
  return row?.blocks ?? [];
}

export interface KnownPage {
  readonly contentPageId: number;
  readonly key: string;
  /** False for pages that were taken offline. */
  readonly isPublished: boolean;
}

/** Lists all pages and articles, including former ones. */
export async function listKnownPages(handle: Database): Promise<KnownPage[]> {
  const { contentPageId, key } = contentPage;
  const pages = await handle.select({ contentPageId, key }).from(contentPage);
  const published = await handle.selectDistinct({ id: siteContentPage.contentPageId }).from(siteContentPage);
  const ids = new Set(published.map(({ id }) => id));
  return pages.map((page) => ({ ...page, isPublished: ids.has(page.contentPageId) }));
}

/** Returns the id of the page with a key, on any site; undefined if there is none. */
export async function findContentPageId(handle: Database, key: string): Promise<number | undefined> {
  const [row] = await handle
    .select({ contentPageId: contentPage.contentPageId })
    .from(contentPage)
    .where(eq(contentPage.key, key));
  return row?.contentPageId;
}

/** Returns the addresses of these pages on every site, in each of its languages. */
export function readPageLinks(
  handle: Database,
  contentPageIds: readonly number[],
): Promise<PageLinkRecord[]> {
  return handle
    .select({
      siteId: canonicalRoutes.siteId,
      languageId: canonicalRoutes.languageId,
      contentPageId: contentPageTranslation.contentPageId,
      key: contentPage.key,
      title: contentPageTranslation.title,
      path: canonicalRoutes.path,
    })
    .from(canonicalRoutes)
    .innerJoin(contentPage, eq(contentPage.contentPageId, canonicalRoutes.contentPageId))
    .innerJoin(
      contentPageTranslation,
      and(
        eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
        eq(contentPageTranslation.languageId, canonicalRoutes.languageId),
      ),
    )
    .where(inArray(canonicalRoutes.contentPageId, [...new Set(contentPageIds)]));
}

/**
 * Returns whether a content page is published at a given time: its publication date (UTC), if it has one, has
 * passed.
 */
export async function isPublished(handle: Database, contentPageId: number, now: Date): Promise<boolean> {
  const rows = await handle
    .select({ contentPageId: contentPage.contentPageId })
    .from(contentPage)
    .where(and(eq(contentPage.contentPageId, contentPageId), createPublishedCondition(now, contentPage)));
  return rows.length > 0;
}

/** Lists one location for every (site, language) that has news at a given time. */
export async function listNewsLocations(handle: Database, now: Date): Promise<Omit<PageLocation, 'path'>[]> {
  return handle
    .selectDistinct({ siteId: canonicalRoutes.siteId, languageId: canonicalRoutes.languageId })
    .from(canonicalRoutes)
    .innerJoin(contentPage, eq(contentPage.contentPageId, canonicalRoutes.contentPageId))
    .where(and(eq(canonicalRoutes.kind, 'newsItem'), createPublishedCondition(now, contentPage)))
    .orderBy(canonicalRoutes.siteId, canonicalRoutes.languageId);
}

/** Returns the title of a page in a language; undefined if it has no text in it. */
export async function findContentPageTitle(
  handle: Database,
  contentPageId: number,
  languageId: number,
): Promise<string | undefined> {
  const [row] = await handle
    .select({ title: contentPageTranslation.title })
    .from(contentPageTranslation)
    .where(
      and(
        eq(contentPageTranslation.contentPageId, contentPageId),
        eq(contentPageTranslation.languageId, languageId),
      ),
    );
  return row?.title;
}

/** Lists the pages on any site whose text shows a picture, in any language. */
export async function listPagesWithPicture(
  handle: Database,
  key: string,
): Promise<{ readonly contentPageId: number; readonly key: string }[]> {
  const shown = JSON.stringify([{ type: 'picture', key }]);
  return (
    handle
      .selectDistinct({ contentPageId: contentPage.contentPageId, key: contentPage.key })
      .from(contentPageTranslation)
      .innerJoin(contentPage, eq(contentPage.contentPageId, contentPageTranslation.contentPageId))
      // Pages that were taken offline are stored, but shown on no site.
      .innerJoin(siteContentPage, eq(siteContentPage.contentPageId, contentPage.contentPageId))
      .where(sql`${contentPageTranslation.blocks} @> ${shown}::jsonb`)
      .orderBy(asc(contentPage.key))
  );
}

/** Returns the path of a page of a site; null if the site does not have it. */
export async function findPagePath(
  handle: Database,
  page: { readonly siteId: number; readonly languageId: number; readonly key: string },
): Promise<string | null> {
  const [row] = await handle
    .select({ path: canonicalRoutes.path })
    .from(canonicalRoutes)
    .innerJoin(contentPage, eq(contentPage.contentPageId, canonicalRoutes.contentPageId))
    .where(
      and(
        eq(canonicalRoutes.siteId, page.siteId),
        eq(canonicalRoutes.languageId, page.languageId),
        eq(contentPage.key, page.key),
      ),
    );
  return row?.path ?? null;
}
