import type { ComponentProps } from 'react';
import type * as Original from '../../client/ui/StaticHtml.tsx';

/**
 * Stands in for client/ui/StaticHtml.tsx, on both sides: while one develops, the parts that the browser of a visitor does
 * not hydrate live like any other, so that an edit of the footer is seen.
 */
export function StaticHtml({
  as: Element,
  name,
  className,
  children,
}: ComponentProps<typeof Original.StaticHtml>) {
  return (
    <Element className={className} data-static={name}>
      {children}
    </Element>
  );
}

export function StaticHtmlProvider({ children }: ComponentProps<typeof Original.StaticHtmlProvider>) {
  return children;
}

export const keepStaticHtml: typeof Original.keepStaticHtml = () => ({ copyNodes: () => [] });
