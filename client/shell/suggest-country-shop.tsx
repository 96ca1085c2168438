import type { ReactNode } from 'react';
import type { Api } from '../../shared/api/client.ts';
import { addRetainedParameters, isCampaignParameter } from '../../shared/rules/redirect-query.ts';
import type { AppState } from '../store/app-store.ts';
import { CountryBanner } from './CountryBanner.tsx';
import {
  COUNTRY_NOTICE_DISMISSED_KEY,
  copyCampaignParameters,
  hasLocalizationCookie,
  REDIRECT_SOURCE_FRAGMENT,
  writeLocalizationCookie,
} from './site-choice.ts';

/** Context of the country notice. */
export interface CountryNoticeContext {
  readonly api: Api;
  /** State of the page on which the visitor arrived. */
  readonly state: AppState;
  /** Aborted when the visitor leaves that page. */
  readonly signal: AbortSignal;
  readonly show: (notice: ReactNode) => void;
  readonly onDismiss: () => void;
  /** Replaces the page without a history entry. */
  readonly replaceLocation: (url: string) => void;
  /** Opens another page. */
  readonly assignLocation: (url: string) => void;
}

/**
 * Requests the shop of another country. Redirects the visitor there once or shows the notice, depending on
 * the site.
 *
 * @param countryCode country of the visitor, ISO 3166-1 alpha-2
 * @throws ApiError if the shop of that country is unknown
 */
export async function suggestCountryShop(
  countryCode: string,
  {
    api,
    state: { scope, page },
    signal,
    show,
    onDismiss,
    replaceLocation,
    assignLocation,
  }: CountryNoticeContext,
): Promise<void> {
  const answer = await api.checkLocalization(
    { query: { url: window.location.href, countryCode } },
    { signal },
  );
  if (answer.redirectUrl === null || signal.aborted) return;
  const known = new Set(answer.availableQueryParameters);
  const redirectUrl = addRetainedParameters(
    answer.redirectUrl,
    new URLSearchParams(window.location.search),
    (name) => known.has(name) || isCampaignParameter(name),
  );
  if (scope.site.autoRedirectIfNotInSameCountry && !hasLocalizationCookie()) {
    // The URL in the state contains no private data of the visitor.
    replaceLocation(
      redirectUrl + REDIRECT_SOURCE_FRAGMENT + encodeURIComponent(scope.origin + page.virtualPath),
    );
  } else if (sessionStorage.getItem(COUNTRY_NOTICE_DISMISSED_KEY) === null) {
    const handleGo = (url: string) => {
      writeLocalizationCookie(new Date());
      assignLocation(copyCampaignParameters(url, window.location.search));
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
