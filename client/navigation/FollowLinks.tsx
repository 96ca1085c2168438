import { type ReactNode, useEffect } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { isOwnPath } from '../ui/SiteLink.tsx';

/**
 * Lets every plain link to a path of this shop change the page without a reload: one listener for the whole document,
 * so that links cost nothing to render and work in HTML that React did not make. It listens on the window, after all
 * handlers of components: what they have prevented stays prevented. Shows
 * what is inside it.
 */
export function FollowLinks({ children }: { children?: ReactNode }) {
  const navigate = useNavigate();
  const location = useLocation();
  const current = createPath(location);
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const href = findOwnHref(event);
      if (href === null) return;
      event.preventDefault();
      // The page that is shown already gets no second entry in the history.
      void navigate(href, { replace: href === current });
    };
    window.addEventListener('click', handleClick);
    return () => window.removeEventListener('click', handleClick);
  }, [navigate, current]);
  return children;
}

/** Address of the own link that a click is about; null where the browser itself should do what it does. */
function findOwnHref(event: MouseEvent): string | null {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const href = link?.getAttribute('href') ?? '';
  if (!link || link.hasAttribute('target') || link.hasAttribute('download')) return null;
  // What ends without a slash is no page: a file, or the answer to a call.
  return isOwnPath(href) && link.pathname.endsWith('/') ? href : null;
}
