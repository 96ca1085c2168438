import loadable from '@loadable/component';
import type { Dealer } from '../../../shared/contract/locations.ts';
import type { DealerQuery } from '../../../shared/rules/dealers/dealer-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import type { StaticRoute } from '../page-definition.ts';

/** A dealer, with only the visible fields. */
export interface DealerView extends Omit<Dealer, 'emailAddress'> {
  /** ISO 3166-1 alpha-2 code of the dealer's country. Opening hours use its time zone. */
  readonly regionCode: string;
}

/**
 * Type of result: `all` dealers (no location was given), those `within` the radius, the nearest `beyond` the
 * radius if none is within, `none` with the wanted services, or `unknown` if the location is unknown.
 */
export type DealerResultType = 'all' | 'within' | 'beyond' | 'none' | 'unknown';

export interface DealersData {
  readonly kind: 'dealers';
  readonly asked: DealerQuery;
  readonly found: DealerResultType;
  /** Sorted by town, or by distance. */
  readonly dealers: readonly DealerView[];
  /** Whether there are more dealers than shown. */
  readonly isCut: boolean;
  /** Countries that a postcode or town may be in; empty if there is only one. */
  readonly countries: readonly { readonly countryId: number; readonly name: string }[];
}

export const dealersPage: StaticRoute<DealersData> = {
  kind: 'dealers',
  path: (locale) => `/${getLocalisedSegment('dealers', locale)}/`,
  // The response may contain the visitor's position. The full list is the same for everyone.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'dealers',
  canRequestPosition: true,
  canShowThirdPartyMap: true,
  needsOwnDocument: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadDealers(context),
  component: loadable(() => import('./DealersPage.tsx'), {
    resolveComponent: (module) => module.DealersPage,
  }),
  actions: {
    'dealer-collect': async () => (await import('./actions.ts')).collectAtDealer,
  },
};
