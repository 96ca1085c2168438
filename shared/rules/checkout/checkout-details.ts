import type { CheckoutDetails } from './step-readiness.ts';

/** Properties of a cart that its checkout steps depend on. */
export interface CheckoutCart {
  readonly billing: { readonly address: { readonly countryId: number } } | null;
  readonly shipping: { readonly shippingMethod: number } | null;
  readonly alternativeShippingAddress: { readonly address: { readonly countryId: number } } | null;
  readonly parcelShopId: string | null;
  readonly parcelShopZipcodeOrCity: string | null;
}

/** Properties of a calculated cart that its checkout steps depend on. */
export interface CheckoutCosts {
  /** Lines that the site sells. */
  readonly products: readonly unknown[];
  readonly needsDelivery: boolean;
  /** Euro cents incl. VAT. */
  readonly totalAmount: number;
}

/** Creates the details that determine which steps a cart needs and which are ready. */
export const createCheckoutDetails = (
  cart: CheckoutCart,
  costs: CheckoutCosts,
  isPaymentChosen: boolean,
): CheckoutDetails => ({
  productCount: costs.products.length,
  billingCountryId: cart.billing?.address.countryId ?? null,
  needsDelivery: costs.needsDelivery,
  shippingMethod: cart.shipping?.shippingMethod ?? null,
  parcelShopId: cart.parcelShopId,
  parcelShopZipcodeOrCity: cart.parcelShopZipcodeOrCity,
  hasAlternativeAddress: cart.alternativeShippingAddress !== null,
  alternativeCountryId: cart.alternativeShippingAddress?.address.countryId ?? null,
  totalAmount: costs.totalAmount,
  isPaymentChosen,
});
