import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { ShownCalculation } from '../../store/fetch-cart.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { getSampleFieldId } from './sample-field.ts';
import styles from './ToCheckout.module.css';

/** The way to the checkout. As long as a sample has no name it says so, and leads to the first that has none. */
export function ToCheckout({ calculated }: { calculated: ShownCalculation }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const form = useForm('cart-checkout');
  const unnamed = calculated.products.flatMap(({ productVariantId, rqsSamples }) =>
    rqsSamples
      .filter(({ sampleName }) => sampleName === null)
      .map(({ sequence }) => getSampleFieldId(productVariantId, sequence)),
  );
  const isRefused = form.result?.status === 'refused' && unnamed.length > 0;
  if (calculated.products.length === 0) return null;
  return (
    <div className={styles.place}>
      {isRefused && (
        <FormNotice tone="error">
          <p>{t('cart.sampleRequired')}</p>
          <p>
            <a href={`#${unnamed[0]}`} className="tap">
              {t('cart.toSample')}
            </a>
          </p>
        </FormNotice>
      )}
      {unnamed.length === 0 ? (
        <ButtonLink href={getCheckoutPath(locale, 'billing')} size="large" full>
          {t('cart.toCheckout')}
        </ButtonLink>
      ) : (
        <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
          <FormName name="cart-checkout" />
          <Button type="submit" size="large" full busy={form.isBusy}>
            {t('cart.toCheckout')}
          </Button>
        </form>
      )}
    </div>
  );
}
