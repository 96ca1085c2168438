import { describe, expect, it } from '@jest/globals';
import { getCalendarYear, getLocalMoment } from './country-local-time.ts';

describe('getCalendarYear', () => {
  it.each([
    ['2026-12-31T22:59:59.999Z', 'NL', 2026],
    ['2026-12-31T23:00:00Z', 'NL', 2027],
    ['2026-12-31T23:00:00Z', 'GB', 2026],
    ['2026-12-31T23:00:00Z', 'PT', 2026],
    ['2026-12-31T22:00:00Z', 'EE', 2027],
    ['2026-12-31T23:30:00Z', 'XX', 2027],
    ['2026-06-30T12:00:00Z', 'SE', 2026],
  ])('returns for %s in %s the year %i', (at, regionCode, year) => {
    expect(getCalendarYear(new Date(at), regionCode)).toBe(year);
  });
});

it.each([
  ['2026-11-18T19:41:00.000Z', 'NL', { date: '2026-11-18', time: '20:41' }],
  ['2026-11-18T23:30:00.000Z', 'NL', { date: '2026-11-19', time: '00:30' }],
  ['2026-07-18T22:05:00.000Z', 'EE', { date: '2026-07-19', time: '01:05' }],
  ['2026-07-18T22:05:00.000Z', 'XX', { date: '2026-07-19', time: '00:05' }],
])('returns the local date and time: at %s in %s %j', (at, regionCode, moment) => {
  expect(getLocalMoment(new Date(at), regionCode)).toEqual(moment);
});

it.each([
  // Islands of Spain and Portugal, and the mainland.
  ['2026-11-18T12:00:00.000Z', 'ES', -15.4, '12:00'],
  ['2026-11-18T12:00:00.000Z', 'ES', 2.65, '13:00'],
  ['2026-07-18T12:00:00.000Z', 'PT', -25.67, '12:00'],
  ['2026-07-18T12:00:00.000Z', 'PT', -16.9, '13:00'],
  // The hours before and after a daylight saving change.
  ['2026-03-29T00:59:00.000Z', 'NL', 5.9, '01:59'],
  ['2026-03-29T01:00:00.000Z', 'NL', 5.9, '03:00'],
  ['2026-10-25T00:59:00.000Z', 'NL', 5.9, '02:59'],
  ['2026-10-25T01:00:00.000Z', 'NL', 5.9, '02:00'],
])('returns the local time: at %s in %s at longitude %d %s', (at, regionCode, longitude, time) => {
  expect(getLocalMoment(new Date(at), regionCode, longitude).time).toBe(time);
});
