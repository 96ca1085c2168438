import { type FormEvent, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useCart } from '../store/cart.ts';
import { mayBeSignedIn } from '../store/may-be-signed-in.ts';
import { useAppState, useShop } from '../store/shop.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { joinClasses } from '../ui/join-classes.ts';
import { Select } from '../ui/Select.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { TransferCartCheckbox } from './CartTransferOffer.tsx';
import styles from './CountryNotice.module.css';
import { handOver } from './hand-over.ts';
import { getCounterpartUrl, getShopChoices, getShopName } from './site-choice.ts';

export interface CountryBannerProps {
  /** Country of the visitor, ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** URL of this page on the site of that country. */
  readonly redirectUrl: string;
  readonly onGo: (url: string) => void;
  readonly onDismiss: () => void;
}

/** Renders the content of the country notice: the visitor's presumed country and a menu of all shops. */
export function CountryBanner({ countryCode, redirectUrl, onGo, onDismiss }: CountryBannerProps) {
  const { t, formats } = useShop();
  const scope = useAppState((state) => state.scope);
  const page = useAppState((state) => state.page);
  const api = useApi();
  const { calculatedCart } = useCart().loaded;
  const [transfersCart, setTransfersCart] = useState(true);
  const hasCart = calculatedCart !== null && calculatedCart.products.length > 0;
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
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
    if (typeof choice !== 'string' || isBusy) return;
    if (!api || !((transfersCart && hasCart) || mayBeSignedIn())) {
      onGo(choice);
      return;
    }
    setIsBusy(true);
    setHasFailed(false);
    handOver(api, scope, choice, { transfersCart: transfersCart && hasCart })
      .then(onGo)
      .catch(() => setHasFailed(true))
      .finally(() => setIsBusy(false));
  };

  const country = formats.country(countryCode);
  return (
    <section
      data-country-notice
      className={joinClasses('gives-way', styles.notice)}
      aria-label={t('countryNotice.label')}
    >
      <div className={joinClasses('wrap', styles.row)}>
        <p>{t('countryNotice.text', { country })}</p>
        <form className={styles.actions} onSubmit={handleSubmit}>
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
          {hasCart && <TransferCartCheckbox onChange={setTransfersCart} />}
          <Button type="submit" variant="brand" busy={isBusy}>
            {t('countryNotice.go')}
          </Button>
          <button type="button" className={styles.close} onClick={onDismiss}>
            <Icon name="close" />
            <VisuallyHidden>{t('countryNotice.stay')}</VisuallyHidden>
          </button>
        </form>
        {hasFailed && <p role="alert">{t('handover.failed')}</p>}
      </div>
    </section>
  );
}
