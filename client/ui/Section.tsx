import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

interface SectionProps {
  /** 'band' lies on oats, 'page' on paper; plain bands are what separates sections. */
  tone?: 'page' | 'band';
  /** Id of the heading that names the section. */
  labelledBy?: string;
  children: ReactNode;
}

/** A full-width part of a page with the page's margins inside. */
export function Section({ tone = 'page', labelledBy, children }: SectionProps) {
  return (
    <section className={joinClasses('section', tone === 'band' && 'band')} aria-labelledby={labelledBy}>
      <div className="wrap">{children}</div>
    </section>
  );
}
