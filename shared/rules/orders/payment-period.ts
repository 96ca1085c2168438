import { DAY_MS } from '../durations.ts';

/**
 * Payment periods of methods that take days to transfer the money. Their customers get a confirmation of
 * receipt of the order.
 */
const slowPaymentPeriods: ReadonlyMap<string, number> = new Map([
  ['sepa-transfer', 10 * DAY_MS],
  ['multibanco', 3 * DAY_MS],
]);

/**
 * Returns the time in milliseconds that an order waits for its payment by a method before it is cancelled.
 */
export const getPaymentPeriodMs = (methodKey: string): number => slowPaymentPeriods.get(methodKey) ?? DAY_MS;

/** Returns true if a method takes days to transfer the money. */
export const isSlowPaymentMethod = (methodKey: string): boolean => slowPaymentPeriods.has(methodKey);
