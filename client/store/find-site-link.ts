import type { Link } from '../../shared/contract/content.ts';
import type { ScopeState } from './app-store.ts';

/**
 * Finds where this site has a page, by the page's language-free key: first in the menu, then in the footer.
 *
 * @param key key of a category or content page, for example `feed` or `delivery`
 * @returns null where the site does not link to it, so that nobody links to a page that is not there
 */
export function findSiteLink(scope: Pick<ScopeState, 'navigation' | 'footer'>, key: string): Link | null {
  for (const item of scope.navigation.items) {
    if (item.key === key) return item.link;
    const child = item.children.find((entry) => entry.key === key);
    if (child) return child.link;
  }
  for (const column of scope.footer.columns) {
    const link = column.links.find((entry) => entry.key === key);
    if (link) return link;
  }
  return null;
}
