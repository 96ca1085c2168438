import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './Ticket.module.css';

interface TicketProps {
  as?: 'div' | 'section' | 'aside';
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Renders the stitched paper label of a feed bag, for numbers that need trust (price, analysis, totals). Do
 * not nest tickets.
 */
export function Ticket({ as: Element = 'div', className, children }: TicketProps) {
  return <Element className={joinClasses(styles.ticket, className)}>{children}</Element>;
}
