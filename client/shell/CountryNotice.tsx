import { type ReactNode, useEffect, useState } from 'react';
import { VISITOR_COUNTRY_PATH } from '../../shared/rules/path-constants.ts';
import { useApi } from '../api/api-context.tsx';
import { useAppStore } from '../store/shop.tsx';
import {
  COUNTRY_NOTICE_DISMISSED_KEY,
  isFromAnotherShop,
  REDIRECT_DECLINED_FRAGMENT,
  REDIRECT_SOURCE_FRAGMENT,
  writeLocalizationCookie,
} from './site-choice.ts';

/** Stores that the visitor has chosen this site, so that no notice appears in this tab. */
function rememberSiteChoice(): void {
  writeLocalizationCookie(new Date());
  try {
    sessionStorage.setItem(COUNTRY_NOTICE_DISMISSED_KEY, 'true');
  } catch {
    // The storage is full or forbidden; the notice returns with the next document.
  }
}

/** Delays before retries in milliseconds, because mobile reception at a stable is unreliable. */
const retryDelaysMs = [4000, 8000];

/**
 * Returns the country of the visitor that the CDN reports to the web server; null if it is unknown.
 *
 * @throws Error if the server does not respond
 */
async function fetchVisitorCountry(signal: AbortSignal): Promise<string | null> {
  const response = await fetch(VISITOR_COUNTRY_PATH, { signal });
  if (!response.ok) throw new Error(`The request for the visitor's country failed with ${response.status}`);
  const answer: unknown = await response.json();
  return typeof answer === 'object' &&
    answer !== null &&
    'countryCode' in answer &&
    typeof answer.countryCode === 'string'
    ? answer.countryCode
    : null;
}

interface CountryNoticeProps {
  /** Replaces the page without a history entry. Tests pass their own function. */
  replaceLocation?: (url: string) => void;
  /** Opens another page. Tests pass their own function. */
  assignLocation?: (url: string) => void;
}

const replaceWindowLocation = (url: string) => window.location.replace(url);
const assignWindowLocation = (url: string) => window.location.assign(url);

/**
 * Shows a visitor from another country the shop of that country, without blocking the page. Runs only after
 * hydration, so that the HTML is the same for everyone. A site with `autoRedirectIfNotInSameCountry`
 * redirects visitors once who have not chosen yet. The target page explains this and links back.
 */
export function CountryNotice({
  replaceLocation = replaceWindowLocation,
  assignLocation = assignWindowLocation,
}: CountryNoticeProps) {
  const api = useApi();
  const store = useAppStore();
  const [notice, setNotice] = useState<ReactNode>(null);

  useEffect(() => {
    if (!api) return;
    const controller = new AbortController();
    const { scope } = store.getState();
    const origins = scope.shops.flatMap((shop) => shop.languages.map(({ origin }) => origin));
    if (isFromAnotherShop(document.referrer, origins, scope.origin)) writeLocalizationCookie(new Date());
    const close = () => {
      setNotice(null);
      document.getElementById('main')?.focus({ preventScroll: true });
    };

    const { hash, pathname, search } = window.location;
    if (hash.startsWith(REDIRECT_SOURCE_FRAGMENT) || hash === REDIRECT_DECLINED_FRAGMENT) {
      // The fragment is read once and removed, so that a reload or a shared URL does not repeat the notice.
      window.history.replaceState(window.history.state, '', pathname + search);
      if (hash === REDIRECT_DECLINED_FRAGMENT) {
        rememberSiteChoice();
        return;
      }
      import('./RedirectBanner.tsx')
        .then(({ RedirectBanner }) => {
          if (!controller.signal.aborted) setNotice(<RedirectBanner fragment={hash} onDismiss={close} />);
        })
        // The page is complete without the notice.
        .catch(() => undefined);
      return () => controller.abort();
    }

    // A mailed link is valid on this site only.
    if (new URLSearchParams(search).has('token')) return;

    const check = async () => {
      const countryCode = await fetchVisitorCountry(controller.signal);
      if (countryCode === null || countryCode.toUpperCase() === scope.regionCode.toUpperCase()) return;
      // Few visitors come from another country, so this code is loaded on demand.
      const { suggestCountryShop } = await import('./suggest-country-shop.tsx');
      await suggestCountryShop(countryCode, {
        api,
        state: store.getState(),
        signal: controller.signal,
        show: setNotice,
        onDismiss: () => {
          rememberSiteChoice();
          close();
        },
        replaceLocation,
        assignLocation,
      });
    };
    let timer: number | undefined;
    // An unknown country is normal and the page is complete without the notice, so failures are not reported.
    const checkOrRepeat = (repeats: readonly number[]) => {
      check().catch(() => {
        const [delayMs, ...others] = repeats;
        if (delayMs === undefined || controller.signal.aborted) return;
        timer = window.setTimeout(checkOrRepeat, delayMs, others);
      });
    };
    checkOrRepeat(retryDelaysMs);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [api, store, replaceLocation, assignLocation]);

  return notice;
}
