import type { ShownCalculation } from '../../store/fetch-cart.ts';

/**
 * Replaces the delivery costs of a calculation by those of another way, as the delivery step shows it before the way is stored. The VAT is
 * left out, since it is known for the stored way only.
 *
 * @param shippingCosts euro cents incl. VAT, after discounts
 */
export function replaceShipping(calculated: ShownCalculation, shippingCosts: number): ShownCalculation {
  if (shippingCosts === calculated.shippingCosts) return calculated;
  const { giftCard, giftCardAmount } = calculated;
  const totalAmount = calculated.totalAmount - calculated.shippingCosts + shippingCosts;
  // A card that paid less than the total is used up; one that paid all of it may have a balance.
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
