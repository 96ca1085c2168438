import type { Breadcrumb } from '../../../shared/contract/products.ts';

/**
 * The way from the home page: breadcrumbs that start below it get it in front.
 *
 * @param homeTitle what the home page is called in the language of the page
 */
export function withHome(breadcrumbs: readonly Breadcrumb[], homeTitle: string): readonly Breadcrumb[] {
  return breadcrumbs[0]?.url === '/' ? breadcrumbs : [{ title: homeTitle, url: '/' }, ...breadcrumbs];
}
