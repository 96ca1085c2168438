import type { ReactNode } from 'react';

/** Section of a page with a heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);
