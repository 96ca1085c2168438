import type { NavigationItem } from '../../shared/contract/content.ts';

/**
 * Splits the navigation into the catalogue and the help pages: entries with neither a scene nor children are
 * pages. A menu of pages only (the corporate site) has one group.
 */
export function splitNavigationItems(items: readonly NavigationItem[]): {
  main: readonly NavigationItem[];
  aside: readonly NavigationItem[];
} {
  const isPage = (item: NavigationItem) => item.scene === null && item.children.length === 0;
  const main = items.filter((item) => !isPage(item));
  return main.length === 0 ? { main: items, aside: [] } : { main, aside: items.filter(isPage) };
}
