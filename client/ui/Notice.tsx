import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './Notice.module.css';

type NoticeTone = 'info' | 'ok' | 'warn' | 'error';

const iconsByTone: Record<NoticeTone, IconName> = {
  info: 'info',
  ok: 'check',
  warn: 'warning',
  error: 'warning',
};

interface NoticeProps {
  tone?: NoticeTone;
  /**
   * 'status' is announced politely when it appears, 'alert' at once. Omit it for a notice of the initial
   * page.
   */
  role?: 'status' | 'alert';
  children: ReactNode;
}

/**
 * Renders a message about what happened, what was saved and what to do next. It always has an icon and never
 * relies on colour alone.
 */
export function Notice({ tone = 'info', role, children }: NoticeProps) {
  return (
    <div className={joinClasses(styles.notice, tone !== 'info' && styles[tone])} role={role}>
      <Icon name={iconsByTone[tone]} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}
