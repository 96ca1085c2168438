import { describe, expect, it } from '@jest/globals';
import { convertEuroCents, toCurrencyCode } from './currency.ts';

describe('toCurrencyCode', () => {
  it.each([
    ['Kr.', 'DKK'],
    ['KR', 'SEK'],
    ['€', 'EUR'],
    ['kr', 'EUR'],
    ['', 'EUR'],
  ])('maps the symbol %p to %s', (symbol, code) => {
    expect(toCurrencyCode(symbol)).toBe(code);
  });
});

describe('convertEuroCents', () => {
  it.each([
    [2095, 7.46, 15629],
    [0, 7.46, 0],
    [100, 1, 100],
    [150, 11.15, 1673],
    [10, 11.15, 112],
  ])('converts %i euro cents at a rate of %p into %i minor units', (cents, rate, expected) => {
    expect(convertEuroCents(cents, rate)).toBe(expected);
  });

  it('throws for fractional cents and for rates that are not positive', () => {
    expect(() => convertEuroCents(1.5, 7.46)).toThrow(RangeError);
    expect(() => convertEuroCents(100, 0)).toThrow(RangeError);
    expect(() => convertEuroCents(100, Number.NaN)).toThrow(RangeError);
  });
});
