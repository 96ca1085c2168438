import { useLayoutEffect, useRef } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './ProgressBar.module.css';

/** Renders a 4 px bar that fills from the left. Decorative only: the progress is also described in text. */
export function ProgressBar({ percentage, hasFailed = false }: { percentage: number; hasFailed?: boolean }) {
  const fill = useRef<HTMLSpanElement>(null);
  // Set through CSSOM, because the content security policy forbids style attributes in HTML.
  useLayoutEffect(() => {
    fill.current?.style.setProperty('--progress', String(percentage / 100));
  }, [percentage]);
  return (
    <div className={joinClasses(styles.bar, hasFailed && styles.failed)} aria-hidden="true">
      <span className={styles.fill} ref={fill} />
    </div>
  );
}
