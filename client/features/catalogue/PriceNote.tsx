import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './PriceNote.module.css';

interface PriceNoteProps {
  /** Whether some prices are reduced, so that the note must explain the former price. */
  hasReduction?: boolean;
  /** False for goods that are delivered by e-mail only. */
  isShipped?: boolean;
}

/** Renders what the prices include, with a link to the delivery costs. */
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
          <IndicativePriceNote />
        </>
      )}
      {hasReduction && ` ${t('price.wasNote')}`}
    </p>
  );
}

/**
 * Renders the note that amounts in the site's own currency are not prices, with a link to the explanation.
 */
export function IndicativePriceNote() {
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
