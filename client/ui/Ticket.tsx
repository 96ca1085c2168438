import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './Ticket.module.css';

interface TicketProps {
  as?: 'div' | 'section' | 'aside';
  className?: string | undefined;
  children: ReactNode;
}

/** The stitched paper label of a feed bag: holds figures that must be trusted (price, analysis, totals). Never in another ticket. */
export function Ticket({ as: Element = 'div', className, children }: TicketProps) {
  return <Element className={joinClasses(styles.ticket, className)}>{children}</Element>;
}
