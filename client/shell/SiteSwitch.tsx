import type { MouseEvent } from 'react';
import type { ShopChoice } from '../store/app-store.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import {
  addQuery,
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
}

function LanguageLink({ siteId, language }: LanguageLinkProps) {
  const page = useAppState((state) => state.page);
  const isCurrent = useAppState(
    ({ scope }) => scope.site.siteId === siteId && scope.language.languageId === language.languageId,
  );
  const href = getCounterpartUrl(page, siteId, language);

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    writeLocalizationCookie(new Date());
    event.currentTarget.href = addQuery(href, window.location.search);
  };

  return (
    <a
      href={href}
      lang={language.culture}
      hrefLang={language.code}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={handleClick}
    >
      {isCurrent && <Icon name="check" size="small" />}
      {language.name}
    </a>
  );
}

/** Every shop in its own country's words, with its languages; the current one is ticked. Plain links to other hosts. */
export function SiteSwitch() {
  const { t, brand } = useShop();
  const scope = useAppState((state) => state.scope);
  const { siteId } = scope.site;
  const hasCounterparts = useAppState((state) => state.page.head.alternates.length > 1);

  return (
    <Dialog
      id={siteSwitchDialogId}
      title={t('siteSwitch.title')}
      closeLabel={t('common.close')}
      place="middle"
    >
      <p className="small soft">{t(hasCounterparts ? 'siteSwitch.staysOnPage' : 'siteSwitch.leadsHome')}</p>
      <ul className={styles.shops}>
        {getShopChoices(scope).map((shop) => (
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
                <LanguageLink key={language.languageId} siteId={shop.siteId} language={language} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
