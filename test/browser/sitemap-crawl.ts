import { readCanonical, readTags } from '../html/read-html.ts';
import { findStructuredDataFaults, readStructuredData } from '../html/structured-data.ts';
import { fetchFromShop, getShopPort, type ShopAnswer } from './shop-client.ts';

/** Number of concurrent requests. */
const MAX_CONCURRENT_REQUESTS = 4;

/** A page as listed in the sitemap of its host. */
export interface SitemapPage {
  readonly url: string;
  readonly section: string;
  /** hreflang → address. */
  readonly alternates: ReadonlyMap<string, string>;
  readonly pictures: readonly string[];
  readonly lastModified: string;
}

/** Returns every host of the shop under test: one per site and language. */
export async function listShopHosts(): Promise<string[]> {
  const { body } = await fetchFromShop('havero-nl.localhost', '/api/sites');
  const sites = JSON.parse(body) as { languages: { domain: string }[] }[];
  return sites.flatMap(({ languages }) => languages.map(({ domain }) => domain));
}

function decodeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

const extractXmlTexts = (xml: string, pattern: RegExp) =>
  [...xml.matchAll(pattern)].map(([, text = '']) => decodeXml(text));

/**
 * Returns all pages of a host's sitemap, found through robots.txt and the sitemap index.
 *
 * @throws Error if one of the files does not exist
 */
export async function fetchSitemapPages(host: string): Promise<SitemapPage[]> {
  const get = async (pathname: string): Promise<string> => {
    const { status, body } = await fetchFromShop(host, pathname);
    if (status !== 200) throw new Error(`${status} ${host}${pathname}`);
    return body;
  };
  const [indexUrl = ''] = extractXmlTexts(await get('/robots.txt'), /^Sitemap: (.*)$/gm);
  const files = extractXmlTexts(await get(new URL(indexUrl).pathname), /<loc>(.*?)<\/loc>/g);
  const pages: SitemapPage[] = [];
  for (const file of files) {
    const { pathname } = new URL(file);
    const xml = await get(pathname);
    const urls = xml.match(/<url>.*?<\/url>/gs) ?? [];
    if (urls.length === 0 || urls.length > 50_000) throw new Error(`${urls.length} pages in ${file}`);
    for (const entry of urls) {
      pages.push({
        url: extractXmlTexts(entry, /<loc>(.*?)<\/loc>/g)[0] ?? '',
        section: /sitemap-([a-z]+)-/.exec(pathname)?.[1] ?? '',
        alternates: new Map(
          [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, hreflang = '', href = '']) => [
            hreflang,
            decodeXml(href),
          ]),
        ),
        pictures: extractXmlTexts(entry, /<image:loc>(.*?)<\/image:loc>/g),
        lastModified: extractXmlTexts(entry, /<lastmod>(.*?)<\/lastmod>/g)[0] ?? '',
      });
    }
  }
  return pages;
}

const formatAlternates = (alternates: ReadonlyMap<string, string>) =>
  [...alternates]
    .map(([hreflang, url]) => `${hreflang} ${url}`)
    .toSorted()
    .join('\n');

/**
 * Checks that pages which are alternates of each other list the same set, including themselves, and that each
 * is in the sitemap of its host.
 *
 * @param sitemaps pages by host
 * @returns one line per problem
 */
export function findHreflangFaults(sitemaps: ReadonlyMap<string, readonly SitemapPage[]>): string[] {
  const byUrl = new Map([...sitemaps.values()].flat().map((page) => [page.url, page]));
  return [...byUrl.values()].flatMap(({ url, alternates }) => {
    const addresses = [...alternates.values()];
    const faults =
      alternates.size > 0 && !addresses.includes(url) ? [`${url} is not among its own alternates`] : [];
    const isFallbackListed = !alternates.has('x-default') || byUrl.has(alternates.get('x-default') ?? '');
    if (!isFallbackListed) faults.push(`${url}: x-default leads to ${alternates.get('x-default')}`);
    for (const address of addresses) {
      const other = byUrl.get(address);
      if (!other) faults.push(`${url} names ${address}, which no sitemap lists`);
      else if (formatAlternates(other.alternates) !== formatAlternates(alternates))
        faults.push(`${url} and ${address} differ`);
    }
    return faults;
  });
}

