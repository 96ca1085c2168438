import { describe, expect, it } from '@jest/globals';
import { getPaymentPeriodMs, isSlowMethod } from './payment-period.ts';

describe('the payment period', () => {
  it.each([
    ['ideal', 24, false],
    ['eps', 24, false],
    ['multibanco', 3 * 24, true],
    ['sepa-transfer', 10 * 24, true],
    ['constructor', 24, false],
  ])('of %s is %i hours', (methodKey, hours, isSlow) => {
    expect(getPaymentPeriodMs(methodKey)).toBe(hours * 3_600_000);
    expect(isSlowMethod(methodKey)).toBe(isSlow);
  });
});
