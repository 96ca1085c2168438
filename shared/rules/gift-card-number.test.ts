import { describe, expect, it } from '@jest/globals';
import {
  formatGiftCardNumber,
  getCheckFigure,
  isGiftCardNumber,
  normaliseFigures,
} from './gift-card-number.ts';

describe('the number of a gift card', () => {
  it.each([
    // Test numbers that card schemes publish, and the example of ISO/IEC 7812-1.
    ['4242424242424242', true],
    ['5555555555554444', true],
    ['4242424242424241', false],
    ['4242424242442242', false],
    ['378282246310005', false],
    ['', false],
    ['42424242424242４2', false],
  ])('is proven by its last figure: %s', (figures, isRight) => {
    expect(isGiftCardNumber(figures)).toBe(isRight);
  });

  it('finds every figure that is typed wrong', () => {
    const right = '4242424242424242';
    for (let index = 0; index < right.length; index += 1) {
      for (let by = 1; by < 10; by += 1) {
        const wrong = String((Number(right[index]) + by) % 10);
        expect(isGiftCardNumber(right.slice(0, index) + wrong + right.slice(index + 1))).toBe(false);
      }
    }
  });

  it('gets the figure that the example of the standard has', () => {
    expect(getCheckFigure('7992739871')).toBe(3);
  });

  it('is read with spaces and hyphens, and written in fours', () => {
    expect(normaliseFigures(' 4242 4242-4242–4242\t')).toBe('4242424242424242');
    expect(formatGiftCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  });
});
