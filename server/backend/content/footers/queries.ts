import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import { contentPages, createPublishedCondition } from '../content/views.ts';
import {
  footer,
  footerColumn,
  footerColumnTranslation,
  footerLink,
  footerLinkTranslation,
} from './tables.ts';

export interface FooterRows {
  /** Columns in display order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** Links in display order. Only links to pages that the site has and that are published. */
  readonly links: readonly {
    readonly columnKey: string;
    readonly key: string;
    readonly title: string;
    readonly path: string;
  }[];
}

/** Returns columns and links of a footer; undefined if the site has no such footer. */
export async function findFooter(
  handle: Database,
  {
    siteId,
    languageId,
    footerId,
    now,
  }: {
    readonly siteId: number;
    readonly languageId: number;
    readonly footerId: number;
    readonly now: Date;
  },
): Promise<FooterRows | undefined> {
  const [row] = await handle
    .select()
    .from(footer)
    .where(and(eq(footer.footerId, footerId), eq(footer.siteId, siteId)));
  if (!row) return undefined;
  const columns = await handle
    .select({ key: footerColumn.key, title: footerColumnTranslation.title })
    .from(footerColumn)
    .innerJoin(
      footerColumnTranslation,
      and(
        eq(footerColumnTranslation.footerId, footerColumn.footerId),
        eq(footerColumnTranslation.key, footerColumn.key),
        eq(footerColumnTranslation.languageId, languageId),
      ),
    )
    .where(eq(footerColumn.footerId, footerId))
    .orderBy(asc(footerColumn.position));
  const links = await handle
    .select({
      columnKey: footerLink.columnKey,
      key: footerLink.key,
      title: footerLinkTranslation.title,
      path: sql<string>`coalesce(${footerLink.path}, ${canonicalRoutes.path})`,
    })
    .from(footerLink)
    .innerJoin(
      footerLinkTranslation,
      and(
        eq(footerLinkTranslation.footerId, footerLink.footerId),
        eq(footerLinkTranslation.key, footerLink.key),
        eq(footerLinkTranslation.languageId, languageId),
      ),
    )
    .leftJoin(
      canonicalRoutes,
      and(
        or(
          eq(canonicalRoutes.categoryId, footerLink.categoryId),
          eq(canonicalRoutes.contentPageId, footerLink.contentPageId),
        ),
        eq(canonicalRoutes.siteId, siteId),
        eq(canonicalRoutes.languageId, languageId),
      ),
    )
    .leftJoin(contentPages, eq(contentPages.contentPageId, footerLink.contentPageId))
    .where(
      and(
        eq(footerLink.footerId, footerId),
        sql`coalesce(${footerLink.path}, ${canonicalRoutes.path}) is not null`,
        createPublishedCondition(now, contentPages),
      ),
    )
    .orderBy(asc(footerLink.position), asc(footerLink.key));
  return { columns, links };
}
