import type { Link } from '../../shared/contract/content.ts';
import type { ScopeState } from './app-store.ts';

/**
 * Finds the link to a page of this site by the page's language-independent key, first in the menu, then in
 * the footer.
 *
 * @param key key of a category or content page, for example `feed` or `delivery`
 * @returns null if the site has no link to it, so that no dead link is rendered
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
