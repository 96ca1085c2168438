import { describe, expect, it } from '@jest/globals';
import { normalisePhoneNumber } from './phone-number.ts';

describe('normalisePhoneNumber', () => {
  it.each([
    ['06 12 34 56 78', '+31', '+31612345678'],
    ['+31 (0)6-12.34.56.78', '+31', '+31612345678'],
    ['0032 470 12 34 56', '+31', '+32470123456'],
    ['02 0000 0010', '+39', '+390200000010'],
    ['900 000 010', '+34', '+34900000010'],
    ['', '+31', ''],
  ])('%s with %s is %s', (text, prefix, expected) => {
    expect(normalisePhoneNumber(text, prefix)).toBe(expected);
  });
});
