import type { ReactNode } from 'react';
import type { FinishedName } from '../client/ui/Finished.tsx';

/**
 * Stands in for client/ui/Finished.tsx, on both sides: while one develops, the parts that the browser of a visitor does
 * not hydrate live like any other, so that an edit of the footer is seen.
 */
export function Finished({
  as: Element,
  name,
  className,
  children,
}: {
  as: 'div' | 'footer';
  name: FinishedName;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Element className={className} data-finished={name}>
      {children}
    </Element>
  );
}

export function FinishedProvider({ children }: { children: ReactNode }) {
  return children;
}

export function readFinishedHtml(): () => string {
  return () => '';
}
