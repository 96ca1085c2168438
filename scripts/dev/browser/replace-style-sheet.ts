/**
 * Switches the page to the new URL of the style sheet. The old one is removed when the new one has loaded, so
 * that the page is never without styles.
 *
 * @param address URL of `/dev/main.css` with its revision
 */
export function replaceStyleSheet(address: string): void {
  const path = new URL(address, window.location.href).pathname;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const old = links.filter((link) => new URL(link.href).pathname === path);
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.href = address;
  next.addEventListener('load', () => {
    for (const link of old) link.remove();
  });
  const last = old.at(-1);
  if (last) last.after(next);
  else document.head.append(next);
}
