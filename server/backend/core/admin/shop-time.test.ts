import { describe, expect, it } from '@jest/globals';
import { formatShopDay, formatShopMoment, parseShopTime, toShopTime } from './shop-time.ts';

describe('time zone of the shop', () => {
  it.each([
    ['2026-11-30T08:00', '2026-11-30T07:00:00.000Z'],
    ['2026-07-01 08:00', '2026-07-01T06:00:00.000Z'],
    // The clock goes back at three, so the time exists twice. The first one is used.
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    // This hour does not exist.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['30-11-2026 08:00', '2026-11-30T07:00:00.000Z'],
    ['30.11.2026 8.00', '2026-11-30T07:00:00.000Z'],
    ['30/11/2026, 08:00', '2026-11-30T07:00:00.000Z'],
    ['2026-11-30T07:00:00Z', '2026-11-30T07:00:00.000Z'],
    ['2026-11-30T07:00+02:00', '2026-11-30T05:00:00.000Z'],
  ])('parses %s as %s', (text, instant) => {
    expect(parseShopTime(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2026-11-30',
    '2026-02-29T10:00',
    '2026-13-01T10:00',
    '2026-11-30T24:01',
    '30-11-2026 08:60',
    '31-11-2026 08:00',
    'now',
    '1826-11-30T08:00',
  ])('refuses %j', (text) => {
    expect(parseShopTime(text)).toBeNull();
  });

  it('formats a moment as a field contains it', () => {
    expect(toShopTime(new Date('2026-11-30T23:30:00Z'))).toBe('2026-12-01T00:30');
  });

  it.each([
    ['da', '01.12.2026 00.30', '25.11.2026'],
    ['de', '01.12.2026 00:30', '25.11.2026'],
    ['en', '01/12/2026 00:30', '25/11/2026'],
    ['es', '01/12/2026 00:30', '25/11/2026'],
    ['et', '01.12.2026 00:30', '25.11.2026'],
    ['it', '01/12/2026 00:30', '25/11/2026'],
    ['nl', '01-12-2026 00:30', '25-11-2026'],
    ['pt', '01/12/2026 00:30', '25/11/2026'],
    ['sv', '2026-12-01 00:30', '2026-11-25'],
  ])('formats moments and days in %s, and reads them again', (locale, moment, day) => {
    const at = new Date('2026-11-30T23:30:00Z');
    expect(formatShopMoment(at, locale)).toBe(moment);
    expect(formatShopDay('2026-11-25', locale)).toBe(day);
    expect(parseShopTime(moment)).toEqual(at);
  });
});
