import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { route } from '../routing/tables.ts';
import {
  footer,
  footerColumn,
  footerColumnTranslation,
  footerLink,
  footerLinkTranslation,
} from './tables.ts';

export interface FooterRows {
  /** In their order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** In their order; only links to pages that the site has. */
  readonly links: readonly {
    readonly columnKey: string;
    readonly key: string;
    readonly title: string;
    readonly path: string;
  }[];
}

export interface FooterRepository {
  find(siteId: number, languageId: number, footerId: number): Promise<FooterRows | undefined>;
}

/** SQL of the footers. */
export function createFooterRepository(database: Database): FooterRepository {
  return {
    async find(siteId, languageId, footerId) {
      const [row] = await database
        .select()
        .from(footer)
        .where(and(eq(footer.footerId, footerId), eq(footer.siteId, siteId)));
      if (!row) return undefined;
      const columns = await database
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
      const links = await database
        .select({
          columnKey: footerLink.columnKey,
          key: footerLink.key,
          title: footerLinkTranslation.title,
          path: route.path,
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
        .innerJoin(
          route,
          and(
            eq(route.contentPageId, footerLink.contentPageId),
            eq(route.siteId, siteId),
            eq(route.languageId, languageId),
            sql`${route.isCanonical}`,
          ),
        )
        .where(eq(footerLink.footerId, footerId))
        .orderBy(asc(footerLink.position), asc(footerLink.key));
      return { columns, links };
    },
  };
}
