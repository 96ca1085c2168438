import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

interface SectionProps {
  /**
   * 'band' has the oats background, 'page' the paper background. Alternating backgrounds separate sections.
   */
  tone?: 'page' | 'band';
  /** Id of the heading that names the section. */
  labelledBy?: string;
  children: ReactNode;
}

/** Renders a full-width section of a page with the page's margins inside. */
export function Section({ tone = 'page', labelledBy, children }: SectionProps) {
  return (
    <section className={joinClasses('section', tone === 'band' && 'band')} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  );
}
