import { type RequestHandler, Router } from 'express';
import { VISITOR_COUNTRY_PATH } from '../../../shared/rules/path-constants.ts';

export interface VisitorCountryOptions {
  /** Header in which the CDN sends the country, in lower case. */
  readonly countryHeader: string;
}

/** Codes of CDNs that are not countries: XX for unknown and T1 for Tor. */
const noCountryCodes = new Set(['XX', 'T1']);

/**
 * Creates the route `GET /visitor-country` → `{ countryCode }`, ISO 3166-1 alpha-2 or null. The browser calls
 * it after hydration, since pages never depend on the country.
 */
export function createVisitorCountryRoutes({ countryHeader }: VisitorCountryOptions): Router {
  const handle: RequestHandler = (request, response) => {
    const code = request.get(countryHeader)?.trim().toUpperCase() ?? '';
    const isKnown = /^[A-Z]{2}$/.test(code) && !noCountryCodes.has(code);
    response.set('cache-control', 'private, no-store').json({ countryCode: isKnown ? code : null });
  };
  return Router({ caseSensitive: true, strict: true }).get(VISITOR_COUNTRY_PATH, handle);
}
