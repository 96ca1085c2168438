import { describe, expect, it } from '@jest/globals';
import { createFormats } from './create-formats.ts';

const NBSP = '\u00a0';
const MINUS = '\u2212';
const dutch = createFormats({ culture: 'nl-NL', currencyCode: 'EUR', indicativeRatePerEur: 1 });
const danish = createFormats({ culture: 'da-DK', currencyCode: 'DKK', indicativeRatePerEur: 7.46 });
const swedish = createFormats({ culture: 'sv-SE', currencyCode: 'SEK', indicativeRatePerEur: 11.15 });
const cultures = ['nl-NL', 'de-DE', 'da-DK', 'en-GB', 'it-IT', 'pt-PT', 'es-ES', 'sv-SE', 'et-EE'];

describe('createFormats', () => {
  it('formats euro amounts as in the language, always with two decimals', () => {
    expect(dutch.euro(2095)).toBe(`€${NBSP}20,95`);
    expect(dutch.euro(2000)).toBe(`€${NBSP}20,00`);
    expect(danish.euro(5)).toBe(`0,05${NBSP}€`);
  });

  it('groups thousands, in Swedish with a non-breaking space', () => {
    expect(swedish.euro(123450)).toBe(`1${NBSP}234,50${NBSP}€`);
    expect(swedish.number(1234.5)).toBe(`1${NBSP}234,5`);
    expect(dutch.euro(123450)).toBe(`€${NBSP}1.234,50`);
  });

  it('formats the indicative amount of sites with another currency, and returns null for the euro', () => {
    expect(danish.indicative(2095)).toBe(`156${NBSP}kr.`);
    expect(swedish.indicative(2000)).toBe(`223${NBSP}kr`);
    expect(dutch.indicative(2095)).toBeNull();
  });

  it('does not mix up two sites in two languages when they alternate', () => {
    const english = createFormats({ culture: 'en-GB', currencyCode: 'SEK', indicativeRatePerEur: 2 });

    expect([danish.euro(100), english.euro(100), danish.euro(100)]).toEqual([
      `1,00${NBSP}€`,
      '€1.00',
      `1,00${NBSP}€`,
    ]);
    expect(danish.indicative(100)).toBe(`7${NBSP}kr.`);
    expect(english.indicative(100)).toBe(`SEK${NBSP}2`);
  });

  it('omits decimals beyond the maximum', () => {
    expect(dutch.number(1234.567)).toBe('1.234,57');
    expect(dutch.number(12)).toBe('12');
    expect(dutch.number(1.25, 1)).toBe('1,3');
  });

  it('formats weights below a kilogram in grams, others in kilograms', () => {
    expect(dutch.weight(600)).toBe(`600${NBSP}g`);
    expect(dutch.weight(999)).toBe(`999${NBSP}g`);
    expect(dutch.weight(1000)).toBe(`1${NBSP}kg`);
    expect(dutch.weight(20_500)).toBe(`20,5${NBSP}kg`);
  });

  it('formats the content of a pack, and returns null for goods sold by the piece', () => {
    expect(dutch.content({ value: 20, unit: 'kg' })).toBe(`20${NBSP}kg`);
    expect(dutch.content({ value: 500, unit: 'ml' })).toBe(`500${NBSP}ml`);
    expect(dutch.content({ value: 1, unit: 'piece' })).toBeNull();
  });

  it('formats calendar dates independently of the time zone', () => {
    expect(dutch.date('2026-02-10')).toBe('10 februari 2026');
    expect(danish.date('2026-12-31')).toBe('31. december 2026');
  });

  it.each(['2026-02-30', '10-02-2026', '2026-02-10T12:00:00Z', ''])(
    'throws for the invalid date %p',
    (text) => {
      expect(() => dutch.date(text)).toThrow(RangeError);
    },
  );

  it('names weekdays from Monday on', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((day) => dutch.weekday(day))).toEqual([
      'maandag',
      'dinsdag',
      'woensdag',
      'donderdag',
      'vrijdag',
      'zaterdag',
      'zondag',
    ]);
    expect(() => dutch.weekday(0)).toThrow(RangeError);
    expect(() => dutch.weekday(8)).toThrow(RangeError);
  });

  it('formats times with 24 hours', () => {
    expect(dutch.time('08:30')).toBe('08:30');
    expect(danish.time('08:30')).toBe('08.30');
    expect(dutch.time('00:00')).toBe('00:00');
    expect(() => dutch.time('24:00')).toThrow(RangeError);
    expect(() => dutch.time('8:30')).toThrow(RangeError);
  });

  it('names countries in the language', () => {
    expect(dutch.country('NL')).toBe('Nederland');
    expect(danish.country('DE')).toBe('Tyskland');
  });

  it('formats a reduction with a true minus sign', () => {
    expect(dutch.percentage(-9)).toBe(`${MINUS}9%`);
    expect(danish.percentage(-9)).toBe(`${MINUS}9${NBSP}%`);
    expect(danish.percentage(12.5)).toBe(`12,5${NBSP}%`);
  });

  it.each(cultures)('uses for %s only characters that servers and browsers agree on', (culture) => {
    const formats = createFormats({ culture, currencyCode: 'DKK', indicativeRatePerEur: 7.46 });
    const text = [
      formats.euro(-123456789),
      formats.indicative(123456),
      formats.number(-9876543.21),
      formats.weight(1_234_567),
      formats.percentage(-12.5),
    ].join('');

    expect(text).not.toMatch(/[ \-\u2009\u2007\u202f\u200e\u200f]/);
  });
});
