import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** Name of a part with static HTML: each is once in a document. */
export type StaticHtmlName = 'strip' | 'headerStart' | 'headerEnd' | 'footer';

/** Gives the static HTML of a part, rendered once per site, language and data. */
export type RenderStaticHtml = (name: StaticHtmlName, part: ReactNode) => string;

/** Where static HTML comes from: the server renders it, the browser copies it from the document that was sent. */
type StaticHtmlSource =
  | { readonly toHtml: RenderStaticHtml }
  | { readonly copyNodes: (name: StaticHtmlName) => Node[] };

const StaticHtmlContext = createContext<StaticHtmlSource | null>(null);

/** Gives the parts below the source of their static HTML. Without it (tests) they are rendered like any other. */
export function StaticHtmlProvider({ source, children }: { source: StaticHtmlSource; children: ReactNode }) {
  return <StaticHtmlContext value={source}>{children}</StaticHtmlContext>;
}

interface StaticHtmlProps {
  as: 'div' | 'footer';
  name: StaticHtmlName;
  className?: string | undefined;
  /** Null in the browser's build, which has no code for it. */
  children: ReactNode;
}

const subscribeToNothing = () => () => undefined;

/** True for a component that was hydrated, until it is unmounted. */
function useWasHydrated(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

/**
 * A part that is the same on every page of a site and language: the browser keeps the server's HTML, does not hydrate it and has
 * no code for it. Its links and dialog buttons work all the same, since listeners of the document handle them.
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
        dangerouslySetInnerHTML={keepContent}
        suppressHydrationWarning
      />
    );
  }
  // React renders the document anew, since something had changed it before hydration; trusted types allow no HTML as text in the browser.
  const { copyNodes } = source;
  return <Element {...attributes} ref={(element) => element?.replaceChildren(...copyNodes(name))} />;
}

const keepContent = { __html: '' };

/** Copies all static HTML of the document as the server sent it; to be called before React hydrates. */
export function keepStaticHtml(document: Document): StaticHtmlSource {
  const parts = new Map<string, Node>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-static]')) {
    parts.set(element.dataset.static ?? '', element.cloneNode(true));
  }
  return { copyNodes: (name) => [...(parts.get(name)?.cloneNode(true).childNodes ?? [])] };
}
