import { cleanLine } from '../typed-text.ts';

/** Search radiuses around a location, in kilometres. */
export const dealerRadiuses = [10, 25, 50, 100, 200] as const;
export type DealerRadius = (typeof dealerRadiuses)[number];

/** Radius of a URL without `within`. */
export const DEFAULT_DEALER_RADIUS: DealerRadius = 50;

/** Maximum length of a postcode or town; the API rejects longer ones, too. */
export const MAX_LOCATION_LENGTH = 80;

/** Dealer properties as named in the query. */
export const dealerFacets = ['pickup', 'full', 'samples'] as const;
export type DealerFacet = (typeof dealerFacets)[number];

/** Query of the dealers page. */
export interface DealerQuery {
  /** Postcode or town as typed; null if none was. It takes precedence over the position. */
  readonly place: string | null;
  /** Position of a device in degrees (WGS 84). */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** Country of the postcode or town; null for that of the site. */
  readonly countryId: number | null;
  readonly radiusKm: DealerRadius;
  readonly facets: readonly DealerFacet[];
}

/** Value of a checked checkbox. */
export const CHECKED_FACET_VALUE = 'yes';

function parseDegrees(text: string, most: number): number | null {
  if (!/^-?\d{1,3}(\.\d{1,6})?$/.test(text)) return null;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? degrees : null;
}

/**
 * Parses the query of the dealers page. It uses the first of repeated parameters and truncates a location
 * that is too long. Unknown parameters and invalid values (not a number, half a position, another checkbox
 * value) are ignored.
 */
export function parseDealerQuery(query: URLSearchParams): DealerQuery {
  const read = (name: string) => query.get(name) ?? '';
  const place = cleanLine(read('place').slice(0, MAX_LOCATION_LENGTH).toWellFormed());
  const [latitude, longitude] = [parseDegrees(read('lat'), 90), parseDegrees(read('lng'), 180)];
  const country = read('country');
  return {
    place: place === '' ? null : place,
    position: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    countryId: /^[1-9]\d{0,8}$/.test(country) ? Number(country) : null,
    radiusKm: dealerRadiuses.find((radius) => String(radius) === read('within')) ?? DEFAULT_DEALER_RADIUS,
    facets: dealerFacets.filter((facet) => read(facet) === CHECKED_FACET_VALUE),
  };
}

/** Creates the query string with its question mark; empty if no option is set. */
export function createDealerQuery({ place, position, countryId, radiusKm, facets }: DealerQuery): string {
  const query = new URLSearchParams({
    ...(countryId !== null && { country: String(countryId) }),
    ...(place === null && position && { lat: String(position.latitude), lng: String(position.longitude) }),
    ...(place !== null && { place }),
    ...(radiusKm !== DEFAULT_DEALER_RADIUS && { within: String(radiusKm) }),
    ...Object.fromEntries(facets.map((facet) => [facet, CHECKED_FACET_VALUE])),
  });
  query.sort();
  return query.size === 0 ? '' : `?${query}`;
}
