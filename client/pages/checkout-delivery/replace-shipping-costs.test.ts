import { describe, expect, it } from '@jest/globals';
import { createCartCalculation } from '../../../test/fixtures/carts.ts';
import type { CalculatedCartView } from '../../store/fetch-cart.ts';
import { replaceShippingCosts } from './replace-shipping-costs.ts';

const vatAmounts = [{ vatType: 'low' as const, vatRatePercentage: 9, amountExclVat: 100, vatAmount: 9 }];
/** Products for 20 euro and delivery for 6.95 euro. */
const calculatedCart: CalculatedCartView = {
  ...createCartCalculation([]),
  products: [],
  subTotalAmount: 2000,
  originalShippingCosts: 695,
  shippingCosts: 695,
  totalAmount: 2695,
  vatAmounts,
};
const withGiftCardBalance = (balance: number): CalculatedCartView => ({
  ...calculatedCart,
  giftCard: { lastFour: '1234', balance },
  giftCardAmount: Math.min(balance, 2695),
});

describe('replaceShippingCosts', () => {
  it('changes nothing if the costs are equal', () => {
    expect(replaceShippingCosts(calculatedCart, 695)).toBe(calculatedCart);
  });

  it('updates the total and removes the VAT of the previous delivery option', () => {
    expect(replaceShippingCosts(calculatedCart, 0)).toMatchObject({
      shippingCosts: 0,
      originalShippingCosts: 0,
      shippingDiscounts: [],
      totalAmount: 2000,
      vatAmounts: [],
    });
    expect(replaceShippingCosts(calculatedCart, 995).totalAmount).toBe(2995);
  });

  it.each([
    ['keeps the amount of a gift card that covers a part', 500, 995, 500],
    ['limits a gift card that covers a part to the new total', 2500, 0, 2000],
    ['raises a gift card that covers everything to the new total', 5000, 995, 2995],
    ['limits a gift card that covers everything to its balance', 2700, 995, 2700],
  ])('%s', (_rule, balance, costs, expected) => {
    expect(replaceShippingCosts(withGiftCardBalance(balance), costs).giftCardAmount).toBe(expected);
  });

  it('applies nothing from an expired gift card', () => {
    const expired = { ...withGiftCardBalance(5000), giftCardAmount: 0 };
    expect(replaceShippingCosts(expired, 995).giftCardAmount).toBe(0);
  });
});
