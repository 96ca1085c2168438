import { describe, expect, it } from '@jest/globals';
import { getCalendarYear } from './site-calendar.ts';

describe('the year of a shop', () => {
  it.each([
    ['2026-12-31T22:59:59.999Z', 'NL', 2026],
    ['2026-12-31T23:00:00Z', 'NL', 2027],
    ['2026-12-31T23:00:00Z', 'GB', 2026],
    ['2026-12-31T23:00:00Z', 'PT', 2026],
    ['2026-12-31T22:00:00Z', 'EE', 2027],
    ['2026-12-31T23:30:00Z', 'XX', 2027],
    ['2026-06-30T12:00:00Z', 'SE', 2026],
  ])('at %s is in %s %i', (at, regionCode, year) => {
    expect(getCalendarYear(new Date(at), regionCode)).toBe(year);
  });
});
