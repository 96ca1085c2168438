import type { ReactNode } from 'react';

interface DocumentLinkProps {
  /** Path of this shop. */
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link whose page is a document of its own, for addresses that are secrets: what measures in the document of before would read where the
 * visitor goes. Links with a target are left to the browser (`FollowLinks`).
 */
export function DocumentLink({ href, className, children }: DocumentLinkProps) {
  return (
    <a href={href} target="_self" className={className}>
      {children}
    </a>
  );
}
