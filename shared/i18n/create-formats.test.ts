import { describe, expect, it } from '@jest/globals';
import { createFormats } from './create-formats.ts';

const NO_BREAK_SPACE_CHARACTER = '\u00a0';
const MINUS_SIGN = '\u2212';
const dutchFormats = createFormats({ culture: 'nl-NL', currencyCode: 'EUR', indicativeRatePerEur: 1 });
const danishFormats = createFormats({ culture: 'da-DK', currencyCode: 'DKK', indicativeRatePerEur: 7.46 });
const swedishFormats = createFormats({ culture: 'sv-SE', currencyCode: 'SEK', indicativeRatePerEur: 11.15 });
const allCultures = ['nl-NL', 'de-DE', 'da-DK', 'en-GB', 'it-IT', 'pt-PT', 'es-ES', 'sv-SE', 'et-EE'];

describe('createFormats', () => {
  it('formats euro amounts as in the language, always with two decimals', () => {
    expect(dutchFormats.euro(2095)).toBe(`€${NO_BREAK_SPACE_CHARACTER}20,95`);
    expect(dutchFormats.euro(2000)).toBe(`€${NO_BREAK_SPACE_CHARACTER}20,00`);
    expect(danishFormats.euro(5)).toBe(`0,05${NO_BREAK_SPACE_CHARACTER}€`);
  });

  it('groups thousands, in Swedish with a non-breaking space', () => {
    expect(swedishFormats.euro(123450)).toBe(
      `1${NO_BREAK_SPACE_CHARACTER}234,50${NO_BREAK_SPACE_CHARACTER}€`,
    );
    expect(swedishFormats.number(1234.5)).toBe(`1${NO_BREAK_SPACE_CHARACTER}234,5`);
    expect(dutchFormats.euro(123450)).toBe(`€${NO_BREAK_SPACE_CHARACTER}1.234,50`);
  });

  it('formats the indicative amount of sites with another currency, and returns null for the euro', () => {
    expect(danishFormats.indicative(2095)).toBe(`156${NO_BREAK_SPACE_CHARACTER}kr.`);
    expect(swedishFormats.indicative(2000)).toBe(`223${NO_BREAK_SPACE_CHARACTER}kr`);
    expect(dutchFormats.indicative(2095)).toBeNull();
  });

  it('does not mix up two sites in two languages when they alternate', () => {
    const english = createFormats({ culture: 'en-GB', currencyCode: 'SEK', indicativeRatePerEur: 2 });

    expect([danishFormats.euro(100), english.euro(100), danishFormats.euro(100)]).toEqual([
      `1,00${NO_BREAK_SPACE_CHARACTER}€`,
      '€1.00',
      `1,00${NO_BREAK_SPACE_CHARACTER}€`,
    ]);
    expect(danishFormats.indicative(100)).toBe(`7${NO_BREAK_SPACE_CHARACTER}kr.`);
    expect(english.indicative(100)).toBe(`SEK${NO_BREAK_SPACE_CHARACTER}2`);
  });

  it('omits decimals beyond the maximum', () => {
    expect(dutchFormats.number(1234.567)).toBe('1.234,57');
    expect(dutchFormats.number(12)).toBe('12');
    expect(dutchFormats.number(1.25, 1)).toBe('1,3');
  });

  it('puts the minus of a negative amount before the currency symbol', () => {
    expect(dutchFormats.euro(-400)).toBe('− € 4,00'.replaceAll(' ', NO_BREAK_SPACE_CHARACTER));
    expect(danishFormats.euro(-123450)).toBe(`−1.234,50${NO_BREAK_SPACE_CHARACTER}€`);
    expect(createFormats({ culture: 'en-GB' }).euro(-400)).toBe('−€4.00');
  });

  it('formats whole euros without decimals on request', () => {
    expect(dutchFormats.euro(5000, 0)).toBe(`€${NO_BREAK_SPACE_CHARACTER}50`);
  });

  it('formats weights below a kilogram in grams, others in kilograms', () => {
    expect(dutchFormats.weight(600)).toBe(`600${NO_BREAK_SPACE_CHARACTER}g`);
    expect(dutchFormats.weight(999)).toBe(`999${NO_BREAK_SPACE_CHARACTER}g`);
    expect(dutchFormats.weight(1000)).toBe(`1${NO_BREAK_SPACE_CHARACTER}kg`);
    expect(dutchFormats.weight(20_500)).toBe(`20,5${NO_BREAK_SPACE_CHARACTER}kg`);
  });

  it('formats the content of a pack, and returns null for goods sold by the piece', () => {
    expect(dutchFormats.content({ value: 20, unit: 'kg' })).toBe(`20${NO_BREAK_SPACE_CHARACTER}kg`);
    expect(dutchFormats.content({ value: 500, unit: 'ml' })).toBe(`500${NO_BREAK_SPACE_CHARACTER}ml`);
    expect(dutchFormats.content({ value: 1, unit: 'piece' })).toBeNull();
  });

  it('formats calendar dates independently of the time zone', () => {
    expect(dutchFormats.date('2026-02-10')).toBe('10 februari 2026');
    expect(danishFormats.date('2026-12-31')).toBe('31. december 2026');
  });

  it.each(['2026-02-30', '10-02-2026', '2026-02-10T12:00:00Z', ''])(
    'throws for the invalid date %p',
    (text) => {
      expect(() => dutchFormats.date(text)).toThrow(RangeError);
    },
  );

  it('names weekdays from Monday on', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((day) => dutchFormats.weekday(day))).toEqual([
      'maandag',
      'dinsdag',
      'woensdag',
      'donderdag',
      'vrijdag',
      'zaterdag',
      'zondag',
    ]);
    expect(() => dutchFormats.weekday(0)).toThrow(RangeError);
    expect(() => dutchFormats.weekday(8)).toThrow(RangeError);
  });

  it('formats times with 24 hours', () => {
    expect(dutchFormats.time('08:30')).toBe('08:30');
    expect(danishFormats.time('08:30')).toBe('08.30');
    expect(dutchFormats.time('00:00')).toBe('00:00');
    expect(() => dutchFormats.time('24:00')).toThrow(RangeError);
    expect(() => dutchFormats.time('8:30')).toThrow(RangeError);
  });

  it('names countries in the language', () => {
    expect(dutchFormats.country('NL')).toBe('Nederland');
    expect(danishFormats.country('DE')).toBe('Tyskland');
  });

  it('formats a reduction with a true minus sign', () => {
    expect(dutchFormats.percentage(-9)).toBe(`${MINUS_SIGN}9%`);
    expect(danishFormats.percentage(-9)).toBe(`${MINUS_SIGN}9${NO_BREAK_SPACE_CHARACTER}%`);
    expect(danishFormats.percentage(12.5)).toBe(`12,5${NO_BREAK_SPACE_CHARACTER}%`);
  });

  it.each(allCultures)('uses for %s only characters that servers and browsers agree on', (culture) => {
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
