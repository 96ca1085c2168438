import type { Request } from 'express';

/**
 * Whether a browser says that a request comes from a page of another site. The web refuses such requests already; a backend that is reached
 * without it does as well. What says nothing is no browser, and has nobody's cookies but its own.
 */
export function isForeignRequest(request: Request): boolean {
  const from = request.get('sec-fetch-site');
  return from !== undefined && from !== 'same-origin' && from !== 'none';
}
