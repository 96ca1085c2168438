import type { Database } from '../../core/database/database.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { OrderRecord } from '../orders/types.ts';

/** Payments of orders at the providers of their sites. */
export interface Payments {
  /** Returns whether the provider of a site supports a method. Unsupported methods are not offered. */
  isOffered(site: SiteRecord, methodKey: string): boolean;
  /**
   * Lists the banks to choose from for a method of a site; empty if it needs none, or the provider cannot
   * list them.
   */
  listIssuers(
    site: SiteRecord,
    methodKey: string,
  ): Promise<readonly { readonly issuer: string; readonly name: string }[]>;
  /**
   * Writes a payment that is to be started, in the transaction that requires it. Cancels earlier pending
   * payments of the order.
   */
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
   * Starts a payment at the provider, outside any transaction, and changes the order to `open`. Idempotent.
   *
   * @returns the page on which the customer pays; null if there is none, or the provider is unavailable (a
   * job retries)
   */
  begin(paymentId: string): Promise<string | null>;
  /**
   * Queries the provider for the status of a payment and applies the consequences. Statuses from any other
   * source are never trusted.
   *
   * @returns false if the provider did not answer
   */
  refresh(paymentId: string): Promise<boolean>;
  /**
   * Requests the release of all payments of an order: pending ones are cancelled, authorised ones released,
   * paid ones refunded.
   */
  release(
    transaction: Database,
    orderId: string,
    options: {
      readonly reason: 'cancelled' | 'shop';
      /** The credit of the refund; null if nothing was paid. */
      readonly orderCreditId: string | null;
      readonly now: Date;
    },
  ): Promise<void>;
  /**
   * Returns false if the authorisation that pays an order has expired: nothing was paid, and nothing can be
   * captured.
   */
  isSecured(transaction: Database, orderId: string): Promise<boolean>;
  /** Requests the capture of the authorised amount. */
  capture(transaction: Database, orderId: string, now: Date): Promise<void>;
  /** Returns the euro cents paid for an order for which no refund was requested. */
  getRefundable(transaction: Database, orderId: string): Promise<number>;
  /** Requests a refund for a credit. @throws RangeError if the amount exceeds `getRefundable` */
  refund(
    transaction: Database,
    orderId: string,
    refund: { readonly amount: number; readonly orderCreditId: string; readonly now: Date },
  ): Promise<void>;
}

/** The operations that orders need. They enqueue work for the jobs of the payments, so that they need no provider. */
export type OrderPayments = Pick<Payments, 'release' | 'isSecured' | 'capture' | 'getRefundable' | 'refund'>;
