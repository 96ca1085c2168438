import type { ScopeState } from '../store/app-store.ts';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import type { CarriedVisit } from './carried-visit.ts';

/**
 * Replaces the compared products of this host by those that a link from another language of this site carries, takes over the consent,
 * and removes both from the address. A link of any other page is not followed: only the visitor decides what they allow.
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
  comparison.set(productIds);
  consent.receive(choice);
}
