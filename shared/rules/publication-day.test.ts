import { describe, expect, it } from '@jest/globals';
import { getPublicationDay, getPublicationMoment } from './publication-day.ts';

describe('getPublicationMoment and getPublicationDay', () => {
  it.each([
    ['2026-11-30', '2026-11-29T23:00:00Z'],
    ['2026-07-01', '2026-06-30T22:00:00Z'],
    // Days of daylight saving changes: both changes happen after midnight.
    ['2027-03-28', '2027-03-27T23:00:00Z'],
    ['2027-03-29', '2027-03-28T22:00:00Z'],
    ['2026-10-25', '2026-10-24T22:00:00Z'],
    ['2026-10-26', '2026-10-25T23:00:00Z'],
  ])('start %s at %s, which is midnight in Amsterdam', (day, moment) => {
    expect(getPublicationMoment(day)).toBe(moment);
    const at = Date.parse(moment);
    expect(getPublicationDay(new Date(at))).toBe(day);
    expect(getPublicationDay(new Date(at - 1)) < day).toBe(true);
  });

  it('throw for an invalid day', () => {
    expect(() => getPublicationMoment('2026-02-30')).toThrow(RangeError);
  });
});
