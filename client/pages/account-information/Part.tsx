import type { ReactNode } from 'react';
import type { AccountInformationSection } from '../../../shared/rules/account/account-paths.ts';
import { useAppState } from '../../store/shop.tsx';
import styles from './Part.module.css';

interface PartProps {
  action: AccountInformationSection;
  title: string;
  children: ReactNode;
}

/**
 * Renders one part of the details under its heading. Its forms are sent to the URL of the part, where it is
 * shown alone.
 */
export function Part({ action, title, children }: PartProps) {
  const id = `information-${action}`;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Whether this page is the response to a form that was sent without script. */
export const useHasFormNotice = (form: string): boolean =>
  useAppState(({ request }) => request.notice?.form === form);
