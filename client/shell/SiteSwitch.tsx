import type { MouseEvent } from 'react';
import type { ShopChoice } from '../store/app-store.ts';
import type { PageState } from '../store/page-state.ts';
import { useAppState, useShop } from '../store/shop.tsx';
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
}

function LanguageLink({ siteId, language, counterpart }: LanguageLinkProps) {
  const isCurrent = useAppState(
    ({ scope }) => scope.site.siteId === siteId && scope.language.languageId === language.languageId,
  );
  const href = counterpart ?? `${language.origin}/`;

  const isSameSite = useAppState(({ scope }) => scope.site.siteId === siteId);

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    writeLocalizationCookie(new Date());
    const url = addCampaign(href, window.location.search);
    event.currentTarget.href = isSameSite && !isCurrent ? addVisit(url) : url;
  };

  return (
    <a
      href={href}
      lang={language.culture}
      hrefLang={language.code}
      aria-current={isCurrent ? 'true' : undefined}
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
      <CachedFragment
        as="ul"
        className={styles.shops}
        variant={`shops ${page.virtualPath.split(/(?=\?)/)[1] ?? ''}`}
        of={page.head.alternates}
      >
        <ShopList page={page} />
      </CachedFragment>
    </Dialog>
  );
}

function ShopList({ page }: { page: PageState }) {
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
          />
        ))}
      </span>
    </li>
  ));
}
