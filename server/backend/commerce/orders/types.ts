import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../core/database/database.ts';
import type { CreditOptions, CreditRefusal, CreditResult } from './credit-parts.ts';
import type { customerOrder } from './tables.ts';

export type OrderRecord = typeof customerOrder.$inferSelect;

export interface OrderChangeOptions {
  readonly now: Date;
  /** Reason of a cancellation. */
  readonly cancelReason?: 'customer' | 'shop' | 'unpaid';
  /** Actual means of payment, which may differ from the last chosen one. */
  readonly paidBy?: Pick<OrderRecord, 'paymentMethodId' | 'issuer'>;
  /** Tracking URL of a dispatched order. */
  readonly trackingUrl?: string | undefined;
}

/**
 * Changes the status of orders, with all consequences, in the transaction of the trigger. Orders, payments,
 * jobs and commands all use it.
 */
export interface OrderChanger {
  /**
   * Returns an order and locks it until the transaction ends; undefined if there is no such order. Lock it
   * before the rows of its payments.
   */
  lock(transaction: Database, orderId: string): Promise<OrderRecord | undefined>;
  /**
   * Changes the status of a locked order and applies the consequences. All changes are timestamped. `paid`
   * ends the payment period, spends the reserved gift card amount, issues sold gift cards and notifies the
   * customer. `sent` captures the authorised payment. `cancelled` returns stock, discount code, gift card
   * amount and payment, each once.
   *
   * @returns false, without any effect, if the transition is not allowed, if a gift card sold with the order
   * was spent and it therefore cannot be cancelled, or if its payment authorisation has expired and it
   * therefore cannot be sent
   */
  change(
    transaction: Database,
    order: OrderRecord,
    to: OrderStatus,
    options: OrderChangeOptions,
  ): Promise<boolean>;
  /**
   * Credits parts of a locked, paid order and requests the refund.
   *
   * @returns the credit, or why it is refused; nothing is written then
   */
  credit(
    transaction: Database,
    order: OrderRecord,
    credit: CreditOptions,
  ): Promise<CreditResult | CreditRefusal>;
  /**
   * Credits a refund that was made at the provider as goodwill, spread over the VAT rates by what is left of
   * each. Moves no money.
   *
   * @param refund.amount euro cents
   * @returns id of the credit; null if less is left to credit
   */
  creditRefund(
    transaction: Database,
    order: OrderRecord,
    refund: { readonly amount: number; readonly now: Date },
  ): Promise<string | null>;
  /** Marks a cancelled order for which a payment arrived: it is refunded, and staff should check it. */
  markLatePayment(transaction: Database, orderId: string): Promise<void>;
  /**
   * Assigns the orders that a guest placed with an address on a site, with what belongs to them, to the account
   * of that address. Call it only after the account owner has proven the mailbox.
   *
   * @param owner.emailAddress address in its normal form
   */
  attachGuestOrders(
    transaction: Database,
    owner: { readonly accountId: string; readonly siteId: number; readonly emailAddress: string },
  ): Promise<void>;
  /** Deletes orders with all their rows, including returns. Gift cards that were sold with them stay. */
  delete(transaction: Database, orderIds: readonly string[], now: Date): Promise<void>;
}
