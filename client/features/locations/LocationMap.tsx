import styles from './LocationMap.module.css';

interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

interface MapLocation extends GeoPoint {
  readonly key: string;
}

interface LocationMapProps {
  /** Locations in the order of the list, which numbers them. */
  places: readonly MapLocation[];
  chosen: string | null;
  /** Position of the visitor; absent if the page does not know it. */
  own?: GeoPoint;
}

const MAP_WIDTH = 600;
const MAP_HEIGHT = 420;
/** Margin for a pin at every edge. */
const EDGE_MARGIN = 70;
/** Maximum number of pins. More pins would overlap, so they become dots without numbers. */
const MAX_PINS = 10;
const METRES_PER_DEGREE = 111_195;
/** Possible lengths of the scale bar, in kilometres. */
const SCALE_BAR_LENGTHS_KM = [500, 200, 100, 50, 20, 10, 5, 2, 1];

/**
 * Renders the relative positions of locations as a drawing, without requests to a map provider. North is up.
 * Distances are true to scale in both directions, and a scale bar shows kilometres. The list next to it
 * contains the same information, so assistive technology skips the drawing.
 */
export function LocationMap({ places, chosen, own }: LocationMapProps) {
  if (places.length === 0) return null;
  const shown = [...places, ...(own ? [own] : [])];
  const middle = shown.reduce((sum, { latitude }) => sum + latitude, 0) / shown.length;
  // A degree of longitude is shorter than a degree of latitude, increasingly so towards the poles.
  const stretch = Math.cos((middle * Math.PI) / 180);
  const project = ({ latitude, longitude }: GeoPoint) => ({ x: longitude * stretch, y: -latitude });
  const flat = shown.map(project);
  const [left, right] = [Math.min(...flat.map(({ x }) => x)), Math.max(...flat.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...flat.map(({ y }) => y)), Math.max(...flat.map(({ y }) => y))];
  const scale = Math.min(
    (MAP_WIDTH - 2 * EDGE_MARGIN) / Math.max(right - left, 0.01),
    (MAP_HEIGHT - 2 * EDGE_MARGIN) / Math.max(bottom - top, 0.01),
  );
  const locate = (point: GeoPoint) => {
    const { x, y } = project(point);
    return {
      x: Math.round(MAP_WIDTH / 2 + (x - (left + right) / 2) * scale),
      y: Math.round(MAP_HEIGHT / 2 + (y - (top + bottom) / 2) * scale),
    };
  };
  const pins = places
    .map((place, index) => ({ key: place.key, number: index + 1, ...locate(place) }))
    // The last drawn pin is on top: the chosen one, or the first of the list.
    .reverse()
    .toSorted((one, other) => Number(one.key === chosen) - Number(other.key === chosen));
  const pixelsPerKm = (scale * 1000) / METRES_PER_DEGREE;
  const km = SCALE_BAR_LENGTHS_KM.find((length) => length * pixelsPerKm <= MAP_WIDTH / 3);
  const visitorPosition = own && locate(own);
  return (
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      focusable="false"
      className={styles.map}
    >
      <rect width={MAP_WIDTH} height={MAP_HEIGHT} className={styles.ground} />
      <path
        d={`M0 ${MAP_HEIGHT / 2}H${MAP_WIDTH}M${MAP_WIDTH / 2} 0V${MAP_HEIGHT}`}
        className={styles.cross}
      />
      {visitorPosition && (
        <circle cx={visitorPosition.x} cy={visitorPosition.y} r="14" className={styles.own} />
      )}
      {pins.map(({ key, number, x, y }) => (
        <g key={key} className={key === chosen ? styles.chosen : styles.pin}>
          {places.length > MAX_PINS ? (
            <circle cx={x} cy={y} r="9" className={styles.dot} />
          ) : (
            <>
              <path
                d={`M${x} ${y + 8}C${x - 30} ${y - 26} ${x - 30} ${y - 54} ${x} ${y - 56}C${x + 30} ${y - 54} ${x + 30} ${y - 26} ${x} ${y + 8}Z`}
              />
              <text x={x} y={y - 20} textAnchor="middle">
                {number}
              </text>
            </>
          )}
        </g>
      ))}
      {km !== undefined && (
        <g className={styles.scale}>
          <path d={`M24 ${MAP_HEIGHT - 32}v8H${24 + Math.round(km * pixelsPerKm)}v-8`} />
          <text x="24" y={MAP_HEIGHT - 40}>
            {`${km}\u00a0km`}
          </text>
        </g>
      )}
    </svg>
  );
}
