import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';

interface SiteLinkProps {
  /** Path of this shop, or an absolute https:, tel: or mailto: address. */
  href: string;
  /** '_blank' opens a new window; only for other hosts. */
  target?: string | null | undefined;
  className?: string | undefined;
  /** True for the page that is shown, 'within' for what it belongs to. */
  isCurrent?: boolean | 'within' | undefined;
  /** For a link that opens a panel of its own: whether it is open. */
  isExpanded?: boolean | undefined;
  /** Id of that panel while it is in the page. */
  controls?: string | undefined;
  /** Stable name of the entry, as `data-key`, for scripts that walk along links. */
  dataKey?: string | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
  children: ReactNode;
}

/** True for a path of this shop, false for an absolute address (`//host` is one too). */
export function isOwnPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/** A link wherever content may point: own paths change the page without a reload, the rest are plain links. */
export function SiteLink({
  href,
  target,
  className,
  isCurrent,
  isExpanded,
  controls,
  dataKey,
  onClick,
  children,
}: SiteLinkProps) {
  const attributes = {
    className,
    'aria-current': isCurrent === 'within' ? true : isCurrent ? ('page' as const) : undefined,
    'aria-expanded': isExpanded,
    'aria-controls': controls,
    'data-key': dataKey,
    onClick,
  };
  if (isOwnPath(href) && !target) {
    return (
      // Link discovery belongs to the router's framework mode: its marker would only weigh.
      <Link to={href} discover="none" {...attributes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...attributes} {...(target === '_blank' && { target: '_blank', rel: 'noopener' })}>
      {children}
    </a>
  );
}
