import type { Request } from 'express';

/**
 * Returns true if a page of another site sent the request in the visitor's name. Browsers report the origin
 * of a request in `Sec-Fetch-Site`, older ones in `Origin`. A client that sends neither is not a browser and
 * carries no visitor's cookies by accident.
 */
export function isForeignRequest(request: Request): boolean {
  const from = request.get('sec-fetch-site');
  if (from !== undefined) return from !== 'same-origin';
  const origin = request.get('origin');
  return origin !== undefined && URL.parse(origin)?.host !== request.get('host')?.toLowerCase();
}
