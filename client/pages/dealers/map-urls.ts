import type { Coordinates } from '../../../shared/rules/places.ts';

/**
 * Where a route to a place is shown. An address of OpenStreetMap: it opens on every device, where `geo:` opens nothing on most computers, and asks for
 * no account. Nothing is loaded from there before somebody follows it, and where they are is not in it.
 */
export const getRouteUrl = ({ latitude, longitude }: Coordinates): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;

/**
 * Google's map of a place, for a frame (developers.google.com/maps/documentation/embed). The policy of the page allows this address alone.
 *
 * @param mapsKey of the site; such keys are public, and bound to the shop's hosts
 */
export function getForeignMapUrl(place: Coordinates, mapsKey: string, language: string): string {
  const query = new URLSearchParams({
    key: mapsKey,
    q: `${place.latitude},${place.longitude}`,
    zoom: '12',
    language,
  });
  return `https://www.google.com/maps/embed/v1/place?${query}`;
}
