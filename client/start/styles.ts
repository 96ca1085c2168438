const loading = new Map<string, Promise<void>>();

/**
 * Loads a style sheet behind those that are there, before something is shown that needs it. React takes the element for its own
 * when it renders a link to the same address.
 *
 * @throws Error where it cannot be had; the next call asks again
 */
export function loadStyles(document: Document, href: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  // One that came with the document is there: rendering waits for it.
  const isThere = links.some((link) => link.getAttribute('href') === href);
  let pending = loading.get(href);
  if (!pending && isThere) return Promise.resolve();
  if (!pending) {
    pending = new Promise<void>((resolve, reject) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href });
      link.dataset.precedence = 'late';
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        loading.delete(href);
        reject(new Error(`The style sheet ${href} cannot be loaded`));
      };
      document.head.append(link);
    });
    loading.set(href, pending);
  }
  return pending;
}
