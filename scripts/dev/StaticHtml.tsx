import type { ComponentProps } from 'react';
import type * as Original from '../../client/ui/StaticHtml.tsx';

/**
 * Replaces client/ui/StaticHtml.tsx in development, on server and browser. Parts that are not hydrated in
 * production are hydrated like all others, so that an edit of the footer becomes visible.
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

export const collectStaticHtml: typeof Original.collectStaticHtml = () => ({ copyNodes: () => [] });
