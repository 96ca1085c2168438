import type { ReactNode } from 'react';
import styles from './Accordion.module.css';
import { Icon } from './Icon.tsx';

interface AccordionProps {
  summary: ReactNode;
  /** Initial state, which the visitor can change. */
  isOpen?: boolean;
  /** Anchor of the block. */
  id?: string;
  children: ReactNode;
}

/** Renders an expandable block with a title. Its text is always in the HTML, and it needs no script. */
export function Accordion({ summary, isOpen = false, id, children }: AccordionProps) {
  return (
    <details className={styles.accordion} open={isOpen} id={id}>
      <summary>
        {summary}
        <Icon name="down" size="small" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
