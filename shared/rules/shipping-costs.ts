/** The values of `shippingMethod`: to the door, and to a parcel point. */
export const HOME_DELIVERY = 0;
export const PARCEL_POINT = 1;

/**
 * What it costs to have one piece brought home.
 *
 * @returns euro cents incl. VAT; null where nothing is sent (goods that come by mail to a screen) or where the site names no
 *   price for it: test kits travel as a letter, whose price is told in the cart
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
  const home = settings.shippingMethods.find(({ shippingMethod }) => shippingMethod === HOME_DELIVERY);
  if (!home) return null;
  const { freeShippingFromInclVat: freeFrom } = settings;
  return freeFrom !== null && goods.price.amountInclVat >= freeFrom ? 0 : home.priceInclVat;
}
