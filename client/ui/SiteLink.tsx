import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';

interface SiteLinkProps {
  /** Path of this shop, or an absolute https:, tel: or mailto: address. */
  href: string;
  /** '_blank' opens a new window; only for other hosts. */
  target?: string | null | undefined;
  className?: string | undefined;
  isCurrent?: boolean | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
  children: ReactNode;
}

/** True for a path of this shop, false for an absolute address (`//host` is one too). */
export function isOwnPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/** A link wherever content may point: own paths change the page without a reload, the rest are plain links. */
export function SiteLink({ href, target, className, isCurrent, onClick, children }: SiteLinkProps) {
  const current = isCurrent ? 'page' : undefined;
  if (isOwnPath(href) && !target) {
    return (
      <Link to={href} className={className} aria-current={current} onClick={onClick}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={href}
      className={className}
      aria-current={current}
      onClick={onClick}
      {...(target === '_blank' ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children}
    </a>
  );
}
