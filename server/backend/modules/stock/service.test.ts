import { describe, expect, it } from '@jest/globals';
import { createStock } from './service.ts';

describe('what is told of a stock', () => {
  it.each([
    [null, { isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' }],
    [6, { isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' }],
    [5, { isAvailable: true, amountLeft: 5, deliveryTimeDays: '1-2' }],
    [1, { isAvailable: true, amountLeft: 1, deliveryTimeDays: '1-2' }],
    [0, { isAvailable: false, amountLeft: null, deliveryTimeDays: null }],
  ])('is pieces only where few are left: %p', (amount, told) => {
    expect(createStock(amount, '1-2')).toEqual(told);
  });
});
