import type { ReactNode } from 'react';
import type { Api } from '../../shared/api/client.ts';
import { addToQuery, isCampaignParameter } from '../../shared/rules/way-query.ts';
import type { AppState } from '../store/app-store.ts';
import { CountryBanner } from './CountryBanner.tsx';
import {
  addCampaign,
  hasLocalizationCookie,
  MOVED_FRAGMENT,
  NOTICE_DISMISSED_KEY,
  writeLocalizationCookie,
} from './localization.ts';

/** What a visitor from another country is told with. */
export interface CountryNoticePlace {
  readonly api: Api;
  /** Of the page on which the visitor arrived. */
  readonly state: AppState;
  /** Ends with that page. */
  readonly signal: AbortSignal;
  readonly show: (notice: ReactNode) => void;
  readonly onDismiss: () => void;
  /** Leaves this page for another without a way back. */
  readonly replaceLocation: (url: string) => void;
  /** Leaves this page for another. */
  readonly assignLocation: (url: string) => void;
}

/**
 * Asks where the shop of another country is, and moves the visitor there once or shows the notice, as the site wants it.
 *
 * @param countryCode of the visitor, ISO 3166-1 alpha-2
 * @throws ApiError where nobody could say where that shop is
 */
export async function sendToCountry(
  countryCode: string,
  {
    api,
    state: { scope, page },
    signal,
    show,
    onDismiss,
    replaceLocation,
    assignLocation,
  }: CountryNoticePlace,
): Promise<void> {
  const answer = await api.checkLocalization(
    { query: { url: window.location.href, countryCode } },
    { signal },
  );
  if (answer.redirectUrl === null || signal.aborted) return;
  const known = new Set(answer.availableQueryParameters);
  const redirectUrl = addToQuery(
    answer.redirectUrl,
    new URLSearchParams(window.location.search),
    (name) => known.has(name) || isCampaignParameter(name),
  );
  if (scope.site.autoRedirectIfNotInSameCountry && !hasLocalizationCookie()) {
    // The state's own address holds nothing that only this visitor may know.
    replaceLocation(redirectUrl + MOVED_FRAGMENT + encodeURIComponent(scope.origin + page.virtualPath));
  } else if (sessionStorage.getItem(NOTICE_DISMISSED_KEY) === null) {
    const handleGo = (url: string) => {
      writeLocalizationCookie(new Date());
      assignLocation(addCampaign(url, window.location.search));
    };
    show(
      <CountryBanner
        countryCode={countryCode}
        redirectUrl={redirectUrl}
        onGo={handleGo}
        onDismiss={onDismiss}
      />,
    );
  }
}
