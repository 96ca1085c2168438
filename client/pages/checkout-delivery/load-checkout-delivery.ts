import { ApiError } from '../../../shared/api/api-error.ts';
import type { SavedAddress } from '../../../shared/contract/accounts.ts';
import type { Address } from '../../../shared/contract/addresses.ts';
import { MAX_LOCATION_LENGTH } from '../../../shared/rules/dealers/dealer-query.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { fetchPickupLocations } from './fetch-pickup-locations.ts';
import type { CheckoutDeliveryData } from './page.ts';

/**
 * Returns the address book of the signed-in customer. Returns null for guests and after a failure, because
 * the order is possible without it.
 */
const fetchAddressBook = (
  visitor: PrivateLoadContext['visitor'],
  optional: PrivateLoadContext['optional'],
): Promise<readonly SavedAddress[] | null> =>
  optional((options) =>
    visitor.fetchSavedAddresses(undefined, options).catch((error: unknown) => {
      // An expired session is not a failure.
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  );

/** Returns postcode and town of an address. If the postcode is unknown, the town is found. */
const formatPostcodeAndCity = ({ zipcode, city }: Pick<Address, 'zipcode' | 'city'>): string =>
  [...`${zipcode} ${city}`].slice(0, MAX_LOCATION_LENGTH).join('').trim();

/**
 * Loads the delivery options.
 *
 * @throws ApiError if the cart, the countries or the delivery options cannot be loaded
 */
export async function loadCheckoutDelivery(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutDeliveryData>> {
  const { api, visitor, cart, critical, optional, mayBeSignedIn, shop, scope } = context;
  const { deliveryCountryIds } = scope.settings;
  const [frame, countries, addresses] = await Promise.all([
    loadCheckout(context, 'delivery'),
    fetchAddressCountries(api, critical, deliveryCountryIds),
    mayBeSignedIn ? fetchAddressBook(visitor, optional) : null,
  ]);
  if ('redirect' in frame) return frame;
  const { billing, dealerId, parcelShopZipcodeOrCity } = frame.cart;
  const near = parcelShopZipcodeOrCity ?? (billing ? formatPostcodeAndCity(billing.address) : '');
  const billingCountryId = billing?.address.countryId ?? null;
  const [methods, places, chosen] = await Promise.all([
    visitor.fetchShippingMethods({ params: { id: cart.id ?? '' } }, critical),
    optional((options) =>
      fetchPickupLocations(
        visitor,
        {
          near,
          countryId:
            billingCountryId !== null && deliveryCountryIds.includes(billingCountryId)
              ? billingCountryId
              : null,
          weightGrams: frame.calculated.heaviestParcelGrams,
        },
        options,
      ),
    ),
    // A dealer that was chosen on the dealers page may be far from the billing address. It is added to the
    // list.
    dealerId === null
      ? []
      : optional((options) => visitor.fetchDealers({ query: { dealerId, isPickupPoint: true } }, options)),
  ]);
  const listed = places ?? { near, parcelShops: [], dealers: [] };
  const far = (chosen ?? []).filter(
    (dealer) => !listed.dealers?.some(({ dealerId: id }) => id === dealer.dealerId),
  );
  return {
    status: 200,
    head: createCheckoutHead(context, shop.t('checkout.deliveryTitle')),
    data: {
      kind: 'checkoutDelivery',
      frame,
      methods,
      countries,
      addresses: addresses?.filter(({ address }) => deliveryCountryIds.includes(address.countryId)) ?? null,
      places: { ...listed, dealers: [...far, ...(listed.dealers ?? [])] },
    },
  };
}
