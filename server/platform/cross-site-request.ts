import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true if a browser reports that a page of another site has sent a request: in `Sec-Fetch-Site`, or in `Origin` if it is older. A
 * request without either header does not come from a browser, and so carries no cookies of a visitor.
 *
 * @param host that the request was sent to; without it `Origin` is ignored, for a server that a proxy calls by another name
 */
export function isCrossSiteRequest(headers: IncomingHttpHeaders, host?: string): boolean {
  const site = headers['sec-fetch-site'];
  // 'none' is the user's own act: an address that was typed, or a page that is sent again after a restart.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined || host === undefined) return false;
  return URL.parse(headers.origin)?.host !== host.toLowerCase();
}
