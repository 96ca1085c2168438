import { createContext, type ReactNode, useContext } from 'react';

/**
 * Gives the HTML of a part, from the cache or rendered now.
 *
 * @param variant which part it is, with all that its looks depend on beside `of` and the words of the shop
 * @param of data that the part shows: plain JSON
 */
export type RenderFragment = (variant: string, of: unknown, part: ReactNode) => string;

const FragmentCacheContext = createContext<RenderFragment | null>(null);

/** On the server: the parts below are taken from a cache of rendered HTML. The browser has no such provider. */
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
 * A part that many pages have in common. The server renders it once per variant and data; the browser hydrates it like any
 * other. What is in it may use the words and figures of the shop, and no other state, no router and no `useId`.
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
