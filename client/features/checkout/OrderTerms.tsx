import { useEffect, useState } from 'react';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { GuaranteeNotice } from '../../ui/GuaranteeNotice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { CartSummary } from './CheckoutView.tsx';
import { getFieldId, useCheckoutForm, useFieldError } from './checkout-form-fields.tsx';
import type { SharedCheckoutData } from './load-checkout.ts';
import styles from './OrderTerms.module.css';

interface OrderTermsProps {
  frame: SharedCheckoutData;
  /** Total of the order in euro cents incl. VAT. The button shows the remainder after the gift card. */
  totalAmount: number;
}

/**
 * Error codes after which it is unknown whether the order was placed. A retry with the same idempotency key
 * places the same order.
 */
const unknownOutcomeCodes: ReadonlySet<string> = new Set(['order_failed', 'order_in_progress', 'failed']);

/**
 * Renders the remaining fields of an order: the terms, the total that the visitor saw, and the idempotency
 * key.
 */
export function OrderTerms({ frame, totalAmount }: OrderTermsProps) {
  const { t } = useShop();
  const { form } = useCheckoutForm();
  const terms = useAppState(({ scope }) =>
    scope.footer.columns.flatMap(({ links }) => links).find(({ key }) => key === 'terms'),
  );
  const error = useFieldError('acceptsTerms');
  const id = getFieldId('acceptsTerms');
  const shouldReuseKey = form.result?.problems.some(({ code }) => unknownOutcomeCodes.has(code)) === true;
  const sentKey = form.getValue('idempotencyKey');
  return (
    <div className={styles.terms}>
      <GuaranteeNotice name={t('legal.guaranteeNotice')} notice={frame.guaranteeNotice} />
      {/* Directly above the button, as many markets require. In a wide window it is next to the form. */}
      <Ticket as="section" className={styles.summary}>
        <h2>{t('checkout.yourOrder')}</h2>
        <CartSummary calculated={frame.calculated} />
      </Ticket>
      <input type="hidden" name="expectedTotalAmount" value={totalAmount} />
      <input type="hidden" name="expectedGiftCardAmount" value={frame.calculated.giftCardAmount} />
      <input
        type="hidden"
        name="idempotencyKey"
        value={shouldReuseKey && sentKey !== '' ? sentKey : frame.idempotencyKey}
      />
      <Checkbox
        id={id}
        name="acceptsTerms"
        defaultChecked={form.getValue('acceptsTerms') !== ''}
        isInvalid={error !== undefined}
      >
        {t('checkout.acceptTerms')}
      </Checkbox>
      {terms && (
        <p className="small">
          <SiteLink href={terms.route} className="tap">
            {terms.title}
          </SiteLink>
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="warning" size="small" />
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * Renders the button that places the order, with the label that the law of the market requires, and the
 * amount.
 */
export function OrderButton({ frame, totalAmount }: OrderTermsProps) {
  const { t, formats } = useShop();
  const { form } = useCheckoutForm();
  const [isSlow, setIsSlow] = useState(false);
  // Other buttons of the form, such as the gift card button, do not place the order.
  const isPlacing = form.isBusy && form.pressed === '';
  useEffect(() => {
    if (!isPlacing) return;
    const timer = window.setTimeout(() => setIsSlow(true), 1000);
    return () => {
      window.clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPlacing]);
  return (
    <div className={styles.place}>
      <Button type="submit" size="large" full icon="lock" busy={isPlacing}>
        {frame.orderButton ?? t('order.button')} {formats.euro(totalAmount - frame.calculated.giftCardAmount)}
      </Button>
      <p role="status" className="small soft">
        {isSlow && t('checkout.placing')}
      </p>
    </div>
  );
}
