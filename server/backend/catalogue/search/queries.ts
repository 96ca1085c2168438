import { and, eq, inArray, sql } from 'drizzle-orm';
import { contentPage, contentPageScope, contentPageTranslation } from '../../content/content/tables.ts';
import { createPublishedCondition } from '../../content/content/views.ts';
import type { Database } from '../../core/database/database.ts';
import type { ContentPageKind } from '../../shop-store/shop-content.ts';
import { route } from '../../sites/routing/tables.ts';
import type { FacetValueRow } from './facets.ts';
import type { PageHit, SearchScope } from './product-search.ts';
import { facetValue } from './tables.ts';

/** A page in the language of a search. */
export type PageRow =
  | { readonly kind: 'category'; readonly key: string; readonly categoryId: number }
  | {
      readonly kind: ContentPageKind;
      readonly key: string;
      readonly title: string;
      /** Null if the page has neither a summary nor a description. */
      readonly summary: string | null;
      readonly path: string;
    };

/** The products of a landing page or an advice category, with the texts of the page in one language. */
export interface PageScopeRow {
  readonly key: string;
  readonly title: string;
  readonly intro: string;
  readonly metaDescription: string;
  readonly path: string;
  /** Values by facet; 'category' has category keys. */
  readonly values: readonly { readonly facet: string; readonly value: string }[];
}

/** Joins the content pages with their texts and their address on a site. */
const createPageJoins = ({ siteId, languageId }: Pick<SearchScope, 'siteId' | 'languageId'>) =>
  [
    and(
      eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
      eq(contentPageTranslation.languageId, languageId),
    ),
    and(
      eq(route.contentPageId, contentPage.contentPageId),
      eq(route.siteId, siteId),
      eq(route.languageId, languageId),
      sql`${route.isCanonical}`,
    ),
  ] as const;

/** Returns titles and addresses of pages in the given order. Unpublished pages are left out. */
export async function listPageRows(
  database: Database,
  scope: Pick<SearchScope, 'siteId' | 'languageId' | 'now'>,
  hits: readonly PageHit[],
): Promise<PageRow[]> {
  const ids = hits.flatMap((hit) => (hit.kind === 'category' ? [] : [hit.contentPageId]));
  const [hasTexts, hasAddress] = createPageJoins(scope);
  const rows =
    ids.length === 0
      ? []
      : await database
          .select({
            contentPageId: contentPage.contentPageId,
            kind: contentPage.kind,
            key: contentPage.key,
            title: contentPageTranslation.title,
            summary: sql<
              string | null
            >`nullif(coalesce(${contentPageTranslation.summary}, ${contentPageTranslation.metaDescription}), '')`,
            path: route.path,
          })
          .from(contentPage)
          .innerJoin(contentPageTranslation, hasTexts)
          .innerJoin(route, hasAddress)
          .where(
            and(inArray(contentPage.contentPageId, ids), createPublishedCondition(scope.now, contentPage)),
          );
  return hits.flatMap((hit): PageRow[] => {
    if (hit.kind === 'category') return [{ kind: 'category', key: hit.key, categoryId: hit.categoryId }];
    const row = rows.find(({ contentPageId }) => contentPageId === hit.contentPageId);
    return row
      ? [{ kind: row.kind, key: row.key, title: row.title, summary: row.summary, path: row.path }]
      : [];
  });
}

/** Returns the product scope of a page; undefined if the site does not have the page. */
export async function findPageScope(
  database: Database,
  scope: Pick<SearchScope, 'siteId' | 'languageId'>,
  { contentPageId, kind }: { contentPageId: number; kind: 'landing' | 'adviceCategory' },
): Promise<PageScopeRow | undefined> {
  const values = await database
    .select({ facet: contentPageScope.facet, value: contentPageScope.value })
    .from(contentPageScope)
    .where(eq(contentPageScope.contentPageId, contentPageId));
  if (values.length === 0) return undefined;
  const [hasTexts, hasAddress] = createPageJoins(scope);
  const [row] = await database
    .select({
      key: contentPage.key,
      title: contentPageTranslation.title,
      intro: sql<string>`coalesce(${contentPageTranslation.summary}, '')`,
      metaDescription: contentPageTranslation.metaDescription,
      path: route.path,
    })
    .from(contentPage)
    .innerJoin(contentPageTranslation, hasTexts)
    .innerJoin(route, hasAddress)
    .where(and(eq(contentPage.contentPageId, contentPageId), eq(contentPage.kind, kind)));
  return row && { ...row, values };
}

/** Lists the values of all mask facets, in their order. */
export const listFacetValues = (database: Database): Promise<FacetValueRow[]> =>
  database.select().from(facetValue).orderBy(facetValue.facet, facetValue.bit);
