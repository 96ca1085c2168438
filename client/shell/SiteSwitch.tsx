import { type MouseEvent, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { ShopChoice } from '../store/app-store.ts';
import type { PageState } from '../store/page-state.ts';
import { useAppState, useAppStore, useShop } from '../store/shop.tsx';
import { mayBeSignedIn } from '../store/signed-in.ts';
import { getBrowserCart } from '../store/visitor-cart.ts';
import { CachedFragment } from '../ui/CachedFragment.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { waitsForProgram } from '../ui/waits-for-program.ts';
import { addVisit } from './carried-visit.ts';
import {
  addCampaign,
  getCounterpartUrl,
  getShopChoices,
  getShopName,
  writeLocalizationCookie,
} from './localization.ts';
import styles from './SiteSwitch.module.css';

/** Id of the dialog; any `DialogButton` of the shell may open it. */
export const siteSwitchDialogId = 'site-switch';

interface LanguageLinkProps {
  siteId: number;
  language: ShopChoice['languages'][number];
  /** The same page there, or null where there is none. */
  counterpart: string | null;
  /** Called when what the visitor has could not be taken along, and when it is tried again. */
  onFailure: (hasFailed: boolean) => void;
}

function LanguageLink({ siteId, language, counterpart, onFailure }: LanguageLinkProps) {
  const api = useApi();
  const store = useAppStore();
  const isCurrent = useAppState(
    ({ scope }) => scope.site.siteId === siteId && scope.language.languageId === language.languageId,
  );
  const href = counterpart ?? `${language.origin}/`;

  const isSameSite = useAppState(({ scope }) => scope.site.siteId === siteId);

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    writeLocalizationCookie(new Date());
    const link = event.currentTarget;
    const url = addCampaign(href, window.location.search);
    const isOtherLanguage = isSameSite && !isCurrent;
    link.href = isOtherLanguage ? addVisit(url) : url;
    const { scope } = store.getState();
    const hasMore = mayBeSignedIn() || getBrowserCart(scope).id !== null;
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!isOtherLanguage || !api || !hasMore || hasModifier) return;
    event.preventDefault();
    // The dialog closes at a click on a link. It stays open here: it says if this fails.
    event.stopPropagation();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    onFailure(false);
    import('./hand-over.ts')
      .then(async ({ handOver, leaveForShop }) =>
        leaveForShop(await handOver(api, scope, url, { takesCart: true })),
      )
      .catch(() => onFailure(true))
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

/** Every shop in its own country's words, with its languages; the current one is ticked. Plain links to other hosts. */
export function SiteSwitch() {
  const { t } = useShop();
  const [hasFailed, setHasFailed] = useState(false);
  const scope = useAppState((state) => state.scope);
  const page = useAppState((state) => state.page);
  const shops = getShopChoices(scope);
  const others = shops.flatMap((shop) =>
    shop.languages
      .filter(
        ({ languageId }) => shop.siteId !== scope.site.siteId || languageId !== scope.language.languageId,
      )
      .map((language) => getCounterpartUrl(page, scope, shop.siteId, language)),
  );
  const leadsHome = others.every((counterpart) => counterpart === null);
  const staysOnPage = others.every((counterpart) => counterpart !== null);

  return (
    <Dialog
      id={siteSwitchDialogId}
      title={t('siteSwitch.title')}
      closeLabel={t('common.close')}
      place="middle"
    >
      <p className="small soft">
        {t(
          leadsHome
            ? 'siteSwitch.leadsHome'
            : staysOnPage
              ? 'siteSwitch.staysOnPage'
              : 'siteSwitch.staysOrLeadsHome',
        )}
      </p>
      <div data-cart-offer="" />
      {hasFailed && <p role="alert">{t('siteSwitch.languageFailed')}</p>}
      <CachedFragment
        as="ul"
        className={styles.shops}
        variant={`shops ${page.virtualPath.split(/(?=\?)/)[1] ?? ''}`}
        of={page.head.alternates}
      >
        <ShopList page={page} onFailure={setHasFailed} />
      </CachedFragment>
    </Dialog>
  );
}

function ShopList({ page, onFailure }: { page: PageState } & Pick<LanguageLinkProps, 'onFailure'>) {
  const { brand } = useShop();
  const scope = useAppState((state) => state.scope);
  const { siteId } = scope.site;
  return getShopChoices(scope).map((shop) => (
    <li key={shop.siteId} className={joinClasses(shop.siteId === siteId && styles.current)}>
      <span lang={shop.languages[0]?.culture}>
        {getShopName(shop)}
        {shop.brand !== brand && (
          <>
            {' '}
            <span className={styles.brand}>
              <VisuallyHidden>, </VisuallyHidden>
              {shop.brand}
            </span>
          </>
        )}
      </span>
      <span className={styles.languages}>
        {shop.languages.map((language) => (
          <LanguageLink
            key={language.languageId}
            siteId={shop.siteId}
            language={language}
            counterpart={getCounterpartUrl(page, scope, shop.siteId, language)}
            onFailure={onFailure}
          />
        ))}
      </span>
    </li>
  ));
}
