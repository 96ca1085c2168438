import type { ScopeState } from '../../../client/store/app-store.ts';
import type { PageState } from '../../../client/store/page-state.ts';
import type { Shop } from '../../../client/store/shop.tsx';
import type { Country } from '../../../shared/contract/sites.ts';
import type { ScenePictures } from '../crawlers/scene-pictures.ts';

/** A value of JSON-LD; undefined values are omitted. */
export type Value = string | number | boolean | Node | readonly Value[] | undefined;

/** An object of a schema.org type. */
export interface Node {
  readonly '@type': string;
  readonly [property: string]: Value;
}

/** A page that is about to be rendered, with the details of its site. */
export interface PageHeadDetails {
  readonly scope: ScopeState;
  readonly page: PageState;
  readonly shop: Shop;
  readonly countries: readonly Country[];
  readonly scenes: ScenePictures;
}

/** Width of the largest product picture, in pixels. */
const pictureWidth = 1472;

/**
 * Formats '20.95': euro, the currency that is charged. An amount in another currency on the page is only
 * indicative.
 */
export const formatAmount = (cents: number): string => (cents / 100).toFixed(2);

/** Returns the absolute URL of a path of the host; an absolute URL is returned unchanged. */
export const toAbsoluteUrl = ({ scope }: Pick<PageHeadDetails, 'scope'>, url: string): string =>
  url.startsWith('/') ? scope.origin + url : url;

export const getPictureUrl = (details: Pick<PageHeadDetails, 'scope'>, hash: string): string =>
  toAbsoluteUrl(details, `/images/${hash}/${pictureWidth}.png`);

/** Lists the countries that the site delivers to, in its order. */
export function listDeliveryCountries({
  scope,
  countries,
}: Pick<PageHeadDetails, 'scope' | 'countries'>): Country[] {
  return scope.settings.deliveryCountryIds.flatMap((id) =>
    countries.filter(({ countryId }) => countryId === id),
  );
}

/** Creates the breadcrumbs from the home page to this page. */
export function createBreadcrumbs(
  details: PageHeadDetails,
  parents: readonly { readonly title: string; readonly url: string }[],
  current: { readonly title: string; readonly url: string },
): Node {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...parents, current].map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: toAbsoluteUrl(details, url),
    })),
  };
}

/** Creates the list of items of a page, in its order. */
export function createItemList(
  details: PageHeadDetails,
  items: readonly { readonly title: string; readonly url: string }[],
  options: { readonly total?: number; readonly firstPosition?: number } = {},
): Node {
  const { total = items.length, firstPosition = 1 } = options;
  return {
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: items.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: firstPosition + index,
      name: title,
      url: toAbsoluteUrl(details, url),
    })),
  };
}
