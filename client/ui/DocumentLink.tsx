import type { ReactNode } from 'react';

interface DocumentLinkProps {
  /** Path of this shop. */
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Renders a link that opens a new document, for secret URLs: tracking scripts of the current document would
 * read the URL after a client-side navigation. `ClientSideLinks` leaves links with a target to the browser.
 */
export function DocumentLink({ href, className, children }: DocumentLinkProps) {
  return (
    <a href={href} target="_self" className={className}>
      {children}
    </a>
  );
}
