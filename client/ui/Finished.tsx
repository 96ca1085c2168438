import { createContext, type ReactNode, useContext } from 'react';

/** Name of a finished part: it stands once in a document. */
export type FinishedName = 'strip' | 'headerStart' | 'headerEnd' | 'footer';

/** Gives the finished HTML of a part: on the server rendered once per site, language and data, in the browser what the server sent. */
export type FinishHtml = (name: FinishedName, part: ReactNode) => string;

const FinishedContext = createContext<FinishHtml | null>(null);

/** Says where finished HTML comes from. Without it (tests) parts are rendered like any other. */
export function FinishedProvider({ finish, children }: { finish: FinishHtml; children: ReactNode }) {
  return <FinishedContext value={finish}>{children}</FinishedContext>;
}

interface FinishedProps {
  as: 'div' | 'footer';
  name: FinishedName;
  className?: string | undefined;
  /** Null in the browser's build, which has no code for it. */
  children: ReactNode;
}

/**
 * A part that is the same on every page of a site and language: the browser keeps the server's HTML and does not hydrate
 * it. Its links and dialog buttons work all the same, since one listener of the document serves them all.
 */
export function Finished({ as: Element, name, className, children }: FinishedProps) {
  const finish = useContext(FinishedContext);
  if (!finish) {
    return (
      <Element className={className} data-finished={name}>
        {children}
      </Element>
    );
  }
  return (
    <Element
      className={className}
      data-finished={name}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React has made on the server
      dangerouslySetInnerHTML={{ __html: finish(name, children) }}
      suppressHydrationWarning
    />
  );
}

/**
 * What the server has sent of each finished part, read before React touches the document: React does not set it again, but
 * has it at hand should it ever have to make the document anew.
 */
export function readFinishedHtml(document: Document): FinishHtml {
  const parts = new Map<string, string>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-finished]')) {
    parts.set(element.dataset.finished ?? '', element.innerHTML);
  }
  return (name) => parts.get(name) ?? '';
}
