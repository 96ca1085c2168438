import { describe, expect, it } from '@jest/globals';
import { readDecimal } from './typed-decimal.ts';

describe('readDecimal', () => {
  it.each([
    ['12', 12],
    ['12.34', 12.34],
    ['12,34', 12.34],
    ['12,3', 12.3],
    ['1234,50', 1234.5],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1 234,50', 1234.5],
    ['1\u00a0234,50', 1234.5],
    ['1\u202f234,50', 1234.5],
    ["1'234.50", 1234.5],
    ['1\u2019234,50', 1234.5],
    ['1.234.567', 1_234_567],
    ['€ 5', 5],
    ['€5,00', 5],
    ['5 €', 5],
    ['5,00 EUR', 5],
    ['£1,234.50', 1234.5],
    ['kr. 12,50', 12.5],
    ['12,50 kr.', 12.5],
    ['12 DKK', 12],
    ['12,-', 12],
    ['€ 12,-', 12],
    ['-3', -3],
    ['\u22123', -3],
    ['\u20133,50', -3.5],
    ['- 3', -3],
    ['€ -3', -3],
    ['-€ 3', -3],
    ['+3', 3],
    ['-0', 0],
    ['１２，５', 12.5],
  ])('reads %j as %d', (text, expected) => {
    expect(readDecimal(text, { decimals: 2 })).toBe(expected);
  });

  it('reads three digits after a single separator as thousands if no decimals are allowed', () => {
    expect(readDecimal('1.234', { decimals: 0 })).toBe(1234);
    expect(readDecimal('1,5', { decimals: 0 })).toBeNull();
  });

  it('reads three digits after a single separator as decimals if three decimals are allowed', () => {
    expect(readDecimal('0,500', { decimals: 3 })).toBe(0.5);
    expect(readDecimal('1.234', { decimals: 3 })).toBe(1.234);
    expect(readDecimal('1.234,5', { decimals: 3 })).toBe(1234.5);
  });

  it.each([
    '',
    '-',
    '€',
    '1,2,3',
    '1.23.456',
    '1.234',
    '12,345',
    '1.234.50',
    '12.345,678',
    '1e2',
    '٣',
    '0x10',
    '--3',
    '5 kg',
    '1 2',
    '.5',
  ])('rejects %j', (text) => {
    expect(readDecimal(text, { decimals: 2 })).toBeNull();
  });
});
