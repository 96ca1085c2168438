import { retryAfterSeconds } from '../middleware/problem.ts';
import {
  createPageSecurityHeaders,
  getSecurityHeaders,
  type PageCapabilities,
} from '../middleware/security-headers.ts';
import type { RenderedPage } from '../render/page-renderer.ts';
import type { PageCacheControls } from './page-cache-control.ts';

/** Properties of a page that determine its headers. */
export type PageHead =
  | Pick<Extract<RenderedPage, { kind: 'redirect' }>, 'kind' | 'status'>
  | Pick<
      Extract<RenderedPage, { kind: 'document' }>,
      'kind' | 'status' | 'cachePolicy' | 'surrogateKeys' | 'isComplete' | keyof PageCapabilities
    >;

/**
 * Creates the headers of a page: caching and permissions. It is the only place for this policy. Headers of
 * the bytes are added separately.
 *
 * @param options.strictTransport null for a request over http
 * @param options.isPersonal whether the visitor may be signed in or have a cart; if so, no cache may store
 *   the answer
 */
export function createPageHeaders(
  page: PageHead,
  options: { strictTransport: string | null; isPersonal: boolean; cacheControls: PageCacheControls },
): Readonly<Record<string, string>> {
  const { strictTransport, isPersonal, cacheControls } = options;
  const isPrivate = isPersonal || (page.kind === 'document' && page.cachePolicy === 'private');
  const headers: Record<string, string> = {
    ...(page.kind === 'document'
      ? createPageSecurityHeaders(strictTransport, page)
      : getSecurityHeaders(strictTransport)),
    'cache-control': isPrivate ? 'private, no-store' : getCacheControl(page, cacheControls),
  };
  if (page.kind === 'redirect') return headers;
  headers['content-type'] = 'text/html; charset=utf-8';
  headers.vary = 'Accept-Encoding';
  if (page.status === 503) headers['retry-after'] = String(retryAfterSeconds);
  if (page.status === 200 && !isPrivate) {
    headers['surrogate-key'] = page.surrogateKeys.join(' ');
    headers['cache-tag'] = page.surrogateKeys.join(',');
  }
  return headers;
}

function getCacheControl(page: PageHead, cacheControls: PageCacheControls): string {
  if (page.kind === 'redirect') return page.status === 301 ? cacheControls.whole : 'no-store';
  if (page.status !== 200) return 'no-store';
  return page.isComplete ? cacheControls.whole : cacheControls.incomplete;
}