/** Structured data types that a page of each section must have. */
const structuredDataPatternsBySection: Readonly<Record<string, readonly RegExp[]>> = {
  pages: [/^(BreadcrumbList|WebSite)$/],
  categories: [/^BreadcrumbList$/, /^ItemList$/],
  products: [/^BreadcrumbList$/, /^Product(Group)?$/],
  articles: [
    /^BreadcrumbList$/,
    /^(Article|BlogPosting|NewsArticle|FAQPage|CollectionPage|Blog|VideoObject)$/,
  ],
};

/** Returns the problems of a page that its sitemap lists. */
function findPageFaults(page: SitemapPage, { status, body, headers }: ShopAnswer): string[] {
  if (status !== 200) return [`is ${status}`];
  const tags = readTags(body);
  const metas = tags.filter(({ name }) => name === 'meta');
  const getMeta = (name: string) =>
    metas.find(({ attributes }) => (attributes.property ?? attributes.name) === name)?.attributes.content;
  const alternates = new Map(
    tags
      // An alternate without hreflang is another format of the page, such as a feed.
      .filter(
        ({ name, attributes }) =>
          name === 'link' && attributes.rel === 'alternate' && attributes.hreflang !== undefined,
      )
      .map(({ attributes }) => [attributes.hreflang ?? '', attributes.href ?? '']),
  );
  const types = readStructuredData(body).map((thing) => thing['@type']);
  const faults = [
    readCanonical(body) === page.url ? null : `canonical is ${readCanonical(body)}`,
    getMeta('robots') === undefined && headers['x-robots-tag'] === undefined ? null : 'is not indexable',
    getMeta('description') ? null : 'has no description',
    getMeta('og:url') === page.url ? null : `og:url is ${getMeta('og:url')}`,
    /^https?:\/\//.test(getMeta('og:image') ?? '') && Number(getMeta('og:image:width')) >= 600
      ? null
      : `og:image is ${getMeta('og:image')}`,
    formatAlternates(alternates) === formatAlternates(page.alternates)
      ? null
      : 'has another hreflang set than the sitemap',
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(page.lastModified) ? null : `lastmod is '${page.lastModified}'`,
    ...(structuredDataPatternsBySection[page.section] ?? [/never/]).map((type) =>
      types.some((name) => type.test(name)) ? null : `tells of ${types.join(', ')}, not of ${type.source}`,
    ),
    ...findStructuredDataFaults(body),
  ];
  return faults.filter((fault) => fault !== null);
}

/**
 * Requests pages of sitemaps and checks them.
 *
 * @param known responses by path that are already loaded
 * @returns one line per problem
 */
export async function findFaultsOfPages(
  pages: readonly SitemapPage[],
  known: ReadonlyMap<string, ShopAnswer> = new Map(),
): Promise<string[]> {
  const rest = [...pages];
  const faults: string[] = [];
  const descriptions = new Map<string, string>();
  const work = async () => {
    for (let page = rest.shift(); page !== undefined; page = rest.shift()) {
      const { hostname, pathname, port } = new URL(page.url);
      if (port !== String(getShopPort())) faults.push(`${page.url} is another shop`);
      const answer = known.get(pathname) ?? (await fetchFromShop(hostname, pathname));
      for (const fault of findPageFaults(page, answer)) faults.push(`${page.url} ${fault}`);
      const title = /<title[^>]*>([^<]*)</.exec(answer.body)?.[1] ?? '';
      const twin = descriptions.get(`${hostname} ${title}`);
      if (twin !== undefined) faults.push(`${page.url} has the title of ${twin}`);
      descriptions.set(`${hostname} ${title}`, page.url);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
  return faults;
}

/** Returns a sample of pages from every section: the same for the same seed, different for another host. */
export function pickPages(pages: readonly SitemapPage[], ofEachSection: number, seed: number): SitemapPage[] {
  return [...Map.groupBy(pages, ({ section }) => section).values()].flatMap((list) => {
    const step = Math.max(1, Math.floor(list.length / ofEachSection));
    return list.filter((_, index) => index % step === seed % step).slice(0, ofEachSection);
  });
}
