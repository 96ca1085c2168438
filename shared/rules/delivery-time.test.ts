import { describe, expect, it } from '@jest/globals';
import { joinDeliveryTimes, parseDeliveryTime } from './delivery-time.ts';

describe('joinDeliveryTimes', () => {
  it.each([
    [[], null],
    [[null], null],
    [['1-2'], '1-2'],
    [['1-2', '3-5', null], '3-5'],
    [['2-3', '1-7'], '2-7'],
    [['4', '1-4'], '4'],
  ])('joins %j to %j', (times, expected) => {
    expect(joinDeliveryTimes(times)).toBe(expected);
  });
});

describe('parseDeliveryTime', () => {
  it.each([
    ['1-2', { from: 1, until: 2 }],
    ['3', { from: 3, until: 3 }],
    ['soon', null],
    ['', null],
    [null, null],
  ])('reads %j as %j', (time, expected) => {
    expect(parseDeliveryTime(time)).toEqual(expected);
  });
});
