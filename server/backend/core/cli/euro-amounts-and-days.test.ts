import { describe, expect, it } from '@jest/globals';
import { parseEuro } from './euro-amounts.ts';
import { readDay } from './read-day.ts';

describe('values on a command line', () => {
  it.each([
    ['2026-10-01', '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z'],
    ['1-10-2026', '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z'],
    ['01.10.2026', '2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z'],
  ])('reads the day %s', (text, begin, end) => {
    expect(readDay(text, 'begin')?.toISOString()).toBe(begin);
    expect(readDay(text, 'end')?.toISOString()).toBe(end);
  });

  it.each(['2026-02-30', '31-11-2026', '1999-12-31', '2026-10-01T08:00', ''])(
    'refuses %j as a day',
    (text) => {
      expect(readDay(text, 'begin')).toBeNull();
    },
  );

  it.each([
    ['12.34', 1234],
    ['12,5', 1250],
    ['€ 1.234,50', 123_450],
    ['0,01', 1],
  ])('reads the amount %s as %i cents', (text, cents) => {
    expect(parseEuro(text)).toBe(cents);
  });

  it.each(['-3', '0', '1000000', '1.234', 'five', ''])('refuses %j as an amount', (text) => {
    expect(parseEuro(text)).toBe(0);
  });
});
