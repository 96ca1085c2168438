import { describe, expect, it } from '@jest/globals';
import {
  getWithdrawalPeriod,
  type WithdrawalPeriodInput,
  type WithdrawalRules,
} from './withdrawal-period.ts';

const dutchRules: WithdrawalRules = { days: 14, timeZone: 'Europe/Amsterdam', regionCode: 'NL' };
const order: WithdrawalPeriodInput = {
  status: 'sent',
  createdAt: new Date('2026-11-02T09:00:00Z'),
  sentAt: new Date('2026-11-03T15:00:00Z'),
  receivedOn: null,
  isDigital: false,
  deliveryTimeDays: '1-2',
};
const at = (moment: string) => new Date(moment);

/** Returns the last local date on which the customer can withdraw. */
const getLastWithdrawalDay = (
  input: WithdrawalPeriodInput,
  law: WithdrawalRules,
  now = at('2027-06-01T12:00:00Z'),
) => {
  const { endsAt } = getWithdrawalPeriod(input, law, now);
  return endsAt && new Date(endsAt.getTime() - 1).toLocaleDateString('sv-SE', { timeZone: law.timeZone });
};

describe('getWithdrawalPeriod', () => {
  it('counts 14 days from the day after the reported receipt', () => {
    expect(getLastWithdrawalDay({ ...order, receivedOn: '2026-11-04' }, dutchRules)).toBe('2026-11-18');
  });

  it('assumes receipt after the longest delivery time if none was reported', () => {
    // Dispatched on Tuesday, two working days: Thursday 5 November, and 14 days: Thursday 19 November.
    expect(getLastWithdrawalDay(order, dutchRules)).toBe('2026-11-19');
    // Dispatched on Friday: the weekend does not count, so Tuesday 10 November.
    expect(getLastWithdrawalDay({ ...order, sentAt: at('2026-11-06T15:00:00Z') }, dutchRules)).toBe(
      '2026-11-24',
    );
  });

  it('ends on the next working day if the last day is a Saturday or a Sunday', () => {
    expect(getLastWithdrawalDay({ ...order, receivedOn: '2026-11-07' }, dutchRules)).toBe('2026-11-23');
    expect(getLastWithdrawalDay({ ...order, receivedOn: '2026-11-08' }, dutchRules)).toBe('2026-11-23');
  });

  it.each([
    // Christmas: Friday 25 December, Saturday, Sunday.
    ['NL', '2026-12-11', '2026-12-28'],
    // King's Day, Tuesday 27 April 2027, is no holiday in Belgium.
    ['NL', '2027-04-13', '2027-04-28'],
    ['BE', '2027-04-13', '2027-04-27'],
    // German Unity Day, Saturday 3 October 2026; the Austrian national day, Monday 26 October.
    ['DE', '2026-09-19', '2026-10-05'],
    ['AT', '2026-10-12', '2026-10-27'],
    // Republic Day, Independence Day, Portugal Day and the Spanish national day.
    ['IT', '2027-05-19', '2027-06-03'],
    ['EE', '2027-02-10', '2027-02-25'],
    ['PT', '2027-05-27', '2027-06-11'],
    ['ES', '2026-09-28', '2026-10-13'],
  ])('ends after a public holiday of %s: received on %s, last day %s', (regionCode, receivedOn, lastDay) => {
    expect(
      getLastWithdrawalDay(
        { ...order, receivedOn },
        { ...dutchRules, regionCode },
        at('2028-01-01T12:00:00Z'),
      ),
    ).toBe(lastDay);
  });

  it("ends at midnight in the shop's time zone, also when its clocks change", () => {
    const lisbon: WithdrawalRules = { days: 14, timeZone: 'Europe/Lisbon', regionCode: 'PT' };
    expect(
      getWithdrawalPeriod({ ...order, receivedOn: '2026-11-04' }, lisbon, at('2027-01-01T00:00:00Z')).endsAt,
    ).toEqual(at('2026-11-19T00:00:00Z'));
    // Clocks go back on Sunday 25 October 2026; the last day is Monday 26 October, which ends in winter time.
    expect(
      getWithdrawalPeriod({ ...order, receivedOn: '2026-10-12' }, dutchRules, at('2027-01-01T00:00:00Z'))
        .endsAt,
    ).toEqual(at('2026-10-26T23:00:00Z'));
  });

  it('is open from the contract on, without an end date until the receipt', () => {
    for (const status of ['paid', 'processing'] as const) {
      expect(
        getWithdrawalPeriod({ ...order, status, sentAt: null }, dutchRules, at('2026-11-03T09:00:00Z')),
      ).toEqual({
        isOpen: true,
        endsAt: null,
      });
    }
    expect(getWithdrawalPeriod(order, dutchRules, at('2026-11-04T09:00:00Z'))).toEqual({
      isOpen: true,
      endsAt: null,
    });
  });

  it('is open until the last moment of its last day, and closed after it', () => {
    const received = { ...order, receivedOn: '2026-11-04' };
    expect(getWithdrawalPeriod(received, dutchRules, at('2026-11-18T22:59:59.999Z')).isOpen).toBe(true);
    expect(getWithdrawalPeriod(received, dutchRules, at('2026-11-18T23:00:00Z')).isOpen).toBe(false);
  });

  it('starts with the contract if nothing is delivered', () => {
    expect(getLastWithdrawalDay({ ...order, isDigital: true, deliveryTimeDays: null }, dutchRules)).toBe(
      '2026-11-16',
    );
  });

  it.each(['created', 'open', 'cancelled'] as const)('is closed for an order that is %s', (status) => {
    expect(getWithdrawalPeriod({ ...order, status }, dutchRules, at('2026-11-04T09:00:00Z'))).toEqual({
      isOpen: false,
      endsAt: null,
    });
  });
});
