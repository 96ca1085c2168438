import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { route } from '../../sites/routing/tables.ts';
import { createPublishedCondition } from '../content/queries.ts';
import { contentPage } from '../content/tables.ts';
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
      path: sql<string>`coalesce(${footerLink.path}, ${route.path})`,
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
      route,
      and(
        or(eq(route.categoryId, footerLink.categoryId), eq(route.contentPageId, footerLink.contentPageId)),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        sql`${route.isCanonical}`,
      ),
    )
    .leftJoin(contentPage, eq(contentPage.contentPageId, footerLink.contentPageId))
    .where(
      and(
        eq(footerLink.footerId, footerId),
        sql`coalesce(${footerLink.path}, ${route.path}) is not null`,
        createPublishedCondition(now),
      ),
    )
    .orderBy(asc(footerLink.position), asc(footerLink.key));
  return { columns, links };
}
