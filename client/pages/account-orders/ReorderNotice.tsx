import { useEffect } from 'react';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { describeAccountFormFailure } from '../../features/account/account-messages.ts';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { Differences } from '../../features/cart/Differences.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { announceCartChange } from '../../store/visitor-cart-id.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ReorderNotice.module.css';

/**
 * Confirms that the products of an order are in the cart again, and lists the differences from the order.
 * Links to the payment, because the cart also has the addresses of the order, and to the cart. The payment
 * page redirects to the first incomplete step.
 *
 * @param form name of the sent form
 */
export function ReorderNotice({ form = 'order-again' }: { form?: string }) {
  const shop = useShop();
  const { t } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  const sent = useAppState(({ request }) => request.form);
  const notice = useAppState(({ request }) => request.notice);
  const result = sent?.form === form ? sent : null;
  const ownNotice = notice?.form === form ? notice : null;
  const place = useResultFocus(result);
  useEffect(() => {
    // A form sent without script has not notified the other tabs of this browser.
    if (ownNotice) announceCartChange();
  }, [ownNotice]);
  const [problem] = result?.problems ?? [];
  const done = result?.status === 'done' ? result : result ? null : ownNotice;
  if (!problem && !done) return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.notice}>
      {problem && (
        <Notice tone="error" role="alert">
          <p>{describeAccountFormFailure(shop, problem)}</p>
        </Notice>
      )}
      {done && (
        <>
          <Notice tone="ok" {...(result && { role: 'status' as const })}>
            <p>
              <strong>
                {done.subject ? t('orders.inCart', { number: done.subject.title }) : t('add.done')}
              </strong>
            </p>
          </Notice>
          <Differences differences={done.differences ?? []} />
          <div className={styles.next}>
            <ButtonLink href={getCheckoutPath(locale, 'payment')}>{t('checkout.toPayment')}</ButtonLink>
            <ButtonLink href={getCartPath(locale)} variant="line">
              {t('add.viewCart')}
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}
