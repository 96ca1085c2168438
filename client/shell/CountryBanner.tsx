import type { FormEvent } from 'react';
import { useAppState, useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { Select } from '../ui/Select.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './CountryNotice.module.css';
import { getCounterpartUrl, getShopChoices, getShopName } from './localization.ts';

export interface CountryBannerProps {
  /** Of the visitor, ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** This page in the shop of that country. */
  readonly redirectUrl: string;
  readonly onGo: (url: string) => void;
  readonly onDismiss: () => void;
}

/** What the country notice shows: where the visitor seems to be, and a menu of all shops. */
export function CountryBanner({ countryCode, redirectUrl, onGo, onDismiss }: CountryBannerProps) {
  const { t, formats } = useShop();
  const scope = useAppState((state) => state.scope);
  const page = useAppState((state) => state.page);
  const suggestedOrigin = new URL(redirectUrl).origin;
  const options = getShopChoices(scope).flatMap((shop) =>
    shop.languages.map((language) => ({
      value:
        language.origin === suggestedOrigin
          ? redirectUrl
          : (getCounterpartUrl(page, scope, shop.siteId, language) ?? `${language.origin}/`),
      label: `${getShopName(shop)}, ${language.name}`,
      lang: language.culture,
    })),
  );

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choice = new FormData(event.currentTarget).get('shop');
    if (typeof choice === 'string') onGo(choice);
  };

  const country = formats.country(countryCode);
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
                  defaultValue={redirectUrl}
                  options={options}
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="brand">
            {t('countryNotice.go')}
          </Button>
          <button type="button" className={styles.close} onClick={onDismiss}>
            <Icon name="close" />
            <VisuallyHidden>{t('countryNotice.stay')}</VisuallyHidden>
          </button>
        </form>
      </div>
    </section>
  );
}
