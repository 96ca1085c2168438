import { beforeAll, describe, expect, it } from '@jest/globals';
import { getCheckoutPath } from '../../shared/rules/checkout/checkout-paths.ts';
import { MEDIA_FEED_PATH } from '../../shared/rules/path-constants.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { findHtmlFaults, readCrawlableLinks, readWords } from '../html/read-html.ts';
import { fetchFromShop, getShopPort, type ShopAnswer } from './shop-client.ts';
import { fetchSitemapPages, findFaultsOfPages } from './sitemap-crawl.ts';

/**
 * The crawl follows links from the home page until there are no new ones; more pages indicate a crawler trap.
 */
const MAX_PAGES = 600;
const MAX_CONCURRENT_REQUESTS = 4;
/**
 * Number of linked pages to request on each other shop. Every page links to itself in all other shops:
 * thousands of pages made by the same code. Each host requests a different sample.
 */
const LINKED_PAGES_PER_SHOP = isLongTestRun ? 3 : 1;

/** One picture in this many is rendered. */
const PICTURE_SAMPLING_INTERVAL = isLongTestRun ? 8 : 24;

interface CrawlResult {
  readonly pages: ReadonlyMap<string, ShopAnswer>;
  /** Address on another host → a page that links to it. */
  readonly foreign: ReadonlyMap<string, string>;
  /** One line per link that does not lead directly to a page. */
  readonly dead: readonly string[];
}

const crawledHosts = [
  ['havero-nl.localhost', 'nl'],
  ['hafero-de.localhost', 'de'],
] as const;

describe.each(crawledHosts)('the pages linked on %s', (host, language) => {
  let crawl: CrawlResult;

  beforeAll(async () => {
    crawl = await crawlHost(host);
  });

  it('exist: no link is dead or redirects', () => {
    // The account redirects to the sign-in, and the checkout to the cart while it is empty.
    expect(crawl.dead.toSorted()).toEqual([
      '303 /account/',
      '303 /account/rqs-results/',
      `303 ${getCheckoutPath(language, 'billing')}`,
    ]);
    // A crawl that found no links would have the home page only.
    expect(crawl.pages.size).toBeGreaterThan(100);
  });

  it('have no HTML that the content security policy forbids, and a valid heading outline', () => {
    expect(collectFaults(crawl, (answer) => findHtmlFaults(answer.body))).toEqual([]);
  });

  it('have working pictures', async () => {
    // One size of each picture: the others are made from the same file.
    const pictures = new Map<string, string>();
    for (const { body } of crawl.pages.values()) {
      for (const [address, picture = ''] of body.matchAll(/\/images\/([0-9a-f]{16,64})\/\d+\.webp/g))
        pictures.set(picture, pictures.get(picture) ?? address);
    }
    const dead: string[] = [];
    await forEachConcurrently([...pictures.values()].entries(), async ([index, address]) => {
      const isDrawn = index % PICTURE_SAMPLING_INTERVAL === 0;
      const { status } = await (isDrawn ? fetchFromShop(host, address) : fetchPicture(host, address));
      if (status !== (isDrawn ? 200 : 304)) dead.push(`${status} ${address}`);
    });

    expect(pictures.size).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });

  it('set a content security policy and the content type HTML', () => {
    const faults = collectFaults(crawl, ({ headers }) => {
      const policy = String(headers['content-security-policy']);
      return [
        ...(policy.includes("default-src 'none'") && policy.includes("script-src 'self'")
          ? []
          : [`policy: ${policy}`]),
        ...(headers['content-type']?.startsWith('text/html') ? [] : [`type: ${headers['content-type']}`]),
      ];
    });

    expect(faults).toEqual([]);
  });

  it('are canonical if the sitemap lists them, with the same metadata as in the sitemap', async () => {
    const pages = await fetchSitemapPages(host);

    expect(pages.length).toBeGreaterThan(130);
    expect(await findFaultsOfPages(pages, crawl.pages)).toEqual([]);
  });

  it('link to existing pages of other shops', async () => {
    const dead: string[] = [];
    await forEachConcurrently(
      sampleForeignLinks(
        crawl.foreign,
        crawledHosts.findIndex(([known]) => known === host),
      ),
      async ([address, from]) => {
        const url = new URL(address);
        const { status } = await fetchFromShop(url.hostname, url.pathname + url.search);
        if (status !== 200) dead.push(`${status} ${address}, linked from ${from}`);
      },
    );

    expect(crawl.foreign.size).toBeGreaterThan(10);
    expect(dead).toEqual([]);
  });

  if (host.startsWith('hafero')) {
    it("never show the main brand's name to visitors or search engines", () => {
      const faults = collectFaults(crawl, (answer) => {
        const words = readWords(answer.body, { withDialogs: false });
        return [...words.matchAll(/.{0,40}havero.{0,40}/gi)].map(([found]) => found);
      });

      expect(faults).toEqual([]);
    });
  }
});

