import type { Api } from '../../shared/api/client.ts';
import type { ScopeState } from '../store/app-store.ts';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import type { CarriedVisit } from './carried-visit.ts';

/**
 * Replaces the compared products of this host by those that a link from another language of this site carries, takes over the consent and the
 * session, and removes all of them from the address. A link of any other page is not followed: only the visitor decides what they allow,
 * and in which account they are.
 *
 * @param deps.referrer address of the page that the link was on, as the browser states it
 * @param deps.timeoutMs of the call that begins the session
 * @returns whether the visitor is signed in by it
 */
export async function receiveVisit(
  { productIds, consent: choice, sessionToken, rest }: CarriedVisit,
  {
    api,
    scope: { shops, site, origin },
    referrer,
    timeoutMs,
  }: {
    readonly api: Pick<Api, 'receiveSession'>;
    readonly scope: Pick<ScopeState, 'shops' | 'site' | 'origin'>;
    readonly referrer: string;
    readonly timeoutMs: number;
  },
): Promise<boolean> {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search + rest);
  const from = URL.canParse(referrer) ? new URL(referrer).origin : null;
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  if (from === origin || !languages.some((language) => language.origin === from)) return false;
  comparison.set(productIds);
  consent.receive(choice);
  if (sessionToken === null) return false;
  return api.receiveSession({ body: { token: sessionToken } }, { timeoutMs }).then(
    () => true,
    // Over, or the backend gives no answer: the visitor can sign in as usual.
    () => false,
  );
}
