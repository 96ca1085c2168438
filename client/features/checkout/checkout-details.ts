import type { CalculatedCart } from '../../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../../shared/contract/carts.ts';
import type { CheckoutDetails } from '../../../shared/rules/checkout/step-readiness.ts';

/** Returns the details of a cart that decide which steps it needs and which are complete. */
export function getCheckoutDetails(
  cart: Pick<
    Cart,
    | 'billing'
    | 'shipping'
    | 'alternativeShippingAddress'
    | 'payment'
    | 'parcelShopId'
    | 'parcelShopZipcodeOrCity'
  >,
  calculated: Pick<CalculatedCart, 'needsDelivery' | 'totalAmount'> & {
    readonly products: readonly unknown[];
  },
): CheckoutDetails {
  return {
    productCount: calculated.products.length,
    billingCountryId: cart.billing?.address.countryId ?? null,
    needsDelivery: calculated.needsDelivery,
    shippingMethod: cart.shipping?.shippingMethod ?? null,
    parcelShopId: cart.parcelShopId,
    parcelShopZipcodeOrCity: cart.parcelShopZipcodeOrCity,
    hasAlternativeAddress: cart.alternativeShippingAddress !== null,
    alternativeCountryId: cart.alternativeShippingAddress?.address.countryId ?? null,
    totalAmount: calculated.totalAmount,
    isPaymentChosen: cart.payment !== null,
  };
}

/** Whether roughage tests have unnamed samples. The order cannot be placed until the samples have names. */
export const hasUnnamedSamples = (calculated: {
  readonly products: readonly { readonly rqsSamples: readonly { readonly sampleName: string | null }[] }[];
}): boolean =>
  calculated.products.some(({ rqsSamples }) => rqsSamples.some(({ sampleName }) => sampleName === null));
