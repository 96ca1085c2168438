import { fetchShownCountries } from '../../features/checkout/countries.ts';
import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutBillingData } from './page.ts';

/** Loads the form of who pays. @throws ApiError where the cart or the countries cannot be had */
export async function loadCheckoutBilling(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutBillingData>> {
  const { api, critical, shop } = context;
  const [frame, countries] = await Promise.all([
    loadCheckout(context, 'billing'),
    fetchShownCountries(api, critical),
  ]);
  if ('redirect' in frame) return frame;
  return {
    status: 200,
    head: createCheckoutHead(context, shop.t('checkout.billingTitle')),
    data: { kind: 'checkoutBilling', frame, countries },
  };
}
