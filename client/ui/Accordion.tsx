import type { ReactNode } from 'react';
import styles from './Accordion.module.css';
import { Icon } from './Icon.tsx';

interface AccordionProps {
  summary: ReactNode;
  /** Open when the page arrives; the visitor decides from then on. */
  isOpen?: boolean;
  /** Anchor of the block. */
  id?: string;
  children: ReactNode;
}

/** A block that opens under its title. Its text is in the HTML either way, and it needs no script. */
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
