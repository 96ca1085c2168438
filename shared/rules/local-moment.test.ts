import { describe, expect, it } from '@jest/globals';
import { fromLocalMoment, toLocalMoment } from './local-moment.ts';

describe('toLocalMoment and fromLocalMoment', () => {
  it.each([
    ['2026-12-24T17:00:00Z', 'Europe/Berlin', '2026-12-24T18:00'],
    ['2026-07-01T22:30:00Z', 'Europe/Berlin', '2026-07-02T00:30'],
    ['2026-12-24T17:00:00Z', 'Europe/Tallinn', '2026-12-24T19:00'],
    ['2026-12-24T17:00:00Z', 'Europe/London', '2026-12-24T17:00'],
  ])('convert %s in %s to %s and back', (instant, timeZone, moment) => {
    expect(toLocalMoment(new Date(instant), timeZone)).toBe(moment);
    expect(fromLocalMoment(moment, timeZone)?.toISOString()).toBe(new Date(instant).toISOString());
  });

  it('use the first occurrence of an ambiguous hour in autumn', () => {
    expect(fromLocalMoment('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('move a skipped hour in spring behind the change', () => {
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
  ])('return null for %j', (moment) => {
    expect(fromLocalMoment(moment, 'Europe/Berlin')).toBeNull();
  });
});
