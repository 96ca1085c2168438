import { type FormEvent, useEffect, useState } from 'react';
import type { LocalizationCheckResult } from '../../shared/contract/sites.ts';
import { addToQuery, isCampaignParameter } from '../../shared/rules/page-query.ts';
import { useApi } from '../api/api-context.tsx';
import { useAppState, useAppStore, useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { Select } from '../ui/Select.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './CountryNotice.module.css';
import {
  addCampaign,
  getCounterpartUrl,
  getShopChoices,
  getShopName,
  hasLocalizationCookie,
  isFromAnotherShop,
  writeLocalizationCookie,
} from './localization.ts';

/** The notice was put away in this tab. */
const dismissedKey = 'countryNoticeDismissed';

interface Suggestion {
  readonly countryCode: string;
  readonly redirectUrl: string;
}

/** Waits before the check is made again, in milliseconds: a stable's reception comes and goes. */
const repeatDelaysMs = [4000, 8000];

/**
 * Country of the visitor as the CDN told our own server; null where nobody knows.
 *
 * @throws Error where the server did not answer
 */
async function fetchVisitorCountry(signal: AbortSignal): Promise<string | null> {
  const response = await fetch('/visitor-country', { signal });
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
  const { t, formats } = useShop();
  const api = useApi();
  const store = useAppStore();
  const scope = useAppState((state) => state.scope);
  const page = useAppState((state) => state.page);
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);

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
        setSuggestion({ countryCode, redirectUrl });
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

  if (!suggestion) return null;

  const suggestedOrigin = new URL(suggestion.redirectUrl).origin;
  const options = getShopChoices(scope).flatMap((shop) =>
    shop.languages.map((language) => ({
      value:
        language.origin === suggestedOrigin
          ? suggestion.redirectUrl
          : (getCounterpartUrl(page, shop.siteId, language) ?? `${language.origin}/`),
      label: `${getShopName(shop)}, ${language.name}`,
      lang: language.culture,
    })),
  );

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choice = new FormData(event.currentTarget).get('shop');
    if (typeof choice !== 'string') return;
    writeLocalizationCookie(new Date());
    assignLocation(addCampaign(choice, window.location.search));
  };

  const handleDismiss = () => {
    writeLocalizationCookie(new Date());
    sessionStorage.setItem(dismissedKey, 'true');
    setSuggestion(null);
  };

  const country = formats.country(suggestion.countryCode);
  return (
    <section className={styles.notice} aria-label={t('countryNotice.label')}>
      <div className={joinClasses('wrap', styles.row)}>
        <p>{t('countryNotice.text', { country })}</p>
        <form onSubmit={handleSubmit}>
          <div className={styles.choice}>
            <Field label={t('countryNotice.choice')} isLabelHidden>
              {(control) => (
                <Select
                  control={control}
                  name="shop"
                  size="small"
                  defaultValue={suggestion.redirectUrl}
                  options={options}
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="brand">
            {t('countryNotice.go')}
          </Button>
          <button type="button" className={styles.close} onClick={handleDismiss}>
            <Icon name="close" />
            <VisuallyHidden>{t('countryNotice.stay')}</VisuallyHidden>
          </button>
        </form>
      </div>
    </section>
  );
}
