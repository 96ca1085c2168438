import { useState } from 'react';
import type { PageState } from '../store/page-state.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { CachedFragment } from '../ui/CachedFragment.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { LanguageLink, type LanguageLinkProps } from './LanguageLink.tsx';
import styles from './SiteSwitch.module.css';
import { getCounterpartUrl, getShopChoices, getShopName } from './site-choice.ts';

/** Id of the dialog. Any `DialogButton` of the shell may open it. */
export const siteSwitchDialogId = 'site-switch';

/**
 * Lists every site with its country in the local language and its languages. The current one is ticked. Plain
 * links to other hosts.
 */
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
