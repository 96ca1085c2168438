import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OrderLineRecord } from '../orders/queries.ts';
import { createPaymentLines, getIncludedVat } from './payment-lines.ts';

const vatRates = [0, 5.5, 9, 10, 13, 19, 20, 21, 24, 25, 25.5];
const lineWords = { delivery: 'Delivery', paymentCosts: 'Payment costs', giftCard: 'Gift card' };

/** Returns the fields of an order line that a payment uses. */
const createOrderLine = (
  quantity: number,
  unitAmount: number,
  taken: number,
  vatRatePercentage: number,
): OrderLineRecord => ({
  orderId: '',
  position: 1,
  productId: 1,
  productVariantId: 1,
  productType: 1,
  isGift: taken === 1,
  isVoucher: false,
  isSentAsParcel: true,
  quantity,
  description: 'Muesli'.repeat(40),
  productLabel: 'Bag 15 kg',
  originalAmount: quantity * unitAmount,
  totalAmount: quantity * unitAmount,
  productDiscounts: [],
  paidAmount: Math.round(quantity * unitAmount * (1 - taken)),
  vatType: 'high',
  vatRatePercentage,
  vatAmount: 0,
  stockAmount: 0,
});

const orderLineArbitrary = fc
  .tuple(
    fc.integer({ min: 1, max: 999 }),
    fc.integer({ min: 1, max: 100_000 }),
    fc.constantFrom(0, 0.1, 0.333, 1),
    fc.constantFrom(...vatRates),
  )
  .map((facts) => createOrderLine(...facts));

const orders = fc
  .record({
    lines: fc.array(orderLineArbitrary, { minLength: 1, maxLength: 12 }),
    shipping: fc.array(fc.integer({ min: 0, max: 2000 }), {
      minLength: vatRates.length,
      maxLength: vatRates.length,
    }),
    card: fc.double({ min: 0, max: 0.99, noNaN: true }),
    // Unexplained differences.
    error: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ lines, shipping, card, error }) => {
    const used = vatRates.filter((rate) => lines.some((line) => line.vatRatePercentage === rate));
    const vatAmounts = used.map((rate, index) => {
      const goods = lines.filter((line) => line.vatRatePercentage === rate);
      const inclVat = goods.reduce((sum, { paidAmount }) => sum + paidAmount, shipping[index] ?? 0);
      const vatAmount = getIncludedVat(inclVat, rate);
      return {
        vatType: 'high' as const,
        vatRatePercentage: rate,
        amountExclVat: inclVat - vatAmount,
        vatAmount,
      };
    });
    const total = vatAmounts.reduce((sum, part) => sum + part.amountExclVat + part.vatAmount, 0);
    const giftCardAmount = Math.floor(total * card);
    const order = { vatAmounts, paymentCosts: 0, giftCardAmount, orderNumber: '2026-000001' };
    return { lines, order, amount: Math.max(1, total - giftCardAmount + error), error };
  });

describe('payment lines', () => {
  it('add up to the amount to the cent, and each line is consistent', () => {
    fc.assert(
      fc.property(orders, ({ lines, order, amount }) => {
        const told = createPaymentLines(order, lines, amount, lineWords);
        expect(told.reduce((sum, { totalAmount }) => sum + totalAmount, 0)).toBe(amount);
        for (const line of told) {
          const { kind, quantity, unitAmount, discountAmount, totalAmount, vatRatePercentage } = line;
          expect(unitAmount * quantity - discountAmount).toBe(totalAmount);
          expect(kind === 'giftCard' || kind === 'discount').toBe(totalAmount < 0);
          expect(line.description.length).toBeLessThanOrEqual(100);
          const exact = (totalAmount * vatRatePercentage) / (100 + vatRatePercentage);
          expect(Math.abs(line.vatAmount - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
      }),
    );
  });

  it('consist of products, delivery by VAT rate and the gift card only', () => {
    const mash = createOrderLine(2, 2195, 0.1, 9);
    const scoop = createOrderLine(1, 495, 1, 21);
    const order = {
      vatAmounts: [
        { vatType: 'low' as const, vatRatePercentage: 9, amountExclVat: 4262, vatAmount: 384 },
        { vatType: 'high' as const, vatRatePercentage: 21, amountExclVat: 0, vatAmount: 0 },
      ],
      paymentCosts: 0,
      giftCardAmount: 1000,
      orderNumber: '2026-000001',
    };
    // 39.51 of mash and 6.95 of delivery, of which a card pays 10.00.
    const told = createPaymentLines(order, [mash, scoop], 3646, lineWords);
    expect(
      told.map(({ kind, totalAmount, vatRatePercentage }) => [kind, totalAmount, vatRatePercentage]),
    ).toEqual([
      ['goods', 3951, 9],
      ['goods', 0, 21],
      ['delivery', 695, 9],
      ['giftCard', -1000, 0],
    ]);
  });

  it('list payment costs separately from delivery', () => {
    const mash = { ...createOrderLine(1, 1000, 0, 9), vatType: 'low' as const };
    const order = {
      vatAmounts: [{ vatType: 'low' as const, vatRatePercentage: 9, amountExclVat: 1654, vatAmount: 149 }],
      paymentCosts: 108,
      giftCardAmount: 0,
      orderNumber: '2026-000001',
    };
    const told = createPaymentLines(order, [mash], 1803, lineWords);
    expect(
      told.map(({ kind, description, totalAmount }) => [kind, description, totalAmount]).slice(1),
    ).toEqual([
      ['delivery', 'Delivery', 695],
      ['surcharge', 'Payment costs', 108],
    ]);
  });
});
