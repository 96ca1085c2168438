import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import type { CartDetails } from '../carts/service.ts';
import type { OrderRecord } from './types.ts';

/**
 * Returns the customer, delivery and payment method of an order for a cart with the same goods.
 *
 * @param order order with the payment method and bank that can still be used; null for none
 * @param isPickupLocationOpen whether the dealer or parcel shop can still be chosen. If not, the delivery step of the
 * checkout is open: the cart has delivery to a parcel shop without a selected one
 */
export function createReorderDetails(
  order: Pick<
    OrderRecord,
    'billing' | 'delivery' | 'dealerId' | 'parcelShopId' | 'paymentMethodId' | 'issuer'
  >,
  isPickupLocationOpen: boolean,
): CartDetails {
  const { billing, delivery, dealerId, parcelShopId, paymentMethodId, issuer } = order;
  return { billing, paymentMethodId, issuer, ...createDelivery() };

  function createDelivery(): Omit<CartDetails, 'billing' | 'paymentMethodId' | 'issuer'> {
    const createShipping = (shippingMethod: number) => ({
      shippingMethod,
      firstName: billing.firstName,
      lastName: billing.lastName,
      address: null,
    });
    const isPickupDelivery = delivery.kind === 'dealer' || delivery.kind === 'parcelShop';
    if (isPickupDelivery && !isPickupLocationOpen) return { shipping: createShipping(PARCEL_SHOP_METHOD) };
    switch (delivery.kind) {
      case 'dealer':
        return { dealerId, shipping: createShipping(HOME_DELIVERY_METHOD) };
      case 'parcelShop':
        return {
          parcelShopId,
          parcelShopZipcodeOrCity: delivery.address?.zipcode ?? billing.address.zipcode,
          shipping: createShipping(PARCEL_SHOP_METHOD),
        };
      case 'address': {
        const { name, address } = delivery;
        const shipping = createShipping(HOME_DELIVERY_METHOD);
        if (name === null || address === null) return { shipping };
        // The order stores the name as one text. Labels print both parts in this order.
        const [firstName = '', ...rest] = name.split(' ');
        return { shipping, alternativeShippingAddress: { firstName, lastName: rest.join(' '), address } };
      }
      case 'home':
        return { shipping: createShipping(HOME_DELIVERY_METHOD) };
      case 'letter':
      case 'none':
        return {};
    }
  }
}
