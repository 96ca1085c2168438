import type { KnownNumber } from '../orders/service.ts';

export { orderPaymentOperations } from './order-payment-operations.ts';
export { isSecured } from './payment-states.ts';
export { readIssuer } from './read-issuer.ts';

/** Result of a comparison of the providers with the shop. */
export interface ReconcileReport {
  /** Number of listed payments. */
  readonly compared: number;
  /** Number of unknown payments that were joined to their orders. */
  readonly joined: number;
  /** Number of new differences for staff. */
  readonly reported: number;
  /** Payments that could not be compared, each as id and code. */
  readonly failures: readonly string[];
}

/** The numbers in the providers' lists. */
export interface ListedOrderNumbers {
  /** Order numbers. */
  readonly numbers: readonly KnownNumber[];
  /** Number of refunds and chargebacks. */
  readonly refunds: number;
}

/** Compares the providers' payments with those of the shop. */
export interface Reconciler {
  /**
   * Joins unknown payments to their orders, records statuses, refunds and chargebacks, and reports to staff
   * what it cannot decide. A payment or provider that fails is listed in the report and does not stop the
   * others.
   *
   * @param since start of the period in which payments were started, refunded or charged back
   */
  reconcile(since: Date, signal?: AbortSignal): Promise<ReconcileReport>;
  /**
   * Reads the assigned numbers in payments and refunds since a time.
   *
   * @throws ProviderError if a provider does not list all
   */
  listNumbers(since: Date): Promise<ListedOrderNumbers>;
}
