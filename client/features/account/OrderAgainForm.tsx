import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AccountForm } from './AccountForm.tsx';

interface OrderAgainFormProps {
  order: { readonly orderId: string; readonly orderNumber: string };
  formToken: string;
}

/** Renders the form that puts the products of an order into the cart. The page shows the result. */
export function OrderAgainForm({ order, formToken }: OrderAgainFormProps) {
  const { t } = useShop();
  const form = useForm('order-again', order.orderId);
  return (
    <AccountForm name="order-again" of={order.orderId} form={form} formToken={formToken}>
      <input type="hidden" name="orderId" value={order.orderId} />
      <input type="hidden" name="orderNumber" value={order.orderNumber} />
      <Button type="submit" variant="line" busy={form.isBusy}>
        {t('orders.again')}
        <VisuallyHidden> {t('order.number', { number: order.orderNumber })}</VisuallyHidden>
      </Button>
    </AccountForm>
  );
}
