import { describe, expect, it } from '@jest/globals';
import { fromLocalMoment, toLocalMoment } from './local-moment.ts';

describe('the clock of a place', () => {
  it.each([
    ['2026-12-24T17:00:00Z', 'Europe/Berlin', '2026-12-24T18:00'],
    ['2026-07-01T22:30:00Z', 'Europe/Berlin', '2026-07-02T00:30'],
    ['2026-12-24T17:00:00Z', 'Europe/Tallinn', '2026-12-24T19:00'],
    ['2026-12-24T17:00:00Z', 'Europe/London', '2026-12-24T17:00'],
  ])('shows at %s in %s %s, and back', (instant, timeZone, moment) => {
    expect(toLocalMoment(new Date(instant), timeZone)).toBe(moment);
    expect(fromLocalMoment(moment, timeZone)?.toISOString()).toBe(new Date(instant).toISOString());
  });

  it('shows one hour of autumn twice, and the first one counts', () => {
    expect(fromLocalMoment('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('skips an hour of spring', () => {
    expect(fromLocalMoment('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
  });

  it.each([
    '',
    'tomorrow',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-01T24:00',
    '2026-01-01',
    '2026-01-01T10:00:00Z',
  ])('never shows %j', (moment) => {
    expect(fromLocalMoment(moment, 'Europe/Berlin')).toBeNull();
  });
});
