import type { Breadcrumb } from '../../../shared/contract/products.ts';

/**
 * The way from the home page down to the parent of a page, whether or not the breadcrumbs begin with the home page
 * and end with the page itself.
 *
 * @param pageUrl the page's own address
 * @param homeTitle what the home page is called in the language of the page
 */
export function getParents(
  breadcrumbs: readonly Breadcrumb[],
  pageUrl: string,
  homeTitle: string,
): readonly Breadcrumb[] {
  const between = breadcrumbs.filter(({ url }) => url !== '/' && url !== pageUrl);
  return [{ title: homeTitle, url: '/' }, ...between];
}