function collectFaults(crawl: CrawlResult, find: (answer: ShopAnswer) => string[]): string[] {
  return [...crawl.pages].flatMap(([pathname, answer]) =>
    find(answer).map((fault) => `${pathname} ${fault}`),
  );
}

async function crawlHost(host: string): Promise<CrawlResult> {
  const origin = `http://${host}:${getShopPort()}`;
  const pages = new Map<string, ShopAnswer>();
  const foreign = new Map<string, string>();
  const dead: string[] = [];
  const known = new Set(['/']);
  let waiting = ['/'];
  while (waiting.length > 0) {
    if (known.size > MAX_PAGES) throw new Error(`More than ${MAX_PAGES} addresses on ${host}`);
    const found: string[] = [];
    await forEachConcurrently(waiting, async (pathname) => {
      // A picture that is linked directly is no page.
      if (pathname.startsWith('/images/')) {
        const { status } = await fetchPicture(host, pathname);
        if (status !== 304) dead.push(`${status} ${pathname}`);
        return;
      }
      const answer = await fetchFromShop(host, pathname);
      if (answer.status !== 200) {
        dead.push(`${answer.status} ${pathname}`);
        return;
      }
      // Nor is the feed, which only has to exist.
      if (pathname === MEDIA_FEED_PATH) return;
      pages.set(pathname, answer);
      for (const link of readCrawlableLinks(answer.body)) {
        const url = new URL(link, origin + pathname);
        if (!url.protocol.startsWith('http')) continue;
        const address = url.pathname + url.search;
        if (url.origin === origin && !known.has(address)) {
          known.add(address);
          found.push(address);
        } else if (url.origin !== origin && url.hostname.endsWith('.localhost')) {
          foreign.set(url.origin + address, pathname);
        }
      }
    });
    waiting = found;
  }
  return { pages, foreign, dead };
}

/** Checks that a picture exists without rendering it, which is slow: the status is 304 if it exists. */
function fetchPicture(host: string, address: string): Promise<ShopAnswer> {
  const [, hash, width, format] = /^\/images\/(\w+)\/(\d+)\.(\w+)$/.exec(address) ?? [];
  return fetchFromShop(host, address, { 'if-none-match': `"${hash}-${width}-${format}"` });
}

/** Returns a sample for each host, spread over all found links; the same for the same seed. */
function sampleForeignLinks(
  foreign: CrawlResult['foreign'],
  seed: number,
): (readonly [address: string, from: string])[] {
  const byHost = Map.groupBy(foreign, ([address]) => new URL(address).hostname);
  return [...byHost.values()].flatMap((links) => {
    const sorted = links.toSorted(([one], [other]) => one.localeCompare(other));
    const step = Math.max(1, Math.floor(sorted.length / LINKED_PAGES_PER_SHOP));
    return sorted.filter((_, index) => index % step === (seed * Math.floor(step / 2)) % step);
  });
}

async function forEachConcurrently<T>(items: Iterable<T>, handle: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await handle(item);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
}
