import type { Discount } from '../../../shared/contract/cart-calculations.ts';
import { IndicativePriceNote } from '../../features/catalogue/PriceNote.tsx';
import type { FormState } from '../../forms/use-form.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CartSummary.module.css';
import { ToCheckout } from './CheckoutButton.tsx';
import { DiscountCode } from './DiscountCode.tsx';

interface CartSummaryProps {
  calculated: CalculatedCartView;
  /** State of the form 'cart-sample' of the cart. */
  samples: FormState;
  usps: readonly string[];
}

/** Renders the totals, the delivery time and the discount code field. */
export function CartSummary({ calculated, samples, usps }: CartSummaryProps) {
  const { t, formats } = useShop();
  const {
    subTotalAmount,
    orderDiscounts,
    shippingDiscounts,
    originalShippingCosts,
    shippingCosts,
    paymentCosts,
    totalAmount,
    totalAmountExclVat,
    vatAmounts,
    needsDelivery,
    freeShippingMissingAmount: missing,
    deliveryTimeDays,
  } = calculated;
  const taxed = vatAmounts.filter(({ vatAmount }) => vatAmount > 0);
  const indicative = formats.indicative(totalAmount);
  return (
    <Ticket as="section">
      <h2 className={styles.title}>{t('cart.summary')}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>{t('cart.products')}</dt>
          <dd>{formats.euro(subTotalAmount)}</dd>
        </div>
        <DiscountRows discounts={orderDiscounts} />
        {needsDelivery && (
          <div>
            <dt>
              {t('cart.delivery')}
              {shippingDiscounts.map(({ promotionKey, description }) => (
                <span key={promotionKey} className={styles.reason}>
                  {description}
                </span>
              ))}
            </dt>
            <dd>
              {shippingCosts !== originalShippingCosts && (
                <s className={styles.former}>
                  <VisuallyHidden>{t('cart.before')} </VisuallyHidden>
                  {formats.euro(originalShippingCosts)}
                </s>
              )}{' '}
              {shippingCosts === 0 ? t('cart.deliveryFree') : formats.euro(shippingCosts)}
            </dd>
          </div>
        )}
        {paymentCosts > 0 && (
          <div>
            <dt>{t('cart.paymentCosts')}</dt>
            <dd>{formats.euro(paymentCosts)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{t('cart.total')}</dt>
          <dd>{formats.euro(totalAmount)}</dd>
        </div>
        {indicative !== null && (
          <div className={styles.soft}>
            <dt>
              <IndicativePriceNote />
            </dt>
            <dd>{t('price.indicative', { price: indicative })}</dd>
          </div>
        )}
        {taxed.length > 0 && (
          <div className={styles.soft}>
            <dt>{t('cart.exclVat')}</dt>
            <dd>{formats.euro(totalAmountExclVat)}</dd>
          </div>
        )}
        {taxed.map(({ vatType, vatRatePercentage, vatAmount }) => (
          <div key={vatType} className={styles.soft}>
            <dt>{t('cart.vat', { rate: formats.percentage(vatRatePercentage) })}</dt>
            <dd>{formats.euro(vatAmount)}</dd>
          </div>
        ))}
      </dl>
      {missing !== null && missing > 0 && (
        <p className={styles.hint}>
          <Icon name="truck" size="small" />
          {t('cart.freeDeliveryFrom', { amount: formats.euro(missing) })}
        </p>
      )}
      {deliveryTimeDays !== null && (
        <p className={styles.hint}>
          <Icon name="clock" size="small" />
          {/* Keeps a range on one line: a word joiner after the hyphen prevents a line break. */}
          {t('cart.deliveryTime', { days: deliveryTimeDays.replace('-', '-\u2060') })}
        </p>
      )}
      <DiscountCode state={calculated.discountCode} />
      <ToCheckout calculated={calculated} samples={samples} />
      {usps.length > 0 && (
        <ul className={styles.usps}>
          {usps.map((usp) => (
            <li key={usp}>
              <Icon name="check" size="small" />
              {usp}
            </li>
          ))}
        </ul>
      )}
    </Ticket>
  );
}

function DiscountRows({ discounts }: { discounts: readonly Discount[] }) {
  const { formats } = useShop();
  return discounts.map(({ promotionKey, description, amount }) => (
    <div key={promotionKey}>
      <dt>{description}</dt>
      <dd>{formats.euro(-amount)}</dd>
    </div>
  ));
}
