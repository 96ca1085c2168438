import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './Notice.module.css';

type NoticeTone = 'info' | 'ok' | 'warn' | 'error';

const icons: Record<NoticeTone, IconName> = { info: 'info', ok: 'check', warn: 'warning', error: 'warning' };

interface NoticeProps {
  tone?: NoticeTone;
  /** 'status' is read out politely when it appears, 'alert' at once. Leave out for what was there from the start. */
  role?: 'status' | 'alert';
  children: ReactNode;
}

/** What happened, what was kept, what to do next: always with its icon, never by colour alone. */
export function Notice({ tone = 'info', role, children }: NoticeProps) {
  return (
    <div className={joinClasses(styles.notice, tone !== 'info' && styles[tone])} role={role}>
      <Icon name={icons[tone]} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}
