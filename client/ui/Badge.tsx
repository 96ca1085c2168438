import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { joinClasses } from './join-classes.ts';

type BadgeTone = 'ok' | 'sale' | 'new' | 'warn' | 'error' | 'info';

/** Renders one or two words on a coloured background. The text carries the meaning; the colour is an aid. */
export function Badge({ tone = 'ok', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={joinClasses(styles.badge, tone !== 'ok' && styles[tone])}>{children}</span>;
}
