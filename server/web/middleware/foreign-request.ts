import type { Request } from 'express';

/**
 * Whether another site's page has sent this in the visitor's name. Browsers tell where a request was made: in `Sec-Fetch-Site`, or,
 * the older ones, in `Origin`. What tells neither is no browser, and has no visitor's name to use.
 */
export function isForeignRequest(request: Request): boolean {
  const from = request.get('sec-fetch-site');
  if (from !== undefined) return from !== 'same-origin';
  const origin = request.get('origin');
  return origin !== undefined && URL.parse(origin)?.host !== request.get('host')?.toLowerCase();
}
