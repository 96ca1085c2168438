import { type ComponentType, useEffect, useState } from 'react';
import type { LocalizationCheckResult } from '../../shared/contract/sites.ts';
import { VISITOR_COUNTRY_PATH } from '../../shared/rules/urls.ts';
import { addToQuery, isCampaignParameter } from '../../shared/rules/way-query.ts';
import { useApi } from '../api/api-context.tsx';
import { useAppStore } from '../store/shop.tsx';
import type { CountryBannerProps } from './CountryBanner.tsx';
import {
  addCampaign,
  hasLocalizationCookie,
  isFromAnotherShop,
  writeLocalizationCookie,
} from './localization.ts';

/** The notice was put away in this tab. */
const dismissedKey = 'countryNoticeDismissed';

interface Shown extends Pick<CountryBannerProps, 'countryCode' | 'redirectUrl'> {
  readonly Banner: ComponentType<CountryBannerProps>;
}

/** Waits before the check is made again, in milliseconds: a stable's reception comes and goes. */
const repeatDelaysMs = [4000, 8000];

/**
 * Country of the visitor as the CDN told our own server; null where nobody knows.
 *
 * @throws Error where the server did not answer
 */
async function fetchVisitorCountry(signal: AbortSignal): Promise<string | null> {
  const response = await fetch(VISITOR_COUNTRY_PATH, { signal });
  if (!response.ok) throw new Error(`The visitor's country was answered with ${response.status}`);
  const answer: unknown = await response.json();
  return typeof answer === 'object' &&
    answer !== null &&
    'countryCode' in answer &&
    typeof answer.countryCode === 'string'
    ? answer.countryCode
    : null;
}

interface CountryNoticeProps {
  /** Leaves this page for another without a way back; a test gives its own. */
  replaceLocation?: (url: string) => void;
  /** Leaves this page for another; a test gives its own. */
  assignLocation?: (url: string) => void;
}

const replaceWindowLocation = (url: string) => window.location.replace(url);
const assignWindowLocation = (url: string) => window.location.assign(url);

/**
 * Tells a visitor from another country where the shop of that country is; never a wall. Works after hydration
 * only, so that the HTML is the same for everyone. A site with `autoRedirectIfNotInSameCountry` moves a visitor
 * once who has not chosen yet.
 */
export function CountryNotice({
  replaceLocation = replaceWindowLocation,
  assignLocation = assignWindowLocation,
}: CountryNoticeProps) {
  const api = useApi();
  const store = useAppStore();
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    if (!api) return;
    const controller = new AbortController();
    const { scope } = store.getState();
    const origins = scope.shops.flatMap((shop) => shop.languages.map(({ origin }) => origin));
    if (isFromAnotherShop(document.referrer, origins, scope.origin)) writeLocalizationCookie(new Date());

    const check = async () => {
      const countryCode = await fetchVisitorCountry(controller.signal);
      if (countryCode === null || countryCode.toUpperCase() === scope.regionCode.toUpperCase()) return;
      const answer: LocalizationCheckResult = await api.checkLocalization(
        { query: { url: window.location.href, countryCode } },
        { signal: controller.signal },
      );
      if (answer.redirectUrl === null || controller.signal.aborted) return;
      const known = new Set(answer.availableQueryParameters);
      const redirectUrl = addToQuery(
        answer.redirectUrl,
        new URLSearchParams(window.location.search),
        (name) => known.has(name) || isCampaignParameter(name),
      );
      if (scope.site.autoRedirectIfNotInSameCountry && !hasLocalizationCookie()) {
        replaceLocation(redirectUrl);
      } else if (sessionStorage.getItem(dismissedKey) === null) {
        // Hardly any visitor sees it: its code comes when it is wanted.
        const { CountryBanner } = await import('./CountryBanner.tsx');
        if (!controller.signal.aborted) setShown({ countryCode, redirectUrl, Banner: CountryBanner });
      }
    };
    let timer: number | undefined;
    // Not to know the country is normal: the page is complete without the notice, so nobody is told that it failed.
    const checkOrRepeat = (repeats: readonly number[]) => {
      check().catch(() => {
        const [delayMs, ...others] = repeats;
        if (delayMs === undefined || controller.signal.aborted) return;
        timer = window.setTimeout(checkOrRepeat, delayMs, others);
      });
    };
    checkOrRepeat(repeatDelaysMs);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [api, store, replaceLocation]);

  if (!shown) return null;

  const handleGo = (url: string) => {
    writeLocalizationCookie(new Date());
    assignLocation(addCampaign(url, window.location.search));
  };
  const handleDismiss = () => {
    writeLocalizationCookie(new Date());
    sessionStorage.setItem(dismissedKey, 'true');
    setShown(null);
  };
  const { Banner, ...suggestion } = shown;
  return <Banner {...suggestion} onGo={handleGo} onDismiss={handleDismiss} />;
}
