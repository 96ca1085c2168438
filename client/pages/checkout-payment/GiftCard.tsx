import { useEffect, useRef } from 'react';
import { getFieldId, useCheckoutForm, useFieldError } from '../../features/checkout/checkout-form-fields.tsx';
import type { SharedCheckoutData } from '../../features/checkout/load-checkout.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './GiftCard.module.css';
import { GIFT_CARD_BUTTON_NAME } from './gift-card-button-name.ts';

/**
 * Renders the gift card of the order: number and PIN with a button that applies them, or the amount that the
 * applied card pays with a button that removes it. A card can be combined with any payment method and pays a
 * part or all. Belongs inside the form of the payment step.
 */
export function GiftCard({ calculated }: Pick<SharedCheckoutData, 'calculated'>) {
  const { t, formats } = useShop();
  const { form } = useCheckoutForm();
  const error = useFieldError('giftCardNumber');
  const { giftCard, giftCardAmount, totalAmount } = calculated;
  const isBusy = form.isBusy && form.pressed !== '';
  const hasCard = giftCard !== null;
  const hadCard = useRef(hasCard);
  useEffect(() => {
    // The focused button has disappeared with the card.
    if (hadCard.current && !hasCard && document.activeElement === document.body) {
      document.getElementById(getFieldId('giftCardNumber'))?.focus();
    }
    hadCard.current = hasCard;
  }, [hasCard]);
  return (
    <fieldset className={styles.card}>
      <legend>{t('payment.giftCard')}</legend>
      {giftCard === null ? (
        <>
          <Field
            id={getFieldId('giftCardNumber')}
            label={t('checkout.giftCardNumber')}
            hint={t('checkout.giftCardHint')}
            {...(error !== undefined && { error })}
          >
            {(control) => (
              <Input
                control={control}
                name="giftCardNumber"
                autoComplete="off"
                inputMode="numeric"
                defaultValue={form.getValue('giftCardNumber')}
              />
            )}
          </Field>
          <Field label={t('checkout.giftCardPin')}>
            {(control) => (
              <Input
                control={control}
                name="giftCardPin"
                autoComplete="off"
                inputMode="numeric"
                defaultValue={form.getValue('giftCardPin')}
              />
            )}
          </Field>
          <Button
            type="submit"
            variant="line"
            size="large"
            name={GIFT_CARD_BUTTON_NAME}
            value="apply"
            busy={isBusy}
          >
            {t('cart.codeApply')}
            <VisuallyHidden> {t('payment.giftCard')}</VisuallyHidden>
          </Button>
        </>
      ) : (
        <div className={styles.applied}>
          <div role="status" tabIndex={-1} data-form-notice className={styles.state}>
            <p className={giftCardAmount > 0 ? styles.active : undefined}>
              <Icon name={giftCardAmount > 0 ? 'check' : 'info'} size="small" />
              {giftCardAmount > 0
                ? t('payment.giftCardPays', {
                    lastFour: giftCard.lastFour,
                    amount: formats.euro(giftCardAmount),
                    rest: formats.euro(giftCard.balance - giftCardAmount),
                  })
                : t('payment.giftCardEmpty', { lastFour: giftCard.lastFour })}
            </p>
            <p>
              {giftCardAmount >= totalAmount
                ? t('payment.giftCardPaysAll')
                : t('payment.leftToPay', { amount: formats.euro(totalAmount - giftCardAmount) })}
            </p>
          </div>
          <Button type="submit" variant="text" name={GIFT_CARD_BUTTON_NAME} value="remove" busy={isBusy}>
            {t('cart.codeRemove')}
            <VisuallyHidden> {t('payment.giftCard')}</VisuallyHidden>
          </Button>
        </div>
      )}
    </fieldset>
  );
}
