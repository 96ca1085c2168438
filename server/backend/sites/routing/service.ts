import {
  MAX_SITEMAP_FILE_ENTRIES,
  type RouteAnswer,
  type RouteQuestion,
  type SitemapEntry,
  type SitemapFile,
  type SitemapSection,
  type UrlAnswer,
} from '../../../../shared/contract/routing.ts';
import {
  getStaticRouteOfSegment,
  type StaticRouteName,
} from '../../../../shared/rules/localised-segments.ts';
import { parseNewsItemPath, parseNewsSlugPath } from '../../../../shared/rules/media-path.ts';
import { MEDIA_PATH } from '../../../../shared/rules/path-constants.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../../core/database/database.ts';
import {
  createNotFound,
  createParameterMissing,
  createValidationFailed,
} from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../placeholders.ts';
import type { FindStaticPage, RoutedContent, RoutedPages } from '../routed-pages.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { SiteRecord } from '../site-record.ts';
import { findStaticRoutePath } from '../static-routes.ts';
import { createLabResultPageRoutes } from './lab-result-page-routes.ts';
import { createPageUrls } from './page-urls.ts';
import {
  findCanonicalRoute,
  findNewsBySlug,
  listLocationsOfPages,
  listPageLocations,
  noTarget,
  type RouteRow,
  type RouteTarget,
  toRedirect,
} from './queries.ts';
import { idNameByRouteKind, sitemapSections } from './route-kinds.ts';

/** The page at a path of a site, in a form that can be found on another site. */
export type Page =
  | { readonly kind: 'list' | 'other'; readonly target: RouteTarget }
  | { readonly kind: 'search' | 'screen'; readonly screen: StaticRouteName }
  | { readonly kind: 'media' }
  | { readonly kind: 'unknown' };

export interface RoutingService {
  fetchRoute(context: ScopedContext, url: string): Promise<RouteAnswer>;
  resolveUrl(context: ScopedContext, question: RouteQuestion): Promise<UrlAnswer>;
  fetchSitemap(context: ScopedContext): Promise<SitemapFile[]>;
  /** Returns the pages of one sitemap file; empty beyond the last one. */
  fetchSitemapFile(context: ScopedContext, section: SitemapSection, page: number): Promise<SitemapEntry[]>;
  /** Returns the page at a decoded path; 'unknown' if there is none. */
  findPage(site: SiteRecord, languageId: number, path: string): Promise<Page>;
  /**
   * Returns the path of the same page on another site or in another language; undefined if it does not exist
   * there.
   */
  findPathOn(page: Page, siteId: number, languageId: number): Promise<string | undefined>;
  /**
   * Returns the route of a path, or the redirect to the page if the path has another slug (news) or capital
   * letters.
   */
  findRow(context: ScopedContext, url: string): Promise<RouteRow | undefined>;
}

export interface RoutingServiceDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly pages: RoutedPages;
  readonly content: RoutedContent;
  /** Pages of static routes for the sitemap. */
  /** Lists the static pages of all modules. */
  readonly listStaticPages: () => readonly FindStaticPage[];
}

const getTargetKey = (target: RouteTarget): string =>
  `${target.contentPageId ?? ''}/${target.categoryId ?? ''}/${target.productVariantId ?? ''}`;

function addTrailingSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Creates the service of the routing table. */
export function createRoutingService(deps: RoutingServiceDeps): RoutingService {
  const { database, sites, pages, content, listStaticPages } = deps;
  const { getAbsoluteUrl, createAlternates } = createPageUrls(deps);
  const results = createLabResultPageRoutes(deps);

  /** Returns whether the page of a row is published at a given time. */
  const isRoutePublished = async ({ contentPageId }: RouteRow, now: Date): Promise<boolean> =>
    contentPageId === null || (await content.isPublished(contentPageId, now));

  async function findRow({ site, language, now }: ScopedContext, url: string): Promise<RouteRow | undefined> {
    if (!url.startsWith('/')) throw createValidationFailed([{ field: 'url', code: 'format' }]);
    const { siteId } = site.site;
    const { languageId } = language;
    const path = addTrailingSlash(url);
    const row = await pages.findRouteByPath(database, siteId, languageId, path);
    const found = row ?? (await findByAlternativePath(siteId, languageId, path));
    if (!found || !(await isRoutePublished(found, now))) return undefined;
    if (row) return row;
    return toRedirect(found, path);
  }

  /** Finds the page of a path with another slug of a news item, without its id, or with capital letters. */
  async function findByAlternativePath(siteId: number, languageId: number, path: string) {
    const lower = path.toLowerCase();
    const item = parseNewsItemPath(lower);
    if (item) {
      const target = { ...noTarget, contentPageId: item.contentPageId };
      const canonical = await findCanonicalRoute(database, target, siteId, languageId);
      return canonical?.kind === 'newsItem' ? canonical : undefined;
    }
    const slug = parseNewsSlugPath(lower);
    if (slug !== null) return await findNewsBySlug(database, siteId, languageId, slug);
    return lower === path ? undefined : await pages.findRouteByPath(database, siteId, languageId, lower);
  }

  async function createAnswer(context: ScopedContext, row: RouteRow): Promise<RouteAnswer> {
    const { site, language } = context;
    const subject = await pages.findRouteTargetDetails(database, row, language.languageId);
    const scope = {
      siteId: site.site.siteId,
      languageId: language.languageId,
      title: createPlaceholderFiller(site, language).fill(subject?.title ?? ''),
    };
    if (row.kind === 'redirect') {
      return { kind: 'redirect', url: row.redirectTo ?? '/', permanent: row.isPermanent, ...scope };
    }
    const page = {
      ...scope,
      alternates: await createAlternates(site, await listPageLocations(database, row)),
    };
    if (row.kind === 'productSearch' && row.categoryId !== null) {
      const parameters = { filters: [], sort: null };
      return {
        kind: 'productSearch',
        searchType: 'category',
        categoryId: row.categoryId,
        parameters,
        ...page,
      };
    }
    if (row.kind === 'productSearch' && row.contentPageId !== null) {
      const landingpageId = row.contentPageId;
      const parameters = await content.fetchLandingListParameters(landingpageId);
      return { kind: 'productSearch', searchType: 'landingpage', landingpageId, parameters, ...page };
    }
    if (row.kind === 'productDetail' && row.productVariantId !== null && subject?.productId) {
      const { productVariantId, omitArticleCode } = row;
      return {
        kind: 'productDetail',
        productId: subject.productId,
        productVariantId,
        omitArticleCode,
        ...page,
      };
    }
    const { contentPageId, kind } = row;
    if (contentPageId === null || kind === 'productSearch' || kind === 'productDetail') {
      throw new Error(`Route ${row.path} of kind ${kind} has no target of that kind`);
    }
    if (kind === 'faq') return { kind, contentPageId, faqId: contentPageId, faqItemId: null, ...page };
    return { kind, contentPageId, ...page };
  }

  /** Lists the sitemap entries of static routes. */
  async function listStaticRouteEntries(context: ScopedContext): Promise<SitemapEntry[]> {
    const { site, language, now } = context;
    const { siteId } = site.site;
    const countSitePages = () => pages.countPages(database, { siteId, languageId: language.languageId, now });
    const entries = await Promise.all(
      listStaticPages().map(async (findStaticPage): Promise<SitemapEntry | null> => {
        const page = await findStaticPage(context, countSitePages);
        return (
          page && {
            path: page.path,
            lastModified: page.modifiedAt.toISOString(),
            alternates: await createAlternates(site, page.locations),
            pictureHash: null,
            scene: null,
          }
        );
      }),
    );
    return entries.filter((entry) => entry !== null);
  }

  return {
    findRow,
    async fetchRoute(context, url) {
      const result = await results.find(context, url);
      if (result) return result;
      // Only questions have anchors; all other fragments refer to the page.
      const [path = '', anchor] = url.split('#', 2);
      const row = await findRow(context, path);
      if (!row) throw createNotFound();
      const answer = await createAnswer(context, row);
      if (answer.kind !== 'faq' || anchor === undefined) return answer;
      return { ...answer, faqItemId: await content.questions.findItemId(context, answer.faqId, anchor) };
    },
    async resolveUrl(context, question) {
      const { kind, siteId = context.site.site.siteId, languageId = context.language.languageId } = question;
      const idName = idNameByRouteKind[kind];
      // A landing page is one of the content pages.
      const { landingpageId } = question;
      const isLandingPage = kind === 'productSearch' && landingpageId !== undefined;
      const id = isLandingPage
        ? landingpageId
        : (question[idName] ?? (kind === 'faq' ? question.faqId : undefined));
      if (id === undefined) throw createParameterMissing(idName);
      const site = await sites.findSite(siteId);
      if (!site) throw createValidationFailed([{ field: 'siteId', code: 'unknown' }]);
      if (!site.languages.some((language) => language.languageId === languageId)) {
        throw createValidationFailed([{ field: 'languageId', code: 'unknown' }]);
      }
      let url: string | undefined;
      if (kind === 'rqsResult' || kind === 'qsResult') {
        url = await results.findUrl(site, languageId, kind, String(id));
      } else {
        const target = { ...noTarget, [isLandingPage ? 'contentPageId' : idName]: id };
        const row = await findCanonicalRoute(database, target, siteId, languageId);
        const isFound = row?.kind === kind && (await isRoutePublished(row, context.now));
        url = isFound ? await getAbsoluteUrl(row) : undefined;
        if (url !== undefined && kind === 'faq' && question.faqItemId !== undefined) {
          const anchor = await content.questions.findAnchor(
            { site, languageId },
            id as number,
            question.faqItemId,
          );
          url = anchor && `${url}#${anchor}`;
        }
      }
      if (url === undefined) throw createNotFound();
      return { url };
    },
    async fetchSitemap({ site, language, now }) {
      const { siteId } = site.site;
      const counts = await pages.countPages(database, { siteId, languageId: language.languageId, now });
      return sitemapSections.flatMap(([section, kinds]) => {
        const sectionCounts = counts.filter(({ kind }) => kinds.includes(kind));
        const count = sectionCounts.reduce((sum, { count: ofKind }) => sum + ofKind, 0);
        const latest = sectionCounts.reduce((max, { modifiedAt }) => Math.max(max, modifiedAt.getTime()), 0);
        const lastModified = new Date(latest).toISOString();
        return Array.from({ length: Math.ceil(count / MAX_SITEMAP_FILE_ENTRIES) }, (_, index) => ({
          section,
          page: index + 1,
          lastModified,
        }));
      });
    },
    async fetchSitemapFile(context, section, page) {
      const { site, language, now } = context;
      const { siteId, brand } = site.site;
      const { languageId } = language;
      const kinds = sitemapSections.find(([name]) => name === section)?.[1] ?? [];
      const rows = await pages.listPages(
        database,
        { siteId, languageId, brand, now },
        { kinds, limit: MAX_SITEMAP_FILE_ENTRIES, offset: (page - 1) * MAX_SITEMAP_FILE_ENTRIES },
      );
      const locations = Map.groupBy(await listLocationsOfPages(database, rows), getTargetKey);
      const entries: SitemapEntry[] = [];
      for (const row of rows) {
        const { path, modifiedAt, pictureHash, scene } = row;
        entries.push({
          path: encodeURI(path),
          lastModified: modifiedAt.toISOString(),
          alternates: await createAlternates(site, locations.get(getTargetKey(row)) ?? []),
          pictureHash,
          scene,
        });
      }
      return section === 'pages' && page === 1
        ? [...entries, ...(await listStaticRouteEntries(context))]
        : entries;
    },
    async findPage(site, languageId, path) {
      const pathname = addTrailingSlash(path);
      if (pathname === MEDIA_PATH) return { kind: 'media' };
      const screen = getStaticRouteOfSegment(pathname.split('/')[1]?.toLowerCase() ?? '');
      if (screen) return { kind: screen === 'search' ? 'search' : 'screen', screen };
      const row = await pages.findRouteByPath(database, site.site.siteId, languageId, pathname);
      if (!row) return { kind: 'unknown' };
      return { kind: row.kind === 'productSearch' ? 'list' : 'other', target: row };
    },
    async findPathOn(page, siteId, languageId) {
      if (page.kind === 'media') return MEDIA_PATH;
      if ('target' in page)
        return (await findCanonicalRoute(database, page.target, siteId, languageId))?.path;
      if (page.kind === 'unknown') return undefined;
      return await findStaticRoutePath(sites, page.screen, languageId);
    },
  };
}
