import { useEffect, useState } from 'react';
import { useAppState, useShop } from '../store/shop.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './CountryNotice.module.css';
import { findRedirectSource } from './redirect-source.ts';
import { getShopName, REDIRECT_DECLINED_FRAGMENT } from './site-choice.ts';

interface RedirectBannerProps {
  /** Fragment of the URL after the redirect. */
  readonly fragment: string;
  readonly onDismiss: () => void;
}

/**
 * Explains an automatic redirect and links back to the requested page. Renders nothing if the fragment names
 * no page of the shop.
 */
export function RedirectBanner({ fragment, onDismiss }: RedirectBannerProps) {
  const { t, formats } = useShop();
  const scope = useAppState((state) => state.scope);
  // Visitors are redirected only to the site of their own country.
  const { regionCode } = scope;
  const [text, setText] = useState('');
  // Text is announced only if it is added to an existing region.
  useEffect(() => {
    setText(t('redirectNotice.text', { country: formats.country(regionCode) }));
  }, [t, formats, regionCode]);

  const wayBack = findRedirectSource(fragment, scope);
  if (!wayBack) return null;
  const { url, shop, language } = wayBack;
  return (
    <section
      data-country-notice
      className={joinClasses('gives-way', styles.notice)}
      aria-label={t('redirectNotice.label')}
    >
      <div className={joinClasses('wrap', styles.row)}>
        <p role="status">{text}</p>
        <div className={styles.actions}>
          <ButtonLink
            href={url}
            variant="brand"
            onClick={(event) => {
              event.currentTarget.href = url + REDIRECT_DECLINED_FRAGMENT;
            }}
          >
            <span>
              {t('redirectNotice.back')}{' '}
              <span lang={language.culture}>
                {getShopName(shop)}, {language.name}
              </span>
            </span>
          </ButtonLink>
          <button type="button" className={styles.close} onClick={onDismiss}>
            <Icon name="close" />
            <VisuallyHidden>{t('shell.closeNotice')}</VisuallyHidden>
          </button>
        </div>
      </div>
    </section>
  );
}
