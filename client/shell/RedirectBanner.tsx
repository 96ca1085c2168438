import { useEffect, useState } from 'react';
import { useAppState, useShop } from '../store/shop.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './CountryNotice.module.css';
import { getShopName, RETURNED_FRAGMENT } from './localization.ts';
import { findWayBack } from './way-back.ts';

interface RedirectBannerProps {
  /** Of the address that the move led to. */
  readonly fragment: string;
  readonly onDismiss: () => void;
}

/** Says after an automatic move why the visitor is in this shop, and offers the way back to the page that they asked for. Nothing where the fragment names no page of ours. */
export function RedirectBanner({ fragment, onDismiss }: RedirectBannerProps) {
  const { t, formats } = useShop();
  const scope = useAppState((state) => state.scope);
  // A visitor is moved to the shop of their own country only.
  const { regionCode } = scope;
  const [text, setText] = useState('');
  // Words that come into a region which is there already are read out.
  useEffect(() => {
    setText(t('redirectNotice.text', { country: formats.country(regionCode) }));
  }, [t, formats, regionCode]);

  const wayBack = findWayBack(fragment, scope);
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
              event.currentTarget.href = url + RETURNED_FRAGMENT;
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
