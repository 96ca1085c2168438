import styles from './Icon.module.css';
import { joinClasses } from './join-classes.ts';

/** Strokes on a 24 × 24 grid, all in the same style. */
const iconPaths = {
  arrowLeft: 'M15 5l-7 7 7 7',
  arrowRight: 'M9 5l7 7-7 7',
  bucket: 'M4 9h11l-1.500 11h-8zM15 10c5-1 6 4 0 6M4 9c1-4 10-4 11 0',
  cart: 'M3 4h3l2.500 11h10L21 7H7M9.500 19.500h.01M17.500 19.500h.01',
  check: 'M4 12.500l5 5L20 6.500',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
  close: 'M6 6l12 12M18 6L6 18',
  document: 'M6 3h9l4 4v14H6zM15 3v5h4M9 12h7M9 16h7',
  down: 'M5 9l7 7 7-7',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeClosed: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 20L20 4',
  filter: 'M3 6h11M18 6h3M3 12h3M10 12h11M3 18h9M16 18h5M16 4v4M8 10v4M14 16v4',
  flask: 'M9 3h6M10 3v6L4.500 19c-.500 1.200.300 2 1.500 2h12c1.200 0 2-.800 1.500-2L14 9V3M7 15h10',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.500 6 3.500 9S15 18 12 21c-3-3-3.500-6-3.500-9S9 6 12 3z',
  home: 'M3 11l9-8 9 8v10h-6v-6H9v6H3z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.500M12 7.500v.01',
  lock: 'M6 11h12v10H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  menu: 'M3 6h18M3 12h18M3 18h18',
  minus: 'M5 12h14',
  offline: 'M2 9c6-5 14-5 20 0M5.500 13c4-3.300 9-3.300 13 0M9 16.500c2-1.500 4-1.500 6 0M12 20v.01',
  parcel: 'M3 8l9-5 9 5v9l-9 5-9-5zM3 8l9 5 9-5M12 13v9',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4.500 3.500-7 8-7s8 2.500 8 7',
  phone:
    'M5 3h4l2 5-2.500 2a13 13 0 0 0 5.500 5.500L16 13l5 2v4c0 1-1 2-2 2C11 20.500 3.500 13 3 5c0-1 1-2 2-2z',
  pin: 'M12 21c5-5.500 7-8.600 7-11.500A7 7 0 0 0 5 9.500C5 12.400 7 15.500 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  scales: 'M12 4v16M5 20h14M12 6H5M12 6h7M5 6l-3 7h6zM19 6l-3 7h6z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.500 16.500L21 21',
  truck:
    'M2 6h12v10H2zM14 10h4l4 3.500V16h-8M6.500 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.500 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  up: 'M5 15l7-7 7 7',
  warning: 'M12 3L2 20h20zM12 10v4.500M12 17.200v.01',
} as const;

export type IconName = keyof typeof iconPaths;

/** Renders a small icon next to text. It has no meaning of its own, so assistive technology skips it. */
export function Icon({ name, size = 'regular' }: { name: IconName; size?: 'small' | 'regular' }) {
  return (
    <svg
      className={joinClasses(styles.icon, size === 'small' && styles.small)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
