import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutPaymentData } from './page.ts';

/**
 * Loads the payment methods.
 *
 * @throws ApiError if the cart or the methods cannot be loaded
 */
export async function loadCheckoutPayment(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutPaymentData>> {
  const { visitor, cart, critical, shop } = context;
  const frame = await loadCheckout(context, 'payment');
  if ('redirect' in frame) return frame;
  const methods = await visitor.fetchPaymentMethods({ params: { id: cart.id ?? '' } }, critical);
  return {
    status: 200,
    head: createCheckoutHead(context, shop.t('checkout.paymentTitle')),
    data: { kind: 'checkoutPayment', frame, methods },
  };
}
