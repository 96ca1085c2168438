import { cleanLine } from '../typed-text.ts';

/** How far around a place may be looked, in kilometres. */
export const dealerRadiuses = [10, 25, 50, 100, 200] as const;
export type DealerRadius = (typeof dealerRadiuses)[number];

/** What an address without `within` means. */
export const DEFAULT_RADIUS: DealerRadius = 50;

/** Longest postcode or town that can be asked for; the API refuses more as well. */
export const MAX_PLACE = 80;

/** What a dealer has or does, as the query names it. */
export const dealerFacets = ['pickup', 'full', 'samples'] as const;
export type DealerFacet = (typeof dealerFacets)[number];

/** What the page of dealers is asked for. */
export interface DealerQuery {
  /** Postcode or town as it was typed; null where none was. It counts before the position. */
  readonly place: string | null;
  /** Where a device says that it is, in degrees (WGS 84). */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** Country of the postcode or town; null: that of the site. */
  readonly countryId: number | null;
  readonly radiusKm: DealerRadius;
  readonly facets: readonly DealerFacet[];
}

/** Value of a box that is ticked. */
export const TICKED = 'yes';

function parseDegrees(text: string, most: number): number | null {
  if (!/^-?\d{1,3}(\.\d{1,6})?$/.test(text)) return null;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? degrees : null;
}

/**
 * Reads the query of the page of dealers. It takes the first of repeated parameters, ignores invalid values (not a number, half a position, another
 * value of a tick box) and unknown parameters, and shortens a place that is too long.
 */
export function parseDealerQuery(query: URLSearchParams): DealerQuery {
  const read = (name: string) => query.get(name) ?? '';
  const place = cleanLine(read('place').slice(0, MAX_PLACE).toWellFormed());
  const [latitude, longitude] = [parseDegrees(read('lat'), 90), parseDegrees(read('lng'), 180)];
  const country = read('country');
  return {
    place: place === '' ? null : place,
    position: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    countryId: /^[1-9]\d{0,8}$/.test(country) ? Number(country) : null,
    radiusKm: dealerRadiuses.find((radius) => String(radius) === read('within')) ?? DEFAULT_RADIUS,
    facets: dealerFacets.filter((facet) => read(facet) === TICKED),
  };
}

/** The query that asks for the same, with its question mark; empty where nothing is asked for. */
export function createDealerQuery({ place, position, countryId, radiusKm, facets }: DealerQuery): string {
  const query = new URLSearchParams({
    ...(countryId !== null && { country: String(countryId) }),
    ...(place === null && position && { lat: String(position.latitude), lng: String(position.longitude) }),
    ...(place !== null && { place }),
    ...(radiusKm !== DEFAULT_RADIUS && { within: String(radiusKm) }),
    ...Object.fromEntries(facets.map((facet) => [facet, TICKED])),
  });
  query.sort();
  return query.size === 0 ? '' : `?${query}`;
}
