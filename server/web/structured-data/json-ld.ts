import type { ScopeState } from '../../../client/store/app-store.ts';
import type { PageState } from '../../../client/store/page-state.ts';
import type { Shop } from '../../../client/store/shop.tsx';
import type { Country } from '../../../shared/contract/sites.ts';
import type { ScenePictures } from '../crawlers/scene-pictures.ts';

/** A value of JSON-LD. What is undefined is left out. */
export type Value = string | number | boolean | Node | readonly Value[] | undefined;

/** A thing of schema.org. */
export interface Node {
  readonly '@type': string;
  readonly [property: string]: Value;
}

/** A page as it is about to be rendered, and what else is known of its shop. */
export interface PageFacts {
  readonly scope: ScopeState;
  readonly page: PageState;
  readonly shop: Shop;
  readonly countries: readonly Country[];
  readonly scenes: ScenePictures;
}

/** Widest picture of a product that there is, in pixels. */
const pictureWidth = 1472;

/** '20.95': euro, the currency that is charged. The other currency on the page is an indication and stays there. */
export const formatAmount = (cents: number): string => (cents / 100).toFixed(2);

/** Absolute URL of a path of the host; an absolute one stays as it is. */
export const toAbsolute = ({ scope }: Pick<PageFacts, 'scope'>, url: string): string =>
  url.startsWith('/') ? scope.origin + url : url;

export const getPictureUrl = (facts: Pick<PageFacts, 'scope'>, hash: string): string =>
  toAbsolute(facts, `/images/${hash}/${pictureWidth}.png`);

/** The countries that the shop delivers to, in its order. */
export function listDeliveryCountries({
  scope,
  countries,
}: Pick<PageFacts, 'scope' | 'countries'>): Country[] {
  return scope.settings.deliveryCountryIds.flatMap((id) =>
    countries.filter(({ countryId }) => countryId === id),
  );
}

/** The way from the home page to here, as the page shows it. */
export function createBreadcrumbs(
  facts: PageFacts,
  parents: readonly { readonly title: string; readonly url: string }[],
  current: { readonly title: string; readonly url: string },
): Node {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...parents, current].map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: toAbsolute(facts, url),
    })),
  };
}

/** What a list shows, in its order. */
export function createItemList(
  facts: PageFacts,
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
      url: toAbsolute(facts, url),
    })),
  };
}
