import type { MouseEventHandler, ReactNode } from 'react';
import { pendingHydrationProps } from './pending-hydration-props.ts';

interface SiteLinkProps {
  /** Path of this shop, or an absolute https:, tel: or mailto: URL. */
  href: string;
  /** '_blank' opens a new window; only for other hosts. */
  target?: string | null | undefined;
  className?: string | undefined;
  /** True for the current page, 'within' for its parent. */
  isCurrent?: boolean | 'within' | undefined;
  /** Whether the panel of the link is open, if it has one. */
  isExpanded?: boolean | undefined;
  /** Id of that panel while it is rendered. */
  controls?: string | undefined;
  /** Stable name of the entry, as `data-key`, for scripts that move between links. */
  dataKey?: string | undefined;
  /** Whether the action of the press is pending. */
  isBusy?: boolean | undefined;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
  children: ReactNode;
}

/** Whether it is a path of this shop, as opposed to an absolute URL (`//host` is absolute). */
export function isInternalPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/**
 * Renders a link to any target of the content. Paths of this shop navigate without a reload:
 * `client/navigation/ClientSideLinks.tsx`.
 */
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
  const isNewWindow = target === '_blank';
  return (
    <a
      href={href}
      className={className}
      aria-current={isCurrent === 'within' ? true : isCurrent ? 'page' : undefined}
      aria-expanded={isExpanded}
      aria-controls={controls}
      data-key={dataKey}
      aria-busy={isBusy || undefined}
      {...(onClick && pendingHydrationProps)}
      onClick={onClick}
      target={isNewWindow ? '_blank' : undefined}
      rel={isNewWindow ? 'noopener' : undefined}
    >
      {children}
    </a>
  );
}
