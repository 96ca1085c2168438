import type { Alternate, RouteAnswer } from '../../shared/contract/routing.ts';
import type { AppState, RoutingEntry, ScopeState, ShopChoice } from './app-store.ts';

type DehydratedRoute<R> = R extends { alternates: infer A } ? Omit<R, 'alternates'> & { alternates?: A } : R;
type DehydratedEntry =
  | { readonly route: DehydratedRoute<RouteAnswer> }
  | Exclude<RoutingEntry, { route: RouteAnswer }>;

type ShopLanguage = ShopChoice['languages'][number];
/** Values without field names, which would otherwise be sent once per site. */
type DehydratedLanguage = readonly [
  languageId: number,
  code: ShopLanguage['code'],
  name: string,
  culture: string,
  origin: string,
];
type DehydratedShop = readonly [
  siteId: number,
  type: ShopChoice['type'],
  brand: string,
  countryName: string,
  regionCode: string,
  fallbackLanguageId: number,
  languages: readonly DehydratedLanguage[],
];
/** `at`: a path if the page is on a host of the shop, otherwise an absolute URL. */
type DehydratedAlternate = readonly [siteId: number, languageId: number, at: string];

type FooterColumn = ScopeState['footer']['columns'][number];
type FooterLink = FooterColumn['links'][number];
type DehydratedLink = readonly [
  key: string | null,
  title: string,
  route: string,
  target: FooterLink['target'],
];

/** Scope as it is sent with a page. */
export interface DehydratedScope extends Omit<ScopeState, 'shops' | 'footer'> {
  readonly shops: readonly DehydratedShop[];
  readonly footer: Omit<ScopeState['footer'], 'columns'> & {
    readonly columns: readonly (Omit<FooterColumn, 'links'> & {
      readonly links: readonly DehydratedLink[];
    })[];
  };
}

type StatePage = AppState['page'];
interface DehydratedPage extends Omit<StatePage, 'head'> {
  readonly head: Omit<StatePage['head'], 'alternates'> & {
    readonly alternates: readonly DehydratedAlternate[];
  };
}

/** State as it is sent with a page, without duplicates. */
export interface DehydratedState extends Omit<AppState, 'routing' | 'scope' | 'page'> {
  readonly scope: DehydratedScope;
  readonly page: DehydratedPage;
  readonly routing: { readonly byPath: Readonly<Record<string, DehydratedEntry>> };
}

/** Dehydrates the scope: arrays of values instead of objects. */
export function dehydrateScope(scope: ScopeState): DehydratedScope {
  const columns = scope.footer.columns.map(({ links, ...column }) => ({
    ...column,
    links: links.map(({ key, title, route, target }) => [key ?? null, title, route, target] as const),
  }));
  return {
    ...scope,
    footer: { ...scope.footer, columns },
    shops: scope.shops.map(
      ({ siteId, type, brand, countryName, regionCode, fallbackLanguageId, languages }) => [
        siteId,
        type,
        brand,
        countryName,
        regionCode,
        fallbackLanguageId,
        languages.map(({ languageId, code, name, culture, origin }) => [
          languageId,
          code,
          name,
          culture,
          origin,
        ]),
      ],
    ),
  };
}

function findShopOrigin(
  shops: readonly ShopChoice[],
  siteId: number,
  languageId: number,
): string | undefined {
  return shops
    .find((shop) => shop.siteId === siteId)
    ?.languages.find((language) => language.languageId === languageId)?.origin;
}

/**
 * Dehydrated alternates by the response's alternates. They are frozen, so that their JSON can be cached, too,
 * and they apply to these shops only.
 */
const dehydratedAlternates = new WeakMap<
  readonly Alternate[],
  { readonly shops: readonly ShopChoice[]; readonly dehydrated: readonly DehydratedAlternate[] }
>();

function dehydrateAlternates(
  alternates: readonly Alternate[],
  shops: readonly ShopChoice[],
): readonly DehydratedAlternate[] {
  const known = dehydratedAlternates.get(alternates);
  if (known?.shops === shops) return known.dehydrated;
  const dehydrated = Object.freeze(
    alternates.map(({ siteId, languageId, url }): DehydratedAlternate => {
      const origin = findShopOrigin(shops, siteId, languageId);
      const isOwn = origin !== undefined && url.startsWith(`${origin}/`);
      return [siteId, languageId, isOwn ? url.slice(origin.length) : url];
    }),
  );
  dehydratedAlternates.set(alternates, { shops, dehydrated });
  return dehydrated;
}

/**
 * Dehydrates everything except the scope. Alternates have no field names, and are sent once if the routing
 * state and the head of the page contain the same ones.
 */
export function dehydratePage(state: AppState): Omit<DehydratedState, 'scope'> {
  const { scope, page, routing, ...rest } = state;
  const byPath: Record<string, DehydratedEntry> = {};
  for (const [path, entry] of Object.entries(routing.byPath)) {
    if ('route' in entry && 'alternates' in entry.route && entry.route.alternates === page.head.alternates) {
      const { alternates: _same, ...route } = entry.route;
      byPath[path] = { route };
    } else {
      byPath[path] = entry;
    }
  }
  const alternates = dehydrateAlternates(page.head.alternates, scope.shops);
  return { ...rest, page: { ...page, head: { ...page.head, alternates } }, routing: { byPath } };
}

/** Dehydrates the whole state. */
export function dehydrateState(state: AppState): DehydratedState {
  return { ...dehydratePage(state), scope: dehydrateScope(state.scope) };
}

/** Restores the state from before `dehydrateState`. */
export function rehydrateState(dehydrated: DehydratedState): AppState {
  const shops = dehydrated.scope.shops.map(
    ([siteId, type, brand, countryName, regionCode, fallbackLanguageId, languages]) => ({
      siteId,
      type,
      brand,
      countryName,
      regionCode,
      fallbackLanguageId,
      languages: languages.map(([languageId, code, name, culture, origin]) => ({
        languageId,
        code,
        name,
        culture,
        origin,
      })),
    }),
  );
  const { footer } = dehydrated.scope;
  const columns = footer.columns.map(({ links, ...column }) => ({
    ...column,
    links: links.map(([key, title, route, target]) => ({
      ...(key === null ? {} : { key }),
      title,
      route,
      target,
    })),
  }));
  const { head } = dehydrated.page;
  const alternates = head.alternates.map(([siteId, languageId, at]) => ({
    siteId,
    languageId,
    url: at.startsWith('/') ? `${findShopOrigin(shops, siteId, languageId)}${at}` : at,
  }));
  const byPath: Record<string, RoutingEntry> = {};
  for (const [path, entry] of Object.entries(dehydrated.routing.byPath)) {
    const isWhole =
      !('route' in entry) || entry.route.kind === 'redirect' || entry.route.alternates !== undefined;
    byPath[path] = (isWhole ? entry : { route: { ...entry.route, alternates } }) as RoutingEntry;
  }
  return {
    ...dehydrated,
    scope: { ...dehydrated.scope, shops, footer: { ...footer, columns } },
    page: { ...dehydrated.page, head: { ...head, alternates } },
    routing: { byPath },
  };
}
