import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** Name of a finished part: it stands once in a document. */
export type StaticHtmlName = 'strip' | 'headerStart' | 'headerEnd' | 'footer';

/** Gives the finished HTML of a part, rendered once per site, language and data. */
export type RenderStaticHtml = (name: StaticHtmlName, part: ReactNode) => string;

/** Where finished parts come from: made by the server, or kept by the browser from what the server has sent. */
type StaticHtmlSource =
  | { readonly toHtml: RenderStaticHtml }
  | { readonly copyNodes: (name: StaticHtmlName) => Node[] };

const StaticHtmlContext = createContext<StaticHtmlSource | null>(null);

/** Says where finished parts come from. Without it (tests) they are rendered like any other. */
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

/** True for a component that took over HTML of the server, as long as it lives. */
function useWasHydrated(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useState(isHydrating)[0];
}

/**
 * A part that is the same on every page of a site and language: the browser keeps the server's HTML and does not hydrate
 * it. Its links and dialog buttons work all the same, since one listener of the document serves them all.
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
  // React makes the document anew (something has changed it before us); the policy of trusted types allows no HTML by then.
  const { copyNodes } = source;
  return <Element {...attributes} ref={(element) => element?.replaceChildren(...copyNodes(name))} />;
}

const keepContent = { __html: '' };

/** Copies of all finished parts as the server has sent them, taken before React touches the document. */
export function keepStaticHtml(document: Document): StaticHtmlSource {
  const parts = new Map<string, Node>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-static]')) {
    parts.set(element.dataset.static ?? '', element.cloneNode(true));
  }
  return { copyNodes: (name) => [...(parts.get(name)?.cloneNode(true).childNodes ?? [])] };
}
