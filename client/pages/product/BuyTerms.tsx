import type { ProductVariant } from '../../../shared/contract/products.ts';
import { getShippingCents } from '../../../shared/rules/shipping-costs.ts';
import { getPaymentMethodName } from '../../features/payment/payment-method-name.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './BuyTerms.module.css';

/** Renders the terms of purchase: delivery costs of one piece, withdrawal period and payment methods. */
export function BuyTerms({ variant }: { variant: ProductVariant }) {
  const { t, formats } = useShop();
  const settings = useAppState((state) => state.scope.settings);
  const methods = useAppState((state) => state.scope.site.paymentMethods);
  const returns = useAppState((state) => findSiteLink(state.scope, 'returns'));
  const { freeShippingFromInclVat: freeFrom } = settings;
  const cents = getShippingCents(settings, variant);
  const withdrawal = t('buy.withdrawal', { days: settings.withdrawalDays });
  return (
    <>
      {variant.packaging !== 'digital' && (
        <ul className={styles.terms}>
          {cents !== null && (
            <li>
              <Icon name="parcel" size="small" />
              {cents === 0
                ? t('buy.deliveryFree')
                : freeFrom === null
                  ? t('buy.delivery', { price: formats.euro(cents) })
                  : t('buy.deliveryFreeFrom', { price: formats.euro(cents), amount: formats.euro(freeFrom) })}
            </li>
          )}
          <li>
            <Icon name="refresh" size="small" />
            {returns ? <SiteLink href={returns.route}>{withdrawal}</SiteLink> : withdrawal}
          </li>
        </ul>
      )}
      {methods.length > 0 && (
        <ul className={styles.payments} aria-label={t('payment.methods')}>
          {methods.map((method) => (
            <li key={method.paymentMethodId}>{getPaymentMethodName(t, method)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
