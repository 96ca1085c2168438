import { type MouseEvent, useRef } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { ShopChoice } from '../store/app-store.ts';
import { useAppState, useAppStore } from '../store/shop.tsx';
import { Icon } from '../ui/Icon.tsx';
import { pendingHydrationProps } from '../ui/pending-hydration-props.ts';
import { copyCampaignParameters, writeLocalizationCookie } from './site-choice.ts';

export interface LanguageLinkProps {
  siteId: number;
  language: ShopChoice['languages'][number];
  /** URL of the same page there, or null if it does not exist. */
  counterpart: string | null;
  /** Called when the visitor's data could not be transferred, and when the transfer is retried. */
  onFailure: (hasFailed: boolean) => void;
}

/**
 * Renders a link to a site in a language. A link to another language of this site transfers the visitor's
 * data: session, cart, typed checkout fields, compared products and consent.
 */
export function LanguageLink({ siteId, language, counterpart, onFailure }: LanguageLinkProps) {
  const api = useApi();
  const store = useAppStore();
  const hasFailed = useRef(false);
  const isCurrent = useAppState(
    ({ scope }) => scope.site.siteId === siteId && scope.language.languageId === language.languageId,
  );
  const href = counterpart ?? `${language.origin}/`;

  const isSameSite = useAppState(({ scope }) => scope.site.siteId === siteId);

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    writeLocalizationCookie(new Date());
    const link = event.currentTarget;
    const url = copyCampaignParameters(href, window.location.search);
    link.href = url;
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!isSameSite || isCurrent || !api || hasModifier || hasFailed.current) return;
    event.preventDefault();
    // The dialog closes on a click on a link. Here it stays open to show a failure.
    event.stopPropagation();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    onFailure(false);
    import('./hand-over.ts')
      .then(async ({ handOver, navigateToSite }) =>
        navigateToSite(await handOver(api, store.getState().scope, url, { transfersCart: true })),
      )
      .catch(() => {
        // The next click follows the link without the data.
        hasFailed.current = true;
        onFailure(true);
      })
      .finally(() => {
        link.ariaBusy = null;
      });
  };

  return (
    <a
      href={href}
      lang={language.culture}
      hrefLang={language.code}
      aria-current={isCurrent ? 'true' : undefined}
      // The other host accepts data only from a host of the same site.
      referrerPolicy="origin"
      {...pendingHydrationProps}
      onClick={handleClick}
    >
      {isCurrent && <Icon name="check" size="small" />}
      {language.name}
    </a>
  );
}
