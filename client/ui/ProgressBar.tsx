import { useLayoutEffect, useRef } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './ProgressBar.module.css';

/** A 4 px bar filled from the left. Decoration only: what is under way is told in words elsewhere. */
export function ProgressBar({ percentage, hasFailed = false }: { percentage: number; hasFailed?: boolean }) {
  const fill = useRef<HTMLSpanElement>(null);
  // Through CSSOM, since the policy of the pages forbids style attributes in HTML.
  useLayoutEffect(() => {
    fill.current?.style.setProperty('--progress', String(percentage / 100));
  }, [percentage]);
  return (
    <div className={joinClasses(styles.bar, hasFailed && styles.failed)} aria-hidden="true">
      <span className={styles.fill} ref={fill} />
    </div>
  );
}
