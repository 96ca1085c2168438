import type { Breadcrumb } from '../../../shared/contract/products.ts';

/**
 * Returns the breadcrumbs from the home page to the parent of a page, whether or not the input contains the
 * home page and the page.
 *
 * @param pageUrl URL of the page itself
 * @param homeTitle title of the home page in the language of the page
 */
export function getParentBreadcrumbs(
  breadcrumbs: readonly Breadcrumb[],
  pageUrl: string,
  homeTitle: string,
): readonly Breadcrumb[] {
  const between = breadcrumbs.filter(({ url }) => url !== '/' && url !== pageUrl);
  return [{ title: homeTitle, url: '/' }, ...between];
}
