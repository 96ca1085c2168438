/** Values of `shippingMethod`: home delivery, and delivery to a parcel shop. */
export const HOME_DELIVERY_METHOD = 0;
export const PARCEL_SHOP_METHOD = 1;

/**
 * Returns the cost of the home delivery of one piece.
 *
 * @returns euro cents incl. VAT; null if nothing is sent (digital goods), or if the site has no price for it.
 *   Test kits are sent by post, and the cart shows their price
 */
export function getShippingCents(
  settings: {
    /** Euro cents incl. VAT. */
    readonly freeShippingFromInclVat: number | null;
    readonly shippingMethods: readonly { readonly shippingMethod: number; readonly priceInclVat: number }[];
  },
  goods: { readonly packaging: string; readonly price: { readonly amountInclVat: number } },
): number | null {
  if (goods.packaging === 'digital' || goods.packaging === 'kit') return null;
  const home = settings.shippingMethods.find(({ shippingMethod }) => shippingMethod === HOME_DELIVERY_METHOD);
  if (!home) return null;
  const { freeShippingFromInclVat: freeFrom } = settings;
  return freeFrom !== null && goods.price.amountInclVat >= freeFrom ? 0 : home.priceInclVat;
}
