import { describe, expect, it } from '@jest/globals';
import {
  formatGiftCardNumber,
  getCheckDigit,
  isGiftCardNumber,
  normaliseGiftCardDigits,
} from './gift-card-number.ts';

describe('gift card number', () => {
  it.each([
    // Published test numbers of card schemes, and the example of ISO/IEC 7812-1.
    ['4242424242424242', true],
    ['5555555555554444', true],
    ['4242424242424241', false],
    ['4242424242442242', false],
    ['378282246310005', false],
    ['', false],
    ['42424242424242４2', false],
  ])('is validated by its check digit: %s', (figures, isRight) => {
    expect(isGiftCardNumber(figures)).toBe(isRight);
  });

  it('is rejected if any single digit is wrong', () => {
    const right = '4242424242424242';
    for (let index = 0; index < right.length; index += 1) {
      for (let by = 1; by < 10; by += 1) {
        const wrong = String((Number(right[index]) + by) % 10);
        expect(isGiftCardNumber(right.slice(0, index) + wrong + right.slice(index + 1))).toBe(false);
      }
    }
  });

  it('has the check digit of the example in the standard', () => {
    expect(getCheckDigit('7992739871')).toBe(3);
  });

  it('is read with spaces and hyphens, and formatted in groups of four', () => {
    expect(normaliseGiftCardDigits(' 4242 4242-4242–4242\t')).toBe('4242424242424242');
    expect(formatGiftCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  });
});
