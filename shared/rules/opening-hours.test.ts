import { describe, expect, it } from '@jest/globals';
import { getOpeningWeek, getOpenState } from './opening-hours.ts';

describe('getOpeningWeek', () => {
  it('groups neighbouring days with the same hours and lists closed days', () => {
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

  it('does not group days with the same hours that are not consecutive', () => {
    const week = getOpeningWeek([{ days: [1, 3], from: '09:00', to: '12:00' }]);
    expect(week.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 7],
    ]);
  });

  it('returns both parts of a day that is closed at noon, the morning first', () => {
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

  it('returns one closed week if no hours are known', () => {
    expect(getOpeningWeek([])).toEqual([{ firstDay: 1, lastDay: 7, times: [] }]);
  });
});

describe('getOpenState', () => {
  const shop = [
    { days: [1, 2, 3, 4, 5], from: '13:00', to: '18:00' },
    { days: [1, 2, 3, 4, 5], from: '08:00', to: '12:00' },
    { days: [6], from: '09:00', to: '17:00' },
  ];

  it.each([
    [1, '07:59', { kind: 'opensToday', at: '08:00' }],
    [1, '08:00', { kind: 'open', until: '12:00' }],
    [1, '11:59', { kind: 'open', until: '12:00' }],
    [1, '12:00', { kind: 'opensToday', at: '13:00' }],
    [1, '18:00', { kind: 'opensTomorrow', at: '08:00' }],
    [5, '23:59', { kind: 'opensTomorrow', at: '09:00' }],
    [6, '17:00', { kind: 'opens', day: 1, at: '08:00' }],
    [7, '12:00', { kind: 'opensTomorrow', at: '08:00' }],
  ])('returns the state on day %d at %s', (day, time, expected) => {
    expect(getOpenState(shop, day, time)).toEqual(expected);
  });

  it('continues past midnight if the next day starts with open hours', () => {
    const bar = [
      { days: [5], from: '18:00', to: '24:00' },
      { days: [6], from: '00:00', to: '02:00' },
    ];
    expect(getOpenState(bar, 5, '23:30')).toEqual({ kind: 'open', until: '02:00' });
    expect(getOpenState(bar, 6, '01:59')).toEqual({ kind: 'open', until: '02:00' });
    expect(getOpenState(bar, 6, '02:00')).toEqual({ kind: 'opens', day: 5, at: '18:00' });
  });

  it('names the same day of the next week if it is the only one', () => {
    expect(getOpenState([{ days: [3], from: '10:00', to: '11:00' }], 3, '11:00')).toEqual({
      kind: 'opens',
      day: 3,
      at: '10:00',
    });
  });

  it('terminates if it is always open and if it is never open', () => {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }];
    expect(getOpenState(always, 2, '12:00')).toEqual({ kind: 'always' });
    expect(getOpenState([], 2, '12:00')).toEqual({ kind: 'never' });
  });
});
