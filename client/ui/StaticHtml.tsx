import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** Name of a part with static HTML. Each part is in a document once. */
export type StaticHtmlName = 'strip' | 'headerStart' | 'headerEnd' | 'footer';

/** Returns the static HTML of a part, rendered once per site, language and data. */
export type RenderStaticHtml = (name: StaticHtmlName, part: ReactNode) => string;

/** Source of static HTML: the server renders it, the browser copies it from the initial document. */
type StaticHtmlSource =
  | { readonly toHtml: RenderStaticHtml }
  | { readonly copyNodes: (name: StaticHtmlName) => Node[] };

const StaticHtmlContext = createContext<StaticHtmlSource | null>(null);

/**
 * Provides the source of static HTML to the parts inside it. Without it (in tests) they are rendered like any
 * other part.
 */
export function StaticHtmlProvider({ source, children }: { source: StaticHtmlSource; children: ReactNode }) {
  return <StaticHtmlContext value={source}>{children}</StaticHtmlContext>;
}

interface StaticHtmlProps {
  as: 'div' | 'footer';
  name: StaticHtmlName;
  className?: string | undefined;
  /** Null in the browser build, which does not include the content. */
  children: ReactNode;
}

const subscribeToNothing = () => () => undefined;

/** Returns true for a component that was hydrated, until it is unmounted. */
function useWasHydrated(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

/**
 * Renders a part that is the same on every page of a site and language. The browser keeps the server's HTML,
 * does not hydrate it and has no code for it. Its links and dialog buttons work, because listeners of the
 * document handle them.
 */
export function StaticHtml({ as: Element, name, className, children }: StaticHtmlProps) {
  const source = useContext(StaticHtmlContext);
  const wasHydrated = useWasHydrated();
  const attributes = { className, 'data-static': name };
  if (!source) return <Element {...attributes}>{children}</Element>;
  if ('toHtml' in source) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React has made on the server
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: source.toHtml(name, children) }} />;
  }
  if (wasHydrated) {
    return (
      <Element
        {...attributes}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: keeps React from looking inside; never set while hydrating
        dangerouslySetInnerHTML={keepExistingHtml}
        suppressHydrationWarning
      />
    );
  }
  // React renders the document again, because it was changed before hydration. Trusted types forbid HTML
  // strings in the browser, so the nodes are copied.
  const { copyNodes } = source;
  return <Element {...attributes} ref={(element) => element?.replaceChildren(...copyNodes(name))} />;
}

const keepExistingHtml = { __html: '' };

/** Copies all static HTML of the initial document. Call it before React hydrates. */
export function collectStaticHtml(document: Document): StaticHtmlSource {
  const parts = new Map<string, Node>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-static]')) {
    parts.set(element.dataset.static ?? '', element.cloneNode(true));
  }
  return { copyNodes: (name) => [...(parts.get(name)?.cloneNode(true).childNodes ?? [])] };
}
