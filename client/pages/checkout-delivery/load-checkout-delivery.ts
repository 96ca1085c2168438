import { fetchShownCountries } from '../../features/checkout/countries.ts';
import { createCheckoutHead, loadCheckout } from '../../features/checkout/load-checkout.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { fetchPlaces } from './fetch-places.ts';
import type { CheckoutDeliveryData } from './page.ts';

/** Loads the ways of delivery. @throws ApiError where the cart, the countries or the ways cannot be had */
export async function loadCheckoutDelivery(
  context: PrivateLoadContext,
): Promise<LoadResult<CheckoutDeliveryData>> {
  const { api, visitor, cart, critical, optional, shop, scope } = context;
  const { deliveryCountryIds } = scope.settings;
  const [frame, countries] = await Promise.all([
    loadCheckout(context, 'delivery'),
    fetchShownCountries(api, critical, deliveryCountryIds),
  ]);
  if ('redirect' in frame) return frame;
  const { billing, parcelShopZipcodeOrCity } = frame.cart;
  const near = parcelShopZipcodeOrCity ?? billing?.address.zipcode ?? '';
  const ofBilling = billing?.address.countryId ?? null;
  const [methods, places] = await Promise.all([
    visitor.fetchShippingMethods({ params: { id: cart.id ?? '' } }, critical),
    optional((options) =>
      fetchPlaces(
        visitor,
        {
          near,
          countryId: ofBilling !== null && deliveryCountryIds.includes(ofBilling) ? ofBilling : null,
          weightGrams: frame.calculated.heaviestParcelGrams,
        },
        options,
      ),
    ),
  ]);
  return {
    status: 200,
    head: createCheckoutHead(context, shop.t('checkout.deliveryTitle')),
    data: {
      kind: 'checkoutDelivery',
      frame,
      methods,
      countries,
      places: places ?? { near, parcelShops: [], dealers: [] },
    },
  };
}
