import styles from './Rating.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface RatingProps {
  /** Average from 1 to 5. */
  average: number;
  /** The average as formatted number. */
  text: string;
  /** Full description for screen readers. */
  label: string;
  /** Formatted number of ratings. */
  count: string;
}

/** Renders five stars, filled up to the average, with the numbers next to them. */
export function Rating({ average, text, label, count }: RatingProps) {
  return (
    <p className={styles.rating}>
      <svg className={styles.stars} viewBox="0 0 5 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="5" height="1" className={styles.empty} />
        <rect width={average} height="1" />
      </svg>
      <span aria-hidden="true">{`${text} (${count})`}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </p>
  );
}
