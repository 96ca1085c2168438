import type { ReactNode } from 'react';
import type { Order } from '../../../shared/contract/orders.ts';
import { describeCheckoutFormProblem } from '../../features/checkout/checkout-messages.ts';
import { getPaymentMethodName } from '../../features/payment/payment-method-name.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import type { OrderPageState } from './order-page-state.ts';
import styles from './PaymentRetryForms.module.css';

/** Payment-related fields of an order. */
type PayableOrder = Pick<Order, 'payment' | 'paymentMethods'>;

/** Lists the other payment methods, one entry per bank if a bank must be chosen. */
const listOtherMethods = ({ payment, paymentMethods }: PayableOrder, t: ReturnType<typeof useShop>['t']) =>
  paymentMethods.flatMap((method) => {
    const { paymentMethodId, issuers } = method;
    const name = getPaymentMethodName(t, method);
    if (issuers.length === 0) {
      return paymentMethodId === payment.paymentMethodId
        ? []
        : [{ value: String(paymentMethodId), label: name }];
    }
    return issuers
      .filter(({ issuer }) => paymentMethodId !== payment.paymentMethodId || issuer !== payment.issuer)
      .map(({ issuer, name: bank }) => ({
        value: `${paymentMethodId}/${issuer}`,
        label: `${name}, ${bank}`,
      }));
  });

interface PaymentRetryFormsProps {
  order: PayableOrder;
  view: OrderPageState;
  /** Hidden fields that identify the order and prove access to it. */
  access: ReactNode;
}

/** Renders forms to retry the payment with the same or another method. */
export function PaymentRetryForms({ order, access, view }: PaymentRetryFormsProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const again = useForm('order-pay', 'again');
  const other = useForm('order-pay', 'other');
  const { payment } = order;
  const others = listOtherMethods(order, t);
  const problem = again.result?.problems[0] ?? other.result?.problems[0];
  return (
    <>
      {problem && (
        <FormNotice tone="error">
          <p>{describeCheckoutFormProblem(shop, problem)}</p>
        </FormNotice>
      )}
      {(view === 'failed' || payment.transfer === null) && payment.paymentMethodId !== null && (
        <form ref={again.ref} method="post" onSubmit={again.onSubmit}>
          <FormName name="order-pay" of="again" />
          {access}
          <Button
            type="submit"
            size="large"
            busy={again.isBusy}
            {...(view === 'waiting' && { variant: 'line' })}
          >
            {t('order.payAgain', { amount: formats.euro(payment.amount) })}
          </Button>
        </form>
      )}
      {others.length > 0 && (
        <form ref={other.ref} method="post" onSubmit={other.onSubmit} className={styles.other}>
          <FormName name="order-pay" of="other" />
          {access}
          <Field label={t('order.otherMethod')}>
            {(control) => <Select control={control} name="method" options={others} />}
          </Field>
          <Button type="submit" variant="line" size="large" busy={other.isBusy}>
            {t('order.payOther')}
          </Button>
        </form>
      )}
    </>
  );
}
