import { ApiError } from '../../../shared/api/api-error.ts';
import type { Account } from '../../../shared/contract/accounts.ts';
import { fetchShownCountries } from '../../features/checkout/countries.ts';
import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { CheckoutBillingData } from './page.ts';

/** Who is signed in; null for guests. Where nobody can say, the order is possible all the same. */
const fetchOwner = (
  visitor: PrivateLoadContext['visitor'],
  optional: PrivateLoadContext['optional'],
): Promise<Account | null> =>
  optional((options) =>
    visitor.fetchAccount(undefined, options).catch((error: unknown) => {
      // The session is over: nothing has failed.
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  );

/** Loads the form of who pays. @throws ApiError where the cart or the countries cannot be had */
export async function loadCheckoutBilling(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutBillingData>> {
  const { api, visitor, critical, optional, mayBeSignedIn, shop } = context;
  const [frame, countries, account] = await Promise.all([
    loadCheckout(context, 'billing'),
    fetchShownCountries(api, critical),
    mayBeSignedIn ? fetchOwner(visitor, optional) : null,
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
