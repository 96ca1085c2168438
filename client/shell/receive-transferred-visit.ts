import type { Api } from '../../shared/api/client.ts';
import { parseReturnPath } from '../../shared/rules/account/return-path.ts';
import type { ScopeState } from '../store/app-store.ts';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import { parseTransferredVisit } from './visit-transfer.ts';

/**
 * Takes over the data of a link from another language of this site: compared products, which replace those of
 * this host, the consent and the session. Removes the data from the URL. Links of other pages are ignored:
 * only the visitor decides about their consent and the account they use.
 *
 * @param fragment fragment of the URL
 * @param deps.referrer URL of the page with the link, as the browser sends it
 * @param deps.timeoutMs timeout of the call that starts the session
 * @returns path of the page that the link leads to if the session or the cart has changed; otherwise null
 */
export async function receiveTransferredVisit(
  fragment: string,
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
): Promise<string | null> {
  const visit = parseTransferredVisit(fragment);
  if (!visit) return null;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search + visit.rest);
  const from = URL.canParse(referrer) ? new URL(referrer).origin : null;
  const languages = shops.find(({ siteId }) => siteId === site.siteId)?.languages ?? [];
  if (from === origin || !languages.some((language) => language.origin === from)) return null;
  comparison.set(visit.productIds);
  consent.receive(visit.consent);
  if (visit.sessionToken === null) return null;
  return api.receiveSession({ body: { token: visit.sessionToken } }, { timeoutMs }).then(
    ({ isChanged }) => (isChanged ? (parseReturnPath(visit.path) ?? pathname) : null),
    // The session has expired or the backend does not respond. The visitor can sign in as usual.
    () => null,
  );
}
