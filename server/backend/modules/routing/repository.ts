import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import {
  categoryTranslation,
  contentPageTranslation,
  product,
  productTranslation,
  productVariant,
  route,
} from '../../database/schema.ts';

export type RouteRow = typeof route.$inferSelect;
/** What a route leads to: exactly one of the three ids. */
export type RouteTarget = Pick<RouteRow, 'contentPageId' | 'categoryId' | 'productVariantId'>;
/** Where a page is on one (site, language). */
export interface PagePlace {
  readonly siteId: number;
  readonly languageId: number;
  readonly path: string;
}

export interface RoutingRepository {
  findByPath(siteId: number, languageId: number, path: string): Promise<RouteRow | undefined>;
  /** The one canonical route of a target on a (site, language). */
  findCanonical(target: RouteTarget, siteId: number, languageId: number): Promise<RouteRow | undefined>;
  /** The canonical places of a target on all sites. */
  listPlaces(target: RouteTarget): Promise<PagePlace[]>;
  /** Title of a target in a language, without brand and with its placeholders. */
  findTitle(target: RouteTarget, languageId: number): Promise<string | undefined>;
  /** Every canonical route of a (site, language), with the time of its last change. */
  listPages(siteId: number, languageId: number): Promise<(RouteRow & { modifiedAt: Date })[]>;
  /** Where every page of every site is, with its target. */
  listAllPlaces(): Promise<(PagePlace & RouteTarget)[]>;
}

function isTarget(target: RouteTarget) {
  if (target.contentPageId !== null) return eq(route.contentPageId, target.contentPageId);
  if (target.categoryId !== null) return eq(route.categoryId, target.categoryId);
  return eq(route.productVariantId, target.productVariantId ?? 0);
}

/** SQL of the routing table. */
export function createRoutingRepository(database: Database): RoutingRepository {
  return {
    async findByPath(siteId, languageId, path) {
      const [row] = await database
        .select()
        .from(route)
        .where(and(eq(route.siteId, siteId), eq(route.languageId, languageId), eq(route.path, path)));
      return row;
    },
    async findCanonical(target, siteId, languageId) {
      const [row] = await database
        .select()
        .from(route)
        .where(
          and(
            isTarget(target),
            eq(route.siteId, siteId),
            eq(route.languageId, languageId),
            // As the partial index has it, so that it is used.
            sql`${route.isCanonical}`,
          ),
        );
      return row;
    },
    listPlaces: (target) =>
      database
        .select({ siteId: route.siteId, languageId: route.languageId, path: route.path })
        .from(route)
        .where(and(isTarget(target), sql`${route.isCanonical}`))
        .orderBy(route.siteId, route.languageId),
    async findTitle(target, languageId) {
      if (target.contentPageId !== null) {
        const [row] = await database
          .select({ title: contentPageTranslation.title })
          .from(contentPageTranslation)
          .where(
            and(
              eq(contentPageTranslation.contentPageId, target.contentPageId),
              eq(contentPageTranslation.languageId, languageId),
            ),
          );
        return row?.title;
      }
      if (target.categoryId !== null) {
        const [row] = await database
          .select({ title: categoryTranslation.name })
          .from(categoryTranslation)
          .where(
            and(
              eq(categoryTranslation.categoryId, target.categoryId),
              eq(categoryTranslation.languageId, languageId),
            ),
          );
        return row?.title;
      }
      const [row] = await database
        .select({ title: productTranslation.name })
        .from(productVariant)
        .innerJoin(productTranslation, eq(productTranslation.productId, productVariant.productId))
        .where(
          and(
            eq(productVariant.productVariantId, target.productVariantId ?? 0),
            eq(productTranslation.languageId, languageId),
          ),
        );
      return row?.title;
    },
    async listPages(siteId, languageId) {
      const rows = await database
        .select({
          route,
          modifiedAt:
            sql<Date>`coalesce(${contentPageTranslation.modifiedAt}, ${categoryTranslation.modifiedAt}, ${productTranslation.modifiedAt})`.mapWith(
              productTranslation.modifiedAt,
            ),
        })
        .from(route)
        .leftJoin(
          contentPageTranslation,
          and(
            eq(contentPageTranslation.contentPageId, route.contentPageId),
            eq(contentPageTranslation.languageId, route.languageId),
          ),
        )
        .leftJoin(
          categoryTranslation,
          and(
            eq(categoryTranslation.categoryId, route.categoryId),
            eq(categoryTranslation.languageId, route.languageId),
          ),
        )
        .leftJoin(productVariant, eq(productVariant.productVariantId, route.productVariantId))
        .leftJoin(product, eq(product.productId, productVariant.productId))
        .leftJoin(
          productTranslation,
          and(
            eq(productTranslation.productId, product.productId),
            eq(productTranslation.languageId, route.languageId),
          ),
        )
        .where(and(eq(route.siteId, siteId), eq(route.languageId, languageId), sql`${route.isCanonical}`))
        .orderBy(route.path);
      return rows.map((row) => ({ ...row.route, modifiedAt: row.modifiedAt }));
    },
    listAllPlaces: () =>
      database
        .select({
          siteId: route.siteId,
          languageId: route.languageId,
          path: route.path,
          contentPageId: route.contentPageId,
          categoryId: route.categoryId,
          productVariantId: route.productVariantId,
        })
        .from(route)
        .where(sql`${route.isCanonical}`)
        .orderBy(route.siteId, route.languageId),
  };
}
