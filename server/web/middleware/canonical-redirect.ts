import type { RequestHandler } from 'express';
import { getCanonicalUrl } from '../../../shared/rules/canonical-url.ts';
import {
  addRetainedParameters,
  hasSecretInUrl,
  hasSecretPath,
  isRetainedOnRedirect,
  removeUnretainedParameters,
} from '../../../shared/rules/redirect-query.ts';
import { isAllowedRedirectTarget } from '../context/redirect-target.ts';
import type { RequestContext } from '../context/request-context.ts';
import { isLowerCaseHost } from '../context/site-hosts.ts';
import type { PageQueryKindCache } from '../pages/page-query-kind-cache.ts';
import { getRequestContext } from './request-details.ts';
import { RequestError } from './request-error.ts';
import { hasPreviewCookie } from './session-cookie.ts';

/** Returns the URL with the query parameters that the page reads or that belong to a campaign. */
async function keepForwardedParameters(
  context: RequestContext,
  queryKinds: PageQueryKindCache,
  location: string,
): Promise<string> {
  const [path = '', query] = location.split('?', 2);
  if (query === undefined) return location;
  const kind = await queryKinds.resolve(context, path);
  return removeUnretainedParameters(location, (name) => isRetainedOnRedirect(name, kind));
}

/**
 * Finds a permanent redirect of the page, so that an old link without a trailing slash takes one hop instead
 * of two.
 *
 * @param location canonical path and query
 * @returns null if there is no redirect, or if the backend cannot answer in time; the canonical URL is then
 *   the next hop
 */
async function findPermanentRedirect(
  context: RequestContext,
  queryKinds: PageQueryKindCache,
  location: string,
): Promise<string | null> {
  const [path = '', query = ''] = location.split(/\?(.*)/s);
  const { api, signal, optionalTimeoutMs } = context;
  try {
    const routeRequest = { query: { url: decodeURIComponent(path) } };
    const route = await api.fetchRoute(routeRequest, { signal, timeoutMs: optionalTimeoutMs });
    const isPermanentRedirect =
      route.kind === 'redirect' && route.permanent && isAllowedRedirectTarget(route.url, context);
    if (!isPermanentRedirect) return null;
    const parameters = new URLSearchParams(query);
    const [target = ''] = route.url.split(/[?#]/);
    const isLocalWithQuery = parameters.size > 0 && target.startsWith('/');
    const kind = isLocalWithQuery ? await queryKinds.resolve(context, target) : null;
    return addRetainedParameters(route.url, parameters, (name) => isRetainedOnRedirect(name, kind));
  } catch {
    // Usually the page does not exist. In any case the page route answers with the right status.
    return null;
  }
}

/**
 * Creates the middleware that redirects to the canonical URL (host, path and query) with one 301. It
 * redirects only GET and HEAD, because a redirect would lose the body of other methods. A URL that cannot be
 * decoded is rejected for all methods.
 */
export function createCanonicalRedirect({
  cacheControl,
  queryKinds,
}: {
  cacheControl: string;
  queryKinds: PageQueryKindCache;
}): RequestHandler {
  return async (request, response, next) => {
    const context = getRequestContext(request);
    const result = getCanonicalUrl(request.originalUrl, context.language.code);
    if (result.kind === 'malformed') throw new RequestError(400, 'malformed_url');
    if (result.kind === 'tooLong') throw new RequestError(414, 'url_too_long');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOwnHost = isLowerCaseHost(request.headers.host);
    if ((result.kind === 'canonical' && isOwnHost) || !isRead) {
      next();
      return;
    }
    const location = result.kind === 'canonical' ? request.originalUrl : result.location;
    const [path = ''] = location.split('?');
    const target =
      (hasSecretPath(path) ? null : await findPermanentRedirect(context, queryKinds, location)) ??
      (await keepForwardedParameters(context, queryKinds, location));
    // A shared cache may normalise a path before the lookup. A stored redirect of another spelling would then
    // be served for the canonical path.
    const isOtherPath = path !== request.originalUrl.split('?', 1)[0];
    // A redirect at the time of a preview does not apply to other visitors.
    const isUncacheable = isOtherPath || hasSecretInUrl(target) || hasPreviewCookie(request.headers.cookie);
    if (hasSecretInUrl(target)) response.set('referrer-policy', 'no-referrer');
    response
      .status(301)
      // Uses the registered domain, since the spelling of the header is what differs.
      .location(isOwnHost ? target : new URL(target, context.origin).href)
      .set('cache-control', isUncacheable ? 'private, no-store' : cacheControl)
      .end();
  };
}
