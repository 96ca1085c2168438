import { addToComparison } from '../../shared/rules/comparison.ts';
import type { ScopeState } from '../store/app-store.ts';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import type { CarriedVisit } from './carried-visit.ts';

/**
 * Takes over the compared products and the consent that a link from another language of this site carries, and removes them from the
 * address. A link of any other page is not followed: only the visitor decides what they allow.
 *
 * @param referrer address of the page that the link was on, as the browser states it
 */
export function receiveVisit(
  { productIds, consent: choice, rest }: CarriedVisit,
  { shops, site, origin }: Pick<ScopeState, 'shops' | 'site' | 'origin'>,
  referrer: string,
): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search + rest);
  const from = URL.canParse(referrer) ? new URL(referrer).origin : null;
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  if (from === origin || !languages.some((language) => language.origin === from)) return;
  const own = comparison.getIds();
  comparison.set(productIds.reduce((ids, productId) => addToComparison(ids, productId).ids, own));
  consent.receive(choice);
}
