import type { RequestHandler } from 'express';
import { getCanonicalUrl } from '../../../shared/rules/canonical-url.ts';
import {
  addToQuery,
  goesAlong,
  hasSecret,
  hasSecretPath,
  keepInQuery,
} from '../../../shared/rules/way-query.ts';
import { isOwnAddress } from '../context/own-address.ts';
import type { RequestContext } from '../context/request-context.ts';
import { isLowerCaseHost } from '../context/site-hosts.ts';
import type { QueryKinds } from '../pages/query-kinds.ts';
import { RequestError } from './request-error.ts';
import { getRequestContext } from './request-facts.ts';
import { hasPreview } from './session-cookie.ts';

/** An address with what the page of its path reads of a query and what belongs to a campaign. */
async function keepWhatGoesAlong(
  context: RequestContext,
  queryKinds: QueryKinds,
  location: string,
): Promise<string> {
  const [path = '', query] = location.split('?', 2);
  if (query === undefined) return location;
  const kind = await queryKinds.resolve(context, path);
  return keepInQuery(location, (name) => goesAlong(name, kind));
}

/**
 * Where the page of an address has moved for good, so that an old link without its slash is one hop and not two.
 *
 * @param location canonical path and query
 * @returns null where it has not moved, or where nobody can tell in time: then the canonical form is the next hop
 */
async function findMove(
  context: RequestContext,
  queryKinds: QueryKinds,
  location: string,
): Promise<string | null> {
  const [path = '', query = ''] = location.split(/\?(.*)/s);
  const { api, signal, optionalTimeoutMs } = context;
  try {
    const asked = { query: { url: decodeURIComponent(path) } };
    const route = await api.fetchRoute(asked, { signal, timeoutMs: optionalTimeoutMs });
    const isMoved = route.kind === 'redirect' && route.permanent && isOwnAddress(route.url, context);
    if (!isMoved) return null;
    const parameters = new URLSearchParams(query);
    const [target = ''] = route.url.split(/[?#]/);
    const isHere = parameters.size > 0 && target.startsWith('/');
    const kind = isHere ? await queryKinds.resolve(context, target) : null;
    return addToQuery(route.url, parameters, (name) => goesAlong(name, kind));
  } catch {
    // Most often there is no such page. Whatever it is, the page itself says so with the right status.
    return null;
  }
}

/**
 * Sends a reader to the one form of an address, host and path and query, in one 301. Other methods are left alone: a redirect would lose their body.
 * An address that cannot be decoded is refused whatever the method.
 */
export function createCanonicalUrl({
  cacheControl,
  queryKinds,
}: {
  cacheControl: string;
  queryKinds: QueryKinds;
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
      (hasSecretPath(path) ? null : await findMove(context, queryKinds, location)) ??
      (await keepWhatGoesAlong(context, queryKinds, location));
    // A shared cache may normalise a path before it looks it up: an entry of another spelling would answer for the path itself.
    const isOtherPath = path !== request.originalUrl.split('?', 1)[0];
    // What has moved at another moment has not moved for everybody.
    const isOwn = isOtherPath || hasSecret(target) || hasPreview(request.headers.cookie);
    if (hasSecret(target)) response.set('referrer-policy', 'no-referrer');
    response
      .status(301)
      // The registered domain and not the header: that is what is wrong with the address.
      .location(isOwnHost ? target : new URL(target, context.origin).href)
      .set('cache-control', isOwn ? 'private, no-store' : cacheControl)
      .end();
  };
}
