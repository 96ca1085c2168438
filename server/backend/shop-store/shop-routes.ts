import { fixedPaths } from '../../../shared/rules/fixed-paths.ts';
import { getLocalisedSegment, locales, staticRoutes } from '../../../shared/rules/localised-segments.ts';
import { getNewsItemPath } from '../../../shared/rules/media-path.ts';
import type { TranslatableFault } from '../core/admin/operation.ts';
import type { RouteRow } from '../sites/routing/queries.ts';
import { IssueList } from './import-error.ts';
import type { ShopFiles } from './read-shop-files.ts';
import {
  type ContentPageKind,
  findContentText,
  getSitePageIds,
  hasAddress,
  isContentOnSite,
  listAncestors,
  listCategoriesOfSite,
  listContent,
  listProductsOfSite,
} from './shop-content.ts';
import type { SiteRow } from './shop-file-schemas.ts';

/**
 * First path segments reserved for the application and never used for content, in addition to the translated
 * ones of every language.
 */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  ...staticRoutes.flatMap((screen) => locales.map((locale) => getLocalisedSegment(screen, locale))),
  ...fixedPaths.map((path) => path.split('/')[1] ?? ''),
  'account',
  'api',
  'images',
  'assets',
  'health',
  'metrics',
  // Reserved because the admin, on another port, uses this path.
  'admin',
]);

const ROUTE_KIND_BY_CONTENT_KIND: Readonly<Record<ContentPageKind, RouteRow['kind']>> = {
  page: 'contentPage',
  advice: 'adviceArticle',
  blog: 'blogArticle',
  news: 'newsItem',
  faq: 'faq',
  partner: 'partner',
  landing: 'productSearch',
  adviceCategory: 'adviceCategory',
  adviceVideo: 'adviceVideo',
  blogOverview: 'blogOverview',
  blogCategory: 'blogCategory',
};

type RouteTarget =
  | Pick<RouteRow, 'kind' | 'contentPageId'>
  | Pick<RouteRow, 'kind' | 'categoryId'>
  | Pick<RouteRow, 'kind' | 'productVariantId' | 'omitArticleCode'>;

/** Origin of a path in the files. */
interface RouteOrigin {
  readonly file: string;
  readonly row: string;
}

/** Site in one of its languages, served by one host. */
export interface SiteLanguageHost {
  readonly site: SiteRow;
  readonly languageId: number;
  /** Language code. */
  readonly code: string;
}

/** Lists the hosts whose texts were read: all, unless only the texts of some languages were. */
export const listReadHosts = (files: ShopFiles): SiteLanguageHost[] =>
  listHosts(files).filter(({ code }) => files.texts.has(code));

export function listHosts(files: ShopFiles): SiteLanguageHost[] {
  const codes = new Map(files.languages.map(({ languageId, code }) => [languageId, code]));
  return files.sites.flatMap((site) =>
    site.languages.flatMap(({ languageId }) => {
      const code = codes.get(languageId);
      return code === undefined ? [] : [{ site, languageId, code }];
    }),
  );
}

/**
 * Iterates over every address of the shop, host by host, because a large shop has many times more addresses
 * than products.
 */
export function* listRoutes(files: ShopFiles): Generator<RouteRow> {
  // Collisions were reported when the files were checked.
  const issues = new IssueList();
  for (const host of listReadHosts(files)) yield* listRoutesOfHost(files, host, issues);
}

/**
 * Returns every address of a host: one canonical row per target, and the redirect from the home page's slug.
 * The path of a default variant with its article number has no row, because the routing derives it. Reports
 * slugs that collide, also with such a path.
 */
export function listRoutesOfHost(
  files: ShopFiles,
  { site, languageId, code }: SiteLanguageHost,
  issues: IssueList,
): RouteRow[] {
  const rows = new Map<string, RouteRow>();
  const sources = new Map<string, RouteOrigin>();
  const texts = files.texts.get(code);
  const file = `texts/${code}.json`;

  /** Reserves a path. Returns false if it is already in use. */
  const take = (path: string, source: RouteOrigin, kind: RouteRow['kind']): boolean => {
    const problem = findRouteProblem(path, source, sources, kind);
    if (problem === null) sources.set(path, source);
    else issues.add(source.file, source.row, 'urlSlug', problem.problem, problem.told);
    return problem === null;
  };
  const add = (path: string, target: RouteTarget, source: RouteOrigin, redirectTo: string | null = null) => {
    if (!take(path, source, target.kind)) return;
    rows.set(path, {
      siteId: site.siteId,
      languageId,
      path,
      contentPageId: null,
      categoryId: null,
      productVariantId: null,
      omitArticleCode: false,
      ...target,
      ...(redirectTo !== null && { kind: 'redirect' }),
      isCanonical: redirectTo === null,
      redirectTo,
      isPermanent: true,
    });
  };

  const { rootContentPageId } = getSitePageIds(site);
  for (const item of listContent(files)) {
    const text = findContentText(files, item, code);
    if (!text || !isContentOnSite(item, site) || !hasAddress(item)) continue;
    const target = { kind: ROUTE_KIND_BY_CONTENT_KIND[item.kind], contentPageId: item.contentPageId };
    if (item.contentPageId === rootContentPageId) {
      add('/', target, text);
      add(`/${text.urlSlug}/`, target, text, '/');
    } else if (item.kind === 'news') add(getNewsItemPath(item.contentPageId, text.urlSlug), target, text);
    else add(`/${text.urlSlug}/`, target, text);
  }

  for (const category of listCategoriesOfSite(files.categories, site)) {
    const slugs = listAncestors(files.categories, category).map(({ key }) => texts?.categories[key]?.urlSlug);
    if (slugs.includes(undefined)) continue;
    const target = { kind: 'productSearch', categoryId: category.id } as const;
    add(`/${slugs.reverse().join('/')}/`, target, { file, row: `categories.${category.key}` });
  }

  for (const product of listProductsOfSite(files, site)) {
    const slug = texts?.products[product.key]?.urlSlug;
    if (slug === undefined) continue;
    const source = { file, row: `products.${product.key}` };
    for (const variant of product.variants) {
      const target = { kind: 'productDetail', productVariantId: variant.id } as const;
      const ownPath = `/${slug}/${variant.articleNumber.toLowerCase()}/`;
      if (variant.isDefault) {
        add(`/${slug}/`, { ...target, omitArticleCode: true }, source);
        take(ownPath, source, target.kind);
      } else add(ownPath, { ...target, omitArticleCode: false }, source);
    }
  }
  return [...rows.values()];
}

function findRouteProblem(
  path: string,
  source: RouteOrigin,
  sources: ReadonlyMap<string, RouteOrigin>,
  kind: RouteRow['kind'],
): { readonly problem: string; readonly told: TranslatableFault } | null {
  const other = sources.get(path);
  if (other) {
    return {
      problem: `${path} is also the address of ${other.row}${other.file === source.file ? '' : ` in ${other.file}`}`,
      told: { code: 'address_taken', values: { path, row: source.row, other: other.row } },
    };
  }
  const [, first = ''] = path.split('/');
  if (kind !== 'newsItem' && RESERVED_SEGMENTS.has(first))
    return {
      problem: `'${first}' is reserved for a screen of the shop`,
      told: { code: 'address_reserved', values: { word: first } },
    };
  return null;
}
