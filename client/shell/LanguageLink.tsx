import { type MouseEvent, useRef } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { ShopChoice } from '../store/app-store.ts';
import { useAppState, useAppStore } from '../store/shop.tsx';
import { Icon } from '../ui/Icon.tsx';
import { waitsForProgram } from '../ui/waits-for-program.ts';
import { addCampaign, writeLocalizationCookie } from './localization.ts';

export interface LanguageLinkProps {
  siteId: number;
  language: ShopChoice['languages'][number];
  /** The same page there, or null where there is none. */
  counterpart: string | null;
  /** Called when what the visitor has could not be taken along, and when it is tried again. */
  onFailure: (hasFailed: boolean) => void;
}

/**
 * Link to a shop in a language. To another language of this shop it takes along what the visitor has: session, cart, what is typed in the checkout,
 * compared products and consent.
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
    const url = addCampaign(href, window.location.search);
    link.href = url;
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!isSameSite || isCurrent || !api || hasModifier || hasFailed.current) return;
    event.preventDefault();
    // The dialog closes at a click on a link. It stays open here: it says if this fails.
    event.stopPropagation();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    onFailure(false);
    import('./hand-over.ts')
      .then(async ({ handOver, leaveForShop }) =>
        leaveForShop(await handOver(api, store.getState().scope, url, { takesCart: true })),
      )
      .catch(() => {
        // The next click follows the link without them.
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
      // The other host takes over only what comes from a host of its site.
      referrerPolicy="origin"
      {...waitsForProgram}
      onClick={handleClick}
    >
      {isCurrent && <Icon name="check" size="small" />}
      {language.name}
    </a>
  );
}
