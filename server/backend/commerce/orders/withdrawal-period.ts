import Holidays from 'date-holidays';
import { parseDeliveryTime } from '../../../../shared/rules/delivery-time.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { fromLocalMoment } from '../../../../shared/rules/local-moment.ts';
import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import { getLocalDate } from '../../sites/local-dates.ts';

/** Working days after which a delivery without a stated time is assumed to have arrived. */
const DEFAULT_DELIVERY_DAYS = 10;

/** The facts that determine the withdrawal period of an order. */
export interface WithdrawalPeriodInput {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  /** When it was dispatched; null before that. */
  readonly sentAt: Date | null;
  /** Local date ('2026-11-05') on which the carrier or staff reported its receipt. */
  readonly receivedOn: string | null;
  /** Whether nothing of it is delivered: the period then starts with the contract instead of a receipt. */
  readonly isDigital: boolean;
  /** Delivery time in working days, such as '1-2'. */
  readonly deliveryTimeDays: string | null;
}

/** The law that applies to an order. */
export interface WithdrawalRules {
  /** Days of the shop's withdrawal period. */
  readonly days: number;
  /** Time zone of the shop's country. */
  readonly timeZone: string;
  /** Country of the customer (ISO 3166-1 alpha-2), whose public holidays count. */
  readonly regionCode: string;
}

/** The withdrawal period of an order at a given time. */
export interface WithdrawalPeriod {
  /** Whether its customer can withdraw from it. */
  readonly isOpen: boolean;
  /** First moment after the period; null before the goods have been received. */
  readonly endsAt: Date | null;
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const holidays = new Map<string, ReadonlySet<string>>();

/**
 * Returns the national public holidays of a year as local dates; empty for a country that the library does
 * not know.
 */
function listHolidays(regionCode: string, year: number): ReadonlySet<string> {
  const key = `${regionCode}-${year}`;
  const known = holidays.get(key);
  if (known) return known;
  const days = new Holidays(regionCode).getHolidays(year) ?? [];
  const found = new Set(days.filter(({ type }) => type === 'public').map(({ date }) => date.slice(0, 10)));
  holidays.set(key, found);
  return found;
}

/**
 * Returns whether a date is neither a Saturday, a Sunday nor a public holiday of a country (Regulation
 * 1182/71, art. 2).
 */
function isWorkingDay(date: string, regionCode: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return !listHolidays(regionCode, Number(date.slice(0, 4))).has(date);
}

/**
 * Returns the date on which a dispatched order has arrived at the latest: its longest delivery time after the
 * dispatch.
 */
function estimateReceiptDate(sentAt: Date, deliveryTimeDays: string | null, law: WithdrawalRules): string {
  const longest = parseDeliveryTime(deliveryTimeDays)?.until ?? DEFAULT_DELIVERY_DAYS;
  let date = getLocalDate(sentAt, law.timeZone);
  for (let left = longest; left > 0; ) {
    date = addDays(date, 1);
    if (isWorkingDay(date, law.regionCode)) left -= 1;
  }
  return date;
}

/**
 * Returns the first moment after the period of goods received on a date. The period begins on the following
 * day (Directive 2011/83/EU, art. 9(2)(b)). If its last day is a Saturday, a Sunday or a public holiday, it
 * ends with the next working day (Regulation 1182/71, art. 3(4)).
 */
function getPeriodEnd(receivedOn: string, { days, timeZone, regionCode }: WithdrawalRules): Date | null {
  let last = addDays(receivedOn, days);
  while (!isWorkingDay(last, regionCode)) last = addDays(last, 1);
  return fromLocalMoment(`${addDays(last, 1)}T00:00`, timeZone);
}

/**
 * Computes the withdrawal period of an order. The right exists from the contract on. Goods whose receipt was
 * not reported are assumed to have arrived after the longest delivery time; until then their period has no
 * end date.
 */
export function getWithdrawalPeriod(
  order: WithdrawalPeriodInput,
  law: WithdrawalRules,
  now: Date,
): WithdrawalPeriod {
  const { status, sentAt, isDigital } = order;
  if (status === 'created' || status === 'open' || status === 'cancelled') {
    return { isOpen: false, endsAt: null };
  }
  const estimatedReceipt = sentAt && estimateReceiptDate(sentAt, order.deliveryTimeDays, law);
  const receivedOn = isDigital
    ? getLocalDate(order.createdAt, law.timeZone)
    : (order.receivedOn ??
      (estimatedReceipt && estimatedReceipt <= getLocalDate(now, law.timeZone) ? estimatedReceipt : null));
  const endsAt = receivedOn === null ? null : getPeriodEnd(receivedOn, law);
  return { isOpen: endsAt === null || now < endsAt, endsAt };
}
