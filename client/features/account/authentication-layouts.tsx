import type { ReactNode } from 'react';
import type { SceneName } from '../../../shared/contract/primitives.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Scene } from '../../ui/Scene.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './authentication-layouts.module.css';

interface AuthenticationFormWithAsideProps {
  title: string;
  scene: SceneName;
  /** Content next to the form, below its picture. */
  side: ReactNode;
  children: ReactNode;
}

/** Renders a sign-in or registration form with the alternative next to it. */
export function AuthenticationFormWithAside({
  title,
  scene,
  side,
  children,
}: AuthenticationFormWithAsideProps) {
  return (
    <div className={joinClasses('wrap', styles.split)}>
      <div className={styles.main}>
        <h1>{title}</h1>
        {children}
      </div>
      <aside className={styles.side}>
        <Scene name={scene} className={styles.scene} eager />
        <div>{side}</div>
      </aside>
    </div>
  );
}

interface AuthenticationPanelProps {
  title: string;
  /** Result of the form, as an icon above the title. */
  sign?: { readonly icon: IconName; readonly tone: 'ok' | 'warn' };
  /** Whether the ticket is new on the page. A new ticket receives the focus when it appears. */
  shouldFocus?: boolean;
  lead?: ReactNode;
  children?: ReactNode;
}

/** Renders a form, or its result, on a ticket in the middle of the page. */
export function AuthenticationPanel({
  title,
  sign,
  shouldFocus: isNews = false,
  lead,
  children,
}: AuthenticationPanelProps) {
  return (
    <div className={joinClasses('wrap', styles.middle)}>
      <Ticket className={styles.ticket}>
        {sign && (
          <div className={joinClasses(styles.sign, styles[sign.tone])}>
            <Icon name={sign.icon} />
          </div>
        )}
        <div {...(isNews && { 'data-form-notice': '', tabIndex: -1 })}>
          <h1 className={styles.title}>{title}</h1>
          {lead}
        </div>
        {children}
      </Ticket>
    </div>
  );
}
