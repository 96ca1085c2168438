import { DAY_MS } from '../durations.ts';

/** Methods whose money is on its way for days: their customers are told that the order has come in. */
const slowPeriods: ReadonlyMap<string, number> = new Map([
  ['sepa-transfer', 10 * DAY_MS],
  ['multibanco', 3 * DAY_MS],
]);

/** Milliseconds that an order waits for its payment by a method before it is cancelled. */
export const getPaymentPeriodMs = (methodKey: string): number => slowPeriods.get(methodKey) ?? DAY_MS;

/** Whether the money of a method is on its way for days. */
export const isSlowMethod = (methodKey: string): boolean => slowPeriods.has(methodKey);
