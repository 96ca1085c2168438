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
 * Reads the query of the page of dealers. What the page does not know plays no part; a field that was left empty is not there.
 *
 * @returns null where a value cannot be: there twice, no number, half a position, a place that is too long
 */
export function parseDealerQuery(query: URLSearchParams): DealerQuery | null {
  const names = ['place', 'lat', 'lng', 'country', 'within', ...dealerFacets];
  if (names.some((name) => query.getAll(name).length > 1)) return null;
  const read = (name: string) => query.get(name) ?? '';
  const typed = read('place');
  if (typed.length > MAX_PLACE) return null;
  const place = cleanLine(typed);
  const [lat, lng] = [read('lat'), read('lng')];
  const [latitude, longitude] = [parseDegrees(lat, 90), parseDegrees(lng, 180)];
  const hasPosition = lat !== '' || lng !== '';
  if (hasPosition && (latitude === null || longitude === null)) return null;
  const country = read('country');
  if (country !== '' && !/^[1-9]\d{0,8}$/.test(country)) return null;
  const within = read('within');
  const radiusKm =
    within === '' ? DEFAULT_RADIUS : dealerRadiuses.find((radius) => String(radius) === within);
  if (radiusKm === undefined) return null;
  if (dealerFacets.some((facet) => query.has(facet) && read(facet) !== TICKED)) return null;
  return {
    place: place === '' ? null : place,
    position: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    countryId: country === '' ? null : Number(country),
    radiusKm,
    facets: dealerFacets.filter((facet) => query.has(facet)),
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
