import type { MouseEventHandler, ReactNode } from 'react';
import { waitsForProgram } from './waits-for-program.ts';

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
  /** Work that the press began is under way. */
  isBusy?: boolean | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
  children: ReactNode;
}

/** True for a path of this shop, false for an absolute address (`//host` is one too). */
export function isOwnPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/** A link wherever content may point. Own paths change the page without a reload: `client/navigation/FollowLinks.tsx`. */
export function SiteLink({
  href,
  target,
  className,
  isCurrent,
  isExpanded,
  controls,
  dataKey,
  isBusy,
  onClick,
  children,
}: SiteLinkProps) {
  const isElsewhere = target === '_blank';
  return (
    <a
      href={href}
      className={className}
      aria-current={isCurrent === 'within' ? true : isCurrent ? 'page' : undefined}
      aria-expanded={isExpanded}
      aria-controls={controls}
      data-key={dataKey}
      aria-busy={isBusy || undefined}
      {...(onClick && waitsForProgram)}
      onClick={onClick}
      target={isElsewhere ? '_blank' : undefined}
      rel={isElsewhere ? 'noopener' : undefined}
    >
      {children}
    </a>
  );
}
