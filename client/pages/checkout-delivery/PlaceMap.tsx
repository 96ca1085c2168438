import styles from './PlaceMap.module.css';

interface MapPlace {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
}

const WIDTH = 600;
const HEIGHT = 420;
/** Room for a pin at every edge. */
const EDGE = 70;

/**
 * Where places lie to each other, drawn by us: no map of anybody else is asked for. North is up, lengths are true in both directions. The list beside it
 * says all that it shows, so assistive technology skips it.
 */
export function PlaceMap({ places, chosen }: { places: readonly MapPlace[]; chosen: string | null }) {
  if (places.length === 0) return null;
  const middle = places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length;
  // Degrees of longitude are shorter than those of latitude, the more so the further north.
  const stretch = Math.cos((middle * Math.PI) / 180);
  const points = places
    .map(({ key, latitude, longitude }, index) => ({
      key,
      number: index + 1,
      x: longitude * stretch,
      y: -latitude,
    }))
    // What is drawn last lies on top: the chosen one.
    .toSorted((one, other) => Number(one.key === chosen) - Number(other.key === chosen));
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(right - left, 0.01),
    (HEIGHT - 2 * EDGE) / Math.max(bottom - top, 0.01),
  );
  const place = ({ x, y }: { x: number; y: number }) => ({
    x: Math.round(WIDTH / 2 + (x - (left + right) / 2) * scale),
    y: Math.round(HEIGHT / 2 + (y - (top + bottom) / 2) * scale),
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      focusable="false"
      className={styles.map}
    >
      <rect width={WIDTH} height={HEIGHT} className={styles.ground} />
      <path d={`M0 ${HEIGHT / 2}H${WIDTH}M${WIDTH / 2} 0V${HEIGHT}`} className={styles.cross} />
      {points.map((point) => {
        const { x, y } = place(point);
        return (
          <g key={point.key} className={point.key === chosen ? styles.chosen : styles.pin}>
            <path
              d={`M${x} ${y + 8}C${x - 30} ${y - 26} ${x - 30} ${y - 54} ${x} ${y - 56}C${x + 30} ${y - 54} ${x + 30} ${y - 26} ${x} ${y + 8}Z`}
            />
            <text x={x} y={y - 20} textAnchor="middle">
              {point.number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
