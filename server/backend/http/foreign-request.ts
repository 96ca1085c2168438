import type { Request } from 'express';

/**
 * Returns true if a browser states that a request comes from a page of another site. The web refuses such
 * requests already; this protects a backend that is reached directly. A request without these headers is not
 * from a browser and has no third party's cookies.
 */
export function isForeignRequest(request: Request): boolean {
  const from = request.get('sec-fetch-site');
  return from !== undefined && from !== 'same-origin' && from !== 'none';
}
