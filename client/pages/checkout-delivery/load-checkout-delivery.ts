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
  const { billing, dealerId, parcelShopZipcodeOrCity } = frame.cart;
  const near = parcelShopZipcodeOrCity ?? billing?.address.zipcode ?? '';
  const ofBilling = billing?.address.countryId ?? null;
  const [methods, places, chosen] = await Promise.all([
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
    // The one that was chosen on the page of dealers may be far from the billing address: it stays one of the list.
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
      places: { ...listed, dealers: [...far, ...(listed.dealers ?? [])] },
    },
  };
}
