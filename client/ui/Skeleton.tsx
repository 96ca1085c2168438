import { joinClasses } from './join-classes.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** 'arch' stands for a product picture, 'picture' for a scene, 'title' and 'line' for text. */
  shape?: 'line' | 'title' | 'arch' | 'picture' | 'block';
  /** Share of its place. */
  width?: 'full' | 'most' | 'half' | 'third';
}

/** The shape of something on its way, as large as that will be. Says nothing: the region around it is `aria-busy`. */
export function Skeleton({ shape = 'line', width = 'full' }: SkeletonProps) {
  return (
    <span
      className={joinClasses(styles.skeleton, styles[shape], width !== 'full' && styles[width])}
      aria-hidden="true"
    />
  );
}
