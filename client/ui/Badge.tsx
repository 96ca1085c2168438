import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { joinClasses } from './join-classes.ts';

type BadgeTone = 'ok' | 'sale' | 'new' | 'warn' | 'error' | 'info';

/** A word or two on a coloured ground; the word says it, the colour only helps. */
export function Badge({ tone = 'ok', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={joinClasses(styles.badge, tone !== 'ok' && styles[tone])}>{children}</span>;
}
