import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './PriceNote.module.css';

interface PriceNoteProps {
  /** Some of the prices are reduced, so it must be told what 'was' means. */
  hasReduction?: boolean;
  /** False for goods that come by mail to a screen only. */
  isShipped?: boolean;
}

/** What the prices near it include, and where delivery is explained. */
export function PriceNote({ hasReduction = false, isShipped = true }: PriceNoteProps) {
  const { t, formats } = useShop();
  const delivery = useAppState((state) => findSiteLink(state.scope, 'delivery'));
  const shipping = t('price.shippingCosts');
  return (
    <p className={styles.note}>
      {isShipped ? (
        <>
          {t('price.inclVatPlus')}{' '}
          {delivery ? (
            <SiteLink href={delivery.route} className={styles.link}>
              {shipping}
            </SiteLink>
          ) : (
            shipping
          )}
          .
        </>
      ) : (
        t('price.noShipping')
      )}
      {formats.indicative(100) !== null && (
        <>
          {' '}
          <IndicativeNote />
        </>
      )}
      {hasReduction && ` ${t('price.wasNote')}`}
    </p>
  );
}

/** Says that amounts in the site's own money are no prices, and leads to where that is explained. */
export function IndicativeNote() {
  const { t } = useShop();
  const disclaimer = useAppState((state) => state.scope.site.currencyConversionDisclaimerLink);
  return disclaimer ? (
    <SiteLink href={disclaimer.route} className={styles.link}>
      {t('price.indicativeNote')}
    </SiteLink>
  ) : (
    t('price.indicativeNote')
  );
}
