import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { describeProblem } from '../../features/cart/cart-messages.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import type { FormState } from '../../forms/use-form.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import styles from './CheckoutButton.module.css';
import { getSampleFieldName, SAMPLE_FORM_ID } from './sample-form-names.ts';

interface CheckoutButtonProps {
  calculated: CalculatedCartView;
  /** State of the form 'cart-sample', which contains the names of all samples. */
  samples: FormState;
}

/**
 * Renders the button that opens the checkout. In a cart with samples it stores their names and moves to the
 * first unnamed sample.
 */
export function ToCheckout({ calculated, samples }: CheckoutButtonProps) {
  const shop = useShop();
  const { t } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  if (calculated.products.length === 0) return null;
  const fields = calculated.products.flatMap(({ productVariantId, rqsSamples }) =>
    rqsSamples.map(({ sequence }) => getSampleFieldName(productVariantId, sequence)),
  );
  if (fields.length === 0) {
    return (
      <div className={styles.place}>
        <ButtonLink href={getCheckoutPath(locale, 'billing')} size="large" full>
          {t('cart.toCheckout')}
        </ButtonLink>
      </div>
    );
  }
  const missing = fields.find((field) => samples.getProblem(field) === 'required');
  const failure = samples.result?.problems.find(({ field }) => field === null);
  return (
    <div className={styles.place}>
      {missing !== undefined && (
        <FormNotice tone="error">
          <p>{t('cart.sampleRequired')}</p>
          <p>
            <a href={`#${missing}`} className="tap">
              {t('cart.toSample')}
            </a>
          </p>
        </FormNotice>
      )}
      {failure && (
        <FormNotice tone="error">
          <p>{describeProblem(shop, failure)}</p>
        </FormNotice>
      )}
      <form id={SAMPLE_FORM_ID} ref={samples.ref} method="post" onSubmit={samples.onSubmit} noValidate>
        <FormName name="cart-sample" />
        <Button
          type="submit"
          size="large"
          full
          name="next"
          value="checkout"
          busy={samples.isBusy && samples.pressed === 'checkout'}
        >
          {t('cart.toCheckout')}
        </Button>
      </form>
    </div>
  );
}
