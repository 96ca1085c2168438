import type { CalculatedCartView } from '../../store/fetch-cart.ts';

/**
 * Replaces the delivery costs of a calculation by those of another delivery option, so that the delivery step
 * can show it before it is stored. The VAT is omitted, because it is known for the stored option only.
 *
 * @param shippingCosts euro cents incl. VAT, after discounts
 */
export function replaceShippingCosts(
  calculated: CalculatedCartView,
  shippingCosts: number,
): CalculatedCartView {
  if (shippingCosts === calculated.shippingCosts) return calculated;
  const { giftCard, giftCardAmount } = calculated;
  const totalAmount = calculated.totalAmount - calculated.shippingCosts + shippingCosts;
  // A gift card that pays less than the total is used up. One that pays all of it may have a balance left.
  const available = giftCardAmount < calculated.totalAmount ? giftCardAmount : (giftCard?.balance ?? 0);
  return {
    ...calculated,
    shippingCosts,
    originalShippingCosts: shippingCosts,
    shippingDiscounts: [],
    totalAmount,
    giftCardAmount: Math.min(available, totalAmount),
    vatAmounts: [],
  };
}
