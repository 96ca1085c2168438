import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { SitemapSection } from '../../../shared/contract/routing.ts';
import type { SiteType } from '../../../shared/contract/sites.ts';
import { createTranslate, type Messages } from '../../../shared/i18n/translate.ts';
import { getBrandName } from '../../../shared/rules/brand-name.ts';
import { parseCaptionsPath } from '../../../shared/rules/media-path.ts';
import {
  MEDIA_FEED_PATH,
  PRODUCT_FEED_PATH,
  ROBOTS_PATH,
  SITEMAP_PATH,
} from '../../../shared/rules/path-constants.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { Markup } from '../../platform/markup.ts';
import type { GeneratedFileCache } from '../cache/generated-file-cache.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { ScopeResolver } from '../context/scope-resolver.ts';
import { writeProductFeed } from '../crawlers/product-feed.ts';
import { createRobotsText } from '../crawlers/robots.ts';
import type { ScenePictures } from '../crawlers/scene-pictures.ts';
import { createSitemapFile, createSitemapIndex } from '../crawlers/sitemap.ts';
import { createStoryFeed } from '../crawlers/story-feed.ts';
import { createCaptionFile } from '../crawlers/video-captions.ts';
import { getRequestContext, getRequestDetails } from '../middleware/request-details.ts';
import { RequestError } from '../middleware/request-error.ts';

/** Seconds for which crawlers and shared caches may store a file; it is also stored here for that time. */
export const FILE_TTL_SECONDS = 300;
const cacheControl = `public, max-age=${FILE_TTL_SECONDS}`;

export interface CrawlerRoutesOptions {
  readonly files: GeneratedFileCache;
  readonly resolveScope: ScopeResolver;
  readonly scenes: ScenePictures;
  /** Texts of a locale and site type. */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Deadline of a request for a file, in milliseconds. */
  readonly timeoutMs: number;
}

async function* toStrings(pieces: AsyncIterable<Markup>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.toString();
}

/**
 * Creates the routes `/robots.txt`, `/sitemap.xml` (index), `/sitemap-{section}-{n}.xml`,
 * `/feeds/products.xml`, `/media/feed.xml` and the captions of videos. All of them contain only pages, offers
 * and texts of the requested host.
 */
export function createCrawlerRoutes(options: CrawlerRoutesOptions): Router {
  const { files, resolveScope, scenes, getMessages, now, timeoutMs } = options;

  /**
   * Sends the file of a path, stored or created now. It is created with separate contexts, so that a
   * disconnecting visitor does not affect it.
   */
  async function sendFile(
    request: Request,
    response: Response,
    write: (open: () => Promise<RequestContext>) => AsyncIterable<Markup>,
  ): Promise<void> {
    const { requestId, trace, log, signal: visitor } = getRequestDetails(request);
    const { domain } = getRequestContext(request);
    const body = await files.load(`${domain}${request.path}`, { signal: visitor, timeoutMs }, (signal) =>
      toStrings(write(() => resolveScope({ host: domain, requestId, trace, log, startedAt: now(), signal }))),
    );
    const type = request.path === MEDIA_FEED_PATH ? 'application/atom+xml' : 'application/xml';
    response.set('cache-control', cacheControl).type(type).vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip')) response.set('content-encoding', 'gzip').send(body);
    else await pipeline(Readable.from([body]), createGunzip(), response);
  }

  const robots: RequestHandler = (request, response) => {
    const { origin } = getRequestContext(request);
    response.set('cache-control', cacheControl).type('text/plain').send(createRobotsText(origin));
  };

  const index: RequestHandler = (request, response) =>
    sendFile(request, response, async function* (open) {
      const { api, origin, critical } = await open();
      yield createSitemapIndex(origin, await api.fetchSitemap(undefined, critical));
    });

  const urlset: RequestHandler = async (request, response) => {
    const [, section, digits] = /^\/sitemap-([a-z]+)-(\d+)\.xml$/.exec(request.path) ?? [];
    const page = Number(digits);
    const { api, critical } = getRequestContext(request);
    const known = await api.fetchSitemap(undefined, critical);
    const file = known.find((candidate) => candidate.section === section && candidate.page === page);
    if (!file) throw new RequestError(404, 'not_found');
    await sendFile(request, response, async function* (open) {
      const context = await open();
      const params: { section: SitemapSection; page: number } = { section: file.section, page };
      const entries = await context.api.fetchSitemapFile({ params }, context.critical);
      yield createSitemapFile(context, entries, scenes);
    });
  };

  const feed: RequestHandler = async (request, response) => {
    if (isCorporate(getRequestContext(request).site)) throw new RequestError(404, 'not_found');
    await sendFile(request, response, writeProductFeed);
  };

  const stories: RequestHandler = (request, response) =>
    sendFile(request, response, async function* (open) {
      const context = await open();
      const { api, critical, site } = context;
      const isShop = !isCorporate(site);
      const lists = await Promise.all([
        api.fetchMedia(undefined, critical),
        ...(isShop
          ? [
              api.fetchAdvice({ query: {} }, critical),
              api.fetchBlog({ query: {} }, critical),
              api.fetchPartners(undefined, critical),
            ]
          : []),
      ]);
      const { code } = context.language;
      const t = createTranslate(code, getMessages(code, site.type));
      const words = { title: t('media.title'), brand: getBrandName(site.type) };
      yield createStoryFeed(context, lists.flat(), words);
    });

  const captions: RequestHandler = async (request, response) => {
    const contentPageId = parseCaptionsPath(request.path);
    if (contentPageId === null) throw new RequestError(404, 'not_found');
    const { api, critical } = getRequestContext(request);
    const { clip } = await api
      .fetchContentPage({ params: { contentPageId } }, critical)
      .catch((error: unknown) => {
        throw error instanceof ApiError && error.status === 404 ? new RequestError(404, 'not_found') : error;
      });
    if (clip === null || clip.captions.length === 0) throw new RequestError(404, 'not_found');
    response.set('cache-control', cacheControl).type('text/vtt').send(createCaptionFile(clip.captions));
  };

  return Router({ caseSensitive: true, strict: true })
    .get(ROBOTS_PATH, robots)
    .get(SITEMAP_PATH, index)
    .get(/^\/sitemap-(pages|categories|products|articles)-[1-9][0-9]{0,4}\.xml$/, urlset)
    .get(PRODUCT_FEED_PATH, feed)
    .get(MEDIA_FEED_PATH, stories)
    .get(/^\/media\/[1-9]\d{0,9}\/captions\.vtt$/, captions);
}
