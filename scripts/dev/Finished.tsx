import type { ComponentProps } from 'react';
import type * as Original from '../../client/ui/Finished.tsx';

/**
 * Stands in for client/ui/Finished.tsx, on both sides: while one develops, the parts that the browser of a visitor does
 * not hydrate live like any other, so that an edit of the footer is seen.
 */
export function Finished({
  as: Element,
  name,
  className,
  children,
}: ComponentProps<typeof Original.Finished>) {
  return (
    <Element className={className} data-finished={name}>
      {children}
    </Element>
  );
}

export function FinishedProvider({ children }: ComponentProps<typeof Original.FinishedProvider>) {
  return children;
}

export const keepFinishedParts: typeof Original.keepFinishedParts = () => ({ copyNodes: () => [] });
