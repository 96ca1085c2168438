import type { Database } from '../../database/database.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import type { NamedNumber, OrderRecord } from '../orders/service.ts';

export { orderPayments } from './order-payments.ts';
export { isSecured } from './payment-states.ts';
export { readIssuer } from './read-issuer.ts';

/** Payments of orders at the providers of their sites. */
export interface Payments {
  /** Whether the provider of a site takes payments by a method: what it does not is not offered. */
  isOffered(site: SiteRecord, methodKey: string): boolean;
  /** Banks to choose from for a method of a site; empty where it needs none, or where the provider cannot say. */
  listIssuers(
    site: SiteRecord,
    methodKey: string,
  ): Promise<readonly { readonly issuer: string; readonly name: string }[]>;
  /** Writes a payment that is to be begun, in the transaction that wants it; earlier ones of the order that wait are cancelled. */
  prepare(
    transaction: Database,
    order: OrderRecord,
    payment: {
      readonly paymentMethodId: number;
      readonly issuer: string | null;
      readonly amount: number;
      readonly now: Date;
    },
  ): Promise<{ readonly paymentId: string }>;
  /**
   * Begins it at the provider, outside any transaction, and brings the order to `open`; once, however often it is called.
   *
   * @returns where the customer pays; null where there is no page, or the provider cannot be reached now (a job tries again)
   */
  begin(paymentId: string): Promise<string | null>;
  /**
   * Asks the provider how a payment stands and does what follows from it. Nothing that anybody says of it counts.
   *
   * @returns false where the provider did not say
   */
  refresh(paymentId: string): Promise<boolean>;
  /** Has everything of an order given back or ended: what waits is cancelled, what was authorised released, what was paid refunded. */
  release(
    transaction: Database,
    orderId: string,
    options: {
      readonly reason: 'cancelled' | 'shop';
      /** The credit that it belongs to; null where nothing was paid. */
      readonly orderCreditId: string | null;
      readonly now: Date;
    },
  ): Promise<void>;
  /** False where the authorisation that an order was paid by is over: nothing of it was paid, and nothing can be taken. */
  isSecured(transaction: Database, orderId: string): Promise<boolean>;
  /** Has what was authorised taken. */
  capture(transaction: Database, orderId: string, now: Date): Promise<void>;
  /** Euro cents that an order was paid and that no refund was asked for. */
  getRefundable(transaction: Database, orderId: string): Promise<number>;
  /** Has an amount refunded for a credit. @throws RangeError if it is more than `getRefundable` */
  refund(
    transaction: Database,
    orderId: string,
    refund: { readonly amount: number; readonly orderCreditId: string; readonly now: Date },
  ): Promise<void>;
}

/** What a comparison of the providers with the shop came to. */
export interface ReconcileReport {
  /** Payments that were listed. */
  readonly compared: number;
  /** Payments that the shop did not know, and that belong to their orders now. */
  readonly joined: number;
  /** New differences that staff decide. */
  readonly reported: number;
  /** What could not be compared, each as id and code. */
  readonly failures: readonly string[];
}

/** What a list of the providers names. */
export interface ListedNumbers {
  /** Numbers of orders. */
  readonly numbers: readonly NamedNumber[];
  /** How many refunds and charge-backs there are. */
  readonly refunds: number;
}

/** Compares what the providers know with the payments of the shop. */
export interface Reconciler {
  /**
   * Joins payments that the shop does not know to their orders, notes states, refunds and charge-backs, and reports to staff what it cannot
   * decide. A payment or provider that fails is in the report and stops no other.
   *
   * @param since payments that were started, refunded or charged back since then
   */
  reconcile(since: Date, signal?: AbortSignal): Promise<ReconcileReport>;
  /** Reads what payments and refunds since a moment say of the numbers that were given. @throws ProviderError if a provider does not list all */
  listNumbers(since: Date): Promise<ListedNumbers>;
}
