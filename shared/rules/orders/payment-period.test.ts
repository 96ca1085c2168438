import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../durations.ts';
import { getPaymentPeriodMs, isSlowPaymentMethod } from './payment-period.ts';

describe('getPaymentPeriodMs', () => {
  it.each([
    ['ideal', 24, false],
    ['eps', 24, false],
    ['multibanco', 3 * 24, true],
    ['sepa-transfer', 10 * 24, true],
    ['constructor', 24, false],
  ])('returns for %s %i hours', (methodKey, hours, isSlow) => {
    expect(getPaymentPeriodMs(methodKey)).toBe(hours * HOUR_MS);
    expect(isSlowPaymentMethod(methodKey)).toBe(isSlow);
  });
});
