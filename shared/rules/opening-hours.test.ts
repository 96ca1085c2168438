import { describe, expect, it } from '@jest/globals';
import { getOpeningWeek } from './opening-hours.ts';

describe('getOpeningWeek', () => {
  it('puts neighbouring days with the same hours in one row and names the closed days', () => {
    const week = getOpeningWeek([
      { days: [6], from: '09:00', to: '13:00' },
      { days: [1, 2, 3, 4, 5], from: '08:30', to: '17:30' },
    ]);
    expect(week).toEqual([
      { firstDay: 1, lastDay: 5, times: [{ from: '08:30', to: '17:30' }] },
      { firstDay: 6, lastDay: 6, times: [{ from: '09:00', to: '13:00' }] },
      { firstDay: 7, lastDay: 7, times: [] },
    ]);
  });

  it('keeps days apart that have the same hours but do not follow each other', () => {
    const week = getOpeningWeek([{ days: [1, 3], from: '09:00', to: '12:00' }]);
    expect(week.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 7],
    ]);
  });

  it('shows both halves of a day with a closed noon, the morning first', () => {
    const [monday, rest] = getOpeningWeek([
      { days: [1], from: '13:00', to: '17:00' },
      { days: [1], from: '08:00', to: '12:00' },
    ]);
    expect(monday?.times).toEqual([
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ]);
    expect(rest).toEqual({ firstDay: 2, lastDay: 7, times: [] });
  });

  it('gives one closed week where no hours are known', () => {
    expect(getOpeningWeek([])).toEqual([{ firstDay: 1, lastDay: 7, times: [] }]);
  });
});
