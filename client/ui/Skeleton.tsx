import { joinClasses } from './join-classes.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** 'arch' replaces a product picture, 'picture' a scene, 'title' and 'line' a text. */
  shape?: 'line' | 'title' | 'arch' | 'picture' | 'block';
  /** Share of the container's width. */
  width?: 'full' | 'most' | 'half' | 'third';
}

/**
 * Renders a placeholder of the size of the content that is loading. It is not announced, because the
 * surrounding region is `aria-busy`.
 */
export function Skeleton({ shape = 'line', width = 'full' }: SkeletonProps) {
  return (
    <span
      className={joinClasses(styles.skeleton, styles[shape], width !== 'full' && styles[width])}
      aria-hidden="true"
    />
  );
}
