import type { Coordinates } from '../../../../shared/rules/locations.ts';

interface BoundingBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

const box = (south: number, north: number, west: number, east: number): BoundingBox => ({
  south,
  north,
  west,
  east,
});

/**
 * Bounding boxes of countries in degrees (WGS 84), slightly wider than the land, with the islands that post
 * reaches like the mainland.
 */
const boxes: ReadonlyMap<string, BoundingBox> = new Map([
  ['AT', box(46.3, 49.1, 9.4, 17.3)],
  ['BE', box(49.4, 51.6, 2.4, 6.5)],
  ['DE', box(47.2, 55.2, 5.8, 15.1)],
  ['DK', box(54.5, 57.9, 7.9, 15.3)],
  ['EE', box(57.4, 59.9, 21.6, 28.3)],
  ['ES', box(27.5, 43.9, -18.3, 4.5)],
  ['FI', box(59.5, 70.2, 19.3, 31.7)],
  ['FR', box(41.2, 51.2, -5.3, 9.7)],
  ['GB', box(49.8, 61, -8.8, 1.9)],
  ['IE', box(51.3, 55.5, -10.8, -5.8)],
  ['IT', box(35.3, 47.2, 6.5, 18.7)],
  ['LU', box(49.4, 50.3, 5.6, 6.6)],
  ['NL', box(50.7, 53.8, 3.2, 7.3)],
  ['PT', box(29.9, 42.3, -31.4, -6.1)],
  ['SE', box(55.2, 69.2, 10.8, 24.3)],
]);

const isInBox = ({ south, north, west, east }: BoundingBox, { latitude, longitude }: Coordinates): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/**
 * Checks the coordinates of a location in a country. Returns `swapped` if they would be valid in reverse
 * order, otherwise `outside`; null if they are valid or the country has no bounding box.
 *
 * @param regionCode ISO 3166-1 alpha-2
 */
export function findCoordinatesError(
  regionCode: string,
  coordinates: Coordinates,
): 'swapped' | 'outside' | null {
  const country = boxes.get(regionCode);
  if (!country || isInBox(country, coordinates)) return null;
  const swapped = { latitude: coordinates.longitude, longitude: coordinates.latitude };
  return isInBox(country, swapped) ? 'swapped' : 'outside';
}
