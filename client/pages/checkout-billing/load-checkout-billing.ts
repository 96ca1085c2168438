import { ApiError } from '../../../shared/api/api-error.ts';
import type { Account } from '../../../shared/contract/accounts.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutBillingData } from './page.ts';

/**
 * Returns the signed-in customer, or null for guests. If the request fails, the visitor counts as a guest.
 */
const fetchAccountIfSignedIn = (
  visitor: PrivateLoadContext['visitor'],
  optional: PrivateLoadContext['optional'],
): Promise<Account | null> =>
  optional((options) =>
    visitor.fetchAccount(undefined, options).catch((error: unknown) => {
      // An expired session is not a failure.
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  );

/**
 * Loads the billing form.
 *
 * @throws ApiError if the cart or the countries cannot be loaded
 */
export async function loadCheckoutBilling(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutBillingData>> {
  const { api, visitor, critical, optional, mayBeSignedIn, shop } = context;
  const [frame, countries, account] = await Promise.all([
    loadCheckout(context, 'billing'),
    fetchAddressCountries(api, critical),
    mayBeSignedIn ? fetchAccountIfSignedIn(visitor, optional) : null,
  ]);
  if ('redirect' in frame) return frame;
  return {
    status: 200,
    head: createCheckoutHead(context, shop.t('checkout.billingTitle')),
    data: {
      kind: 'checkoutBilling',
      frame,
      countries,
      owner: account && {
        emailAddress: account.emailAddress,
        firstName: account.firstName,
        lastName: account.lastName,
        phoneNumber: account.phoneNumber || account.mobilePhoneNumber,
        billing: account.billing ?? account.latestBilling,
        lacksAddress: account.billing === null,
        newsletterSubscribe: account.newsletterSubscribe,
      },
    },
  };
}
