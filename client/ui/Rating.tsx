import styles from './Rating.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface RatingProps {
  /** 1 to 5. */
  average: number;
  /** The same, in figures. */
  text: string;
  /** The whole in words, for screen readers. */
  label: string;
  /** How many have rated, in figures. */
  count: string;
}

/** Five stars, filled as far as the average goes, with the figures beside them. */
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
