import type { Coordinates } from '../../../shared/rules/locations.ts';

/**
 * Returns the URL of a route to a location. It uses OpenStreetMap, which opens on every device without an
 * account; a `geo:` URL does not open on most computers. Nothing is loaded before the visitor follows the
 * link, and it does not contain the visitor's position.
 */
export const getDirectionsUrl = ({ latitude, longitude }: Coordinates): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;

/**
 * Returns the URL of an embedded Google map (developers.google.com/maps/documentation/embed). The content
 * security policy of the page allows only this URL.
 *
 * @param mapsKey key of the site, which is public and restricted to the shop's hosts
 */
export function getThirdPartyMapUrl(place: Coordinates, mapsKey: string, language: string): string {
  const query = new URLSearchParams({
    key: mapsKey,
    q: `${place.latitude},${place.longitude}`,
    zoom: '12',
    language,
  });
  return `https://www.google.com/maps/embed/v1/place?${query}`;
}
