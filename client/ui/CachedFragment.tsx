import { createContext, type ReactNode, useContext } from 'react';

/**
 * Returns the HTML of a part, cached or newly rendered.
 *
 * @param variant identifies the part and everything its rendering depends on, except `of` and the
 *   translations and formats of the shop
 * @param of data that the part shows: plain JSON
 */
export type RenderFragment = (variant: string, of: unknown, part: ReactNode) => string;

const FragmentCacheContext = createContext<RenderFragment | null>(null);

/** Provides the server's cache of rendered HTML to the parts inside it. The browser has no such provider. */
export function FragmentCacheProvider({
  renderFragment,
  children,
}: {
  renderFragment: RenderFragment;
  children: ReactNode;
}) {
  return <FragmentCacheContext value={renderFragment}>{children}</FragmentCacheContext>;
}

interface CachedFragmentProps {
  as: 'li' | 'ul' | 'nav' | 'div';
  className?: string | undefined;
  /** Accessible name. */
  label?: string;
  variant: string;
  of: unknown;
  children: ReactNode;
}

/**
 * Renders a part that many pages have in common. The server renders it once per variant and data; the browser
 * hydrates it like any other part. Its children may use translations and formats of the shop, but no other
 * state, no router and no `useId`.
 */
export function CachedFragment({
  as: Element,
  className,
  label,
  variant,
  of,
  children,
}: CachedFragmentProps) {
  const renderFragment = useContext(FragmentCacheContext);
  const attributes = { className, 'aria-label': label };
  if (!renderFragment) return <Element {...attributes}>{children}</Element>;
  return (
    <Element
      {...attributes}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React has made of the same children
      dangerouslySetInnerHTML={{ __html: renderFragment(variant, of, children) }}
    />
  );
}
