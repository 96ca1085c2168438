/**
 * Has the page use the style sheet's new address. The old one goes when the new one has arrived, so that the page is
 * never without.
 *
 * @param address of `/dev/main.css`, with its revision
 */
export function swapStyleSheet(address: string): void {
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
