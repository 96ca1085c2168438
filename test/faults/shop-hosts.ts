import path from 'node:path';
import { readMessages } from '../../server/web/render/messages.ts';
import type { RouteAnswer, SitemapEntry, SitemapFile } from '../../shared/contract/routing.ts';
import type { Language, Site } from '../../shared/contract/sites.ts';
import type { Messages } from '../../shared/i18n/translate.ts';
import { getLocalisedSegment, getStaticRouteOfSegment } from '../../shared/rules/localised-segments.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';

const readLocaleMessages = readMessages(path.resolve(import.meta.dirname, '../../locales'));

/** A (site, language) pair of the sample shop. */
export interface ShopHost {
  readonly host: string;
  readonly siteId: number;
  readonly languageId: number;
  /** As in `<html lang>`. */
  readonly culture: string;
  readonly messages: Messages;
  /** First path segment of the search page. */
  readonly searchSegment: string;
}

/** Page types of which each host has an address. */
export type PageKind =
  | 'home'
  | 'category'
  | 'product'
  | 'search'
  | 'content'
  | 'article'
  | 'media'
  | 'news'
  | 'missing';
export type PageAddresses = Readonly<Partial<Record<PageKind, string>>>;

async function fetchJson<T>(baseUrl: string, call: string, host?: ShopHost): Promise<T> {
  const headers = {
    siteid: String(host?.siteId ?? 1),
    languageid: String(host?.languageId ?? 1),
    datetime: '2026-11-05T12:00:00.000Z',
  };
  const answer = await fetch(`${baseUrl}${call}`, { headers });
  if (!answer.ok) throw new Error(`${call}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Returns every host of a shop with sales: the corporate site has no products. */
export async function fetchShopHosts(baseUrl: string): Promise<ShopHost[]> {
  const [sites, languages] = await Promise.all([
    fetchJson<Site[]>(baseUrl, '/api/sites'),
    fetchJson<Language[]>(baseUrl, '/api/language'),
  ]);
  return sites
    .filter((one) => !isCorporate(one))
    .flatMap((site) =>
      site.languages.map(({ domain, languageId }) => {
        const language = languages.find((candidate) => candidate.languageId === languageId)!;
        return {
          host: domain,
          siteId: site.siteId,
          languageId,
          culture: language.culture,
          messages: readLocaleMessages(language.code, site.type),
          searchSegment: getLocalisedSegment('search', language.code),
        };
      }),
    );
}

const pageKindsByRoute: Readonly<Record<string, PageKind>> = {
  productSearch: 'category',
  productDetail: 'product',
  contentPage: 'content',
  newsItem: 'news',
  faq: 'article',
  adviceArticle: 'article',
  blogArticle: 'article',
  partner: 'article',
};

/** Returns all indexable paths of a host. */
export async function fetchIndexablePaths(baseUrl: string, host: ShopHost): Promise<string[]> {
  return (await fetchPathsBySitemapFile(baseUrl, host)).flat();
}

/** Returns paths by file of the sitemap: those of one file are of few route kinds. */
async function fetchPathsBySitemapFile(baseUrl: string, host: ShopHost): Promise<string[][]> {
  const files = await fetchJson<SitemapFile[]>(baseUrl, '/api/routing/sitemap', host);
  const entries = await Promise.all(
    files.map(({ section, page }) =>
      fetchJson<SitemapEntry[]>(baseUrl, `/api/routing/sitemap/${section}/${page}`, host),
    ),
  );
  return entries.map((section) => section.map((entry) => entry.path));
}

/**
 * Finds one address of every page type on every host: on the first host by resolving the paths of its
 * sitemap, on the others by the alternates.
 *
 * @returns addresses by host; a page that a site does not have is missing
 */
export async function fetchPageAddresses(
  baseUrl: string,
  hosts: readonly ShopHost[],
): Promise<ReadonlyMap<string, PageAddresses>> {
  const found = new Map<PageKind, Extract<RouteAnswer, { alternates: unknown }>>();
  const first = hosts[0]!;
  const sections = await fetchPathsBySitemapFile(baseUrl, first);
  // From both ends of all sections in parallel, so that a page type at an end is found early.
  const longest = Math.max(...sections.map(({ length }) => length));
  const candidates = Array.from({ length: longest }, (_, n) =>
    sections.flatMap((paths) => [paths.at(n), paths.at(-1 - n)]),
  );
  for (const page of candidates.flat()) {
    if (found.size === 5) break;
    if (page === undefined) continue;
    // Static routes of the web: the backend does not resolve them.
    if (page === '/' || page === '/media/' || getStaticRouteOfSegment(page.split('/')[1] ?? '')) continue;
    const call = `/api/routing/getbyurl?url=${encodeURIComponent(page)}`;
    const route = await fetchJson<RouteAnswer>(baseUrl, call, first);
    const kind = pageKindsByRoute[route.kind];
    if (kind && 'alternates' in route && !found.has(kind)) found.set(kind, route);
  }
  return new Map(
    hosts.map((host) => {
      const own = [...found].flatMap(([kind, { alternates }]) => {
        const alternate = alternates.find(
          ({ siteId, languageId }) => siteId === host.siteId && languageId === host.languageId,
        );
        return alternate ? [[kind, new URL(alternate.url).pathname] as const] : [];
      });
      const pages: PageAddresses = {
        ...Object.fromEntries(own),
        home: '/',
        media: '/media/',
        search: `/${host.searchSegment}/?q=muesli`,
        missing: '/there-is-no-such-page/',
      };
      return [host.host, pages] as const;
    }),
  );
}
