import { type ReactNode, useEffect } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { isInternalPath } from '../ui/SiteLink.tsx';

/**
 * Makes every plain link to a path of this shop navigate without a reload, and renders its children. It uses
 * one listener for the whole document, so links cost nothing to render and also work in HTML that React did
 * not create. The listener is on the window, so it runs after the handlers of components and respects
 * `preventDefault`.
 */
export function ClientSideLinks({ children }: { children?: ReactNode }) {
  const navigate = useNavigate();
  const location = useLocation();
  const current = createPath(location);
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const href = findInternalHref(event);
      if (href === null) return;
      event.preventDefault();
      // A link to the current page adds no history entry.
      void navigate(href, { replace: href === current });
    };
    window.addEventListener('click', handleClick);
    return () => window.removeEventListener('click', handleClick);
  }, [navigate, current]);
  return children;
}

/** Returns the path of the clicked link to this shop, or null if the browser must handle the click. */
function findInternalHref(event: MouseEvent): string | null {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const href = link?.getAttribute('href') ?? '';
  if (!link || link.hasAttribute('target') || link.hasAttribute('download')) return null;
  // A path without a trailing slash is not a page, but a file or an API response.
  return isInternalPath(href) && link.pathname.endsWith('/') ? href : null;
}
