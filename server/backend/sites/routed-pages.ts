import type { SceneName } from '../../../shared/contract/primitives.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import type { Brand } from '../../../shared/rules/brand-name.ts';
import type { Database } from '../core/database/database.ts';
import type { PageLocation, RouteRow, RouteTarget } from './routing/queries.ts';
import type { ScopedContext } from './scoped-call.ts';
import type { SiteRecord } from './site-record.ts';

export interface PageCount {
  readonly kind: RouteRow['kind'];
  readonly count: number;
  readonly modifiedAt: Date;
}

export interface PageScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A page with its data for sitemaps. */
export interface PageRow extends RouteTarget {
  readonly path: string;
  readonly modifiedAt: Date;
  readonly pictureHash: string | null;
  readonly scene: SceneName | null;
}

/** The data of a route's target for the response. */
export interface RouteTargetDetails {
  readonly title: string;
  /** Null if it is not a product. */
  readonly productId: number | null;
}

/** What routing reads of its targets: content pages, categories and products. */
export interface RoutedPages {
  /**
   * Returns the route of a path. The path of a product's default variant with its article number
   * (`/slug/1010111/`) has no row: it redirects to `/slug/` or its current path.
   */
  findRouteByPath(
    handle: Database,
    siteId: number,
    languageId: number,
    path: string,
  ): Promise<RouteRow | undefined>;
  /**
   * Returns the title of a target in a language, and its product; undefined if it has no text in the
   * language.
   */
  findRouteTargetDetails(
    handle: Database,
    target: RouteTarget,
    languageId: number,
  ): Promise<RouteTargetDetails | undefined>;
  /**
   * Counts the published canonical routes of a (site, language) by kind, with the time of their latest text
   * change.
   */
  countPages(handle: Database, scope: Omit<PageScope, 'brand'>): Promise<PageCount[]>;
  /** Lists the published canonical routes of some kinds by path, from an offset on. */
  listPages(
    handle: Database,
    scope: PageScope,
    range: {
      readonly kinds: readonly RouteRow['kind'][];
      readonly limit: number;
      readonly offset: number;
    },
  ): Promise<PageRow[]>;
}

/** Filters and order of a product list. */
export type LandingListParameters = Extract<RouteAnswer, { kind: 'productSearch' }>['parameters'];

/** What routing reads of content pages only. */
export interface RoutedContent {
  /**
   * Returns whether a content page is published at a given time: its publication date (UTC), if it has one,
   * has passed.
   */
  isPublished(contentPageId: number, now: Date): Promise<boolean>;
  /**
   * Returns the list parameters of a landing page: the facets that select its products, and its initial
   * order.
   */
  fetchLandingListParameters(landingpageId: number): Promise<LandingListParameters>;
  /** Anchors of the questions of an FAQ subject. */
  readonly questions: {
    /**
     * Returns the position of a question in its subject, starting at 1; null if no question has the anchor.
     */
    findItemId(context: ScopedContext, faqId: number, anchor: string): Promise<number | null>;
    /** Returns the anchor of a question; undefined if the subject does not have it. */
    findAnchor(
      scope: { readonly site: SiteRecord; readonly languageId: number },
      faqId: number,
      faqItemId: number,
    ): Promise<string | undefined>;
  };
}

/** A page of a static route, which has no row in the routing table. */
export interface StaticPage {
  readonly path: string;
  readonly modifiedAt: Date;
  /** Its locations on all sites that have it. */
  readonly locations: readonly PageLocation[];
}

/**
 * Returns the page of a static route for the sitemap of a site; null if the site does not have it.
 *
 * @param countPages counts the pages of the site in the language
 */
export type FindStaticPage = (
  context: ScopedContext,
  countPages: () => Promise<PageCount[]>,
) => Promise<StaticPage | null>;
