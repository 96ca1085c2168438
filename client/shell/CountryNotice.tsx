import { type ReactNode, useEffect, useState } from 'react';
import { VISITOR_COUNTRY_PATH } from '../../shared/rules/urls.ts';
import { useApi } from '../api/api-context.tsx';
import { useAppStore } from '../store/shop.tsx';
import {
  isFromAnotherShop,
  MOVED_FRAGMENT,
  NOTICE_DISMISSED_KEY,
  RETURNED_FRAGMENT,
  writeLocalizationCookie,
} from './localization.ts';

/** The visitor wants this shop, and no notice in this tab says otherwise. */
function rememberChoice(): void {
  writeLocalizationCookie(new Date());
  try {
    sessionStorage.setItem(NOTICE_DISMISSED_KEY, 'true');
  } catch {
    // Full or forbidden: the notice comes back with the next document.
  }
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
 * once who has not chosen yet; the page there says so and offers the way back.
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
    if (hash.startsWith(MOVED_FRAGMENT) || hash === RETURNED_FRAGMENT) {
      // Read once: neither a reload nor an address that is passed on tells of this move again.
      window.history.replaceState(window.history.state, '', pathname + search);
      if (hash === RETURNED_FRAGMENT) {
        rememberChoice();
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

    // A link that was mailed to one visitor is good in this shop only.
    if (new URLSearchParams(search).has('token')) return;

    const check = async () => {
      const countryCode = await fetchVisitorCountry(controller.signal);
      if (countryCode === null || countryCode.toUpperCase() === scope.regionCode.toUpperCase()) return;
      // Hardly any visitor comes from elsewhere: what is done then comes when it is wanted.
      const { sendToCountry } = await import('./send-to-country.tsx');
      await sendToCountry(countryCode, {
        api,
        state: store.getState(),
        signal: controller.signal,
        show: setNotice,
        onDismiss: () => {
          rememberChoice();
          close();
        },
        replaceLocation,
        assignLocation,
      });
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
  }, [api, store, replaceLocation, assignLocation]);

  return notice;
}
