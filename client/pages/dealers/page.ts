import loadable from '@loadable/component';
import type { Dealer } from '../../../shared/contract/places.ts';
import type { DealerQuery } from '../../../shared/rules/dealers/dealer-query.ts';
import { getSegment } from '../../../shared/rules/localised-segments.ts';
import type { ScreenPage } from '../page-definition.ts';

/** A dealer, with no more than is shown. */
export interface ShownDealer extends Omit<Dealer, 'emailAddress'> {
  /** ISO 3166-1 alpha-2 of its country: its opening hours are told by the clock there. */
  readonly regionCode: string;
}

/**
 * What was found: `all` that there are (no place was asked for), those `within` the radius, the nearest `beyond` it where nobody is within,
 * `none` that offers what is wanted, or a place that is `unknown`.
 */
export type DealersFound = 'all' | 'within' | 'beyond' | 'none' | 'unknown';

export interface DealersData {
  readonly kind: 'dealers';
  readonly asked: DealerQuery;
  readonly found: DealersFound;
  /** By town, or the nearest first. */
  readonly dealers: readonly ShownDealer[];
  /** There are more than are shown. */
  readonly isCut: boolean;
  /** Countries that a postcode or town may be of; empty where there is one only. */
  readonly countries: readonly { readonly countryId: number; readonly name: string }[];
}

export const dealersPage: ScreenPage<DealersData> = {
  kind: 'dealers',
  path: (locale) => `/${getSegment('dealers', locale)}/`,
  // Where somebody is is their own affair; the list of all dealers is the same for everyone.
  cachePolicy: 'private',
  isPublicWithoutQuery: true,
  query: 'dealers',
  asksForPosition: true,
  mayShowForeignMap: true,
  needsOwnDocument: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadDealers(context),
  component: loadable(() => import('./DealersPage.tsx'), {
    resolveComponent: (module) => module.DealersPage,
  }),
  actions: {
    'dealer-collect': async () => (await import('./actions.ts')).collectAtDealer,
  },
};
