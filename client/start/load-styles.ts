const loadingStyleSheets = new Map<string, Promise<void>>();

/**
 * Loads a style sheet after the existing ones, before content is shown that needs it. React adopts the
 * element when it renders a link to the same URL.
 *
 * @throws Error if it cannot be loaded; the next call retries
 */
export function loadStyles(document: Document, href: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  // A style sheet of the initial document is loaded, because rendering waits for it.
  const isInDocument = links.some((link) => link.getAttribute('href') === href);
  let pending = loadingStyleSheets.get(href);
  if (!pending && isInDocument) return Promise.resolve();
  if (!pending) {
    pending = new Promise<void>((resolve, reject) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href });
      link.dataset.precedence = 'late';
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        loadingStyleSheets.delete(href);
        reject(new Error(`The style sheet ${href} cannot be loaded`));
      };
      document.head.append(link);
    });
    loadingStyleSheets.set(href, pending);
  }
  return pending;
}
