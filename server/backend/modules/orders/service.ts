import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../database/database.ts';
import type { Credited, CreditOptions, CreditRefusal } from './credit-parts.ts';
import type { customerOrder } from './tables.ts';

export { type CreditOptions, type CreditRefusal, creditMeans } from './credit-parts.ts';
export { type DocumentAmount, listDocumentAmounts } from './document-amounts.ts';
export {
  createCreditForm,
  creditAsked,
  creditFields,
  isCreditAsked,
  listCreditableLines,
} from './keeper-credits.ts';
export { splitPaymentCosts } from './payment-costs.ts';
export { placeReplacement } from './replacement.ts';
export { type LiftedSeries, liftAfterRestore, type NamedNumber } from './restore/lift-after-restore.ts';
export { tellCustomer } from './tell-customer.ts';

export type OrderRecord = typeof customerOrder.$inferSelect;

export interface ChangeOptions {
  readonly now: Date;
  /** Of one that is cancelled. */
  readonly cancelReason?: 'customer' | 'shop' | 'unpaid';
  /** Of one that is paid: how, which may be another way than was chosen last. */
  readonly paidBy?: Pick<OrderRecord, 'paymentMethodId' | 'issuer'>;
  /** Of one that is sent: where its customer sees how it travels. */
  readonly trackingUrl?: string | undefined;
}

/**
 * Changes the state of orders, with all that follows from it, in the transaction of what brings it about. Orders, payments, jobs and
 * commands use this one way.
 */
export interface OrderChanger {
  /** An order for this transaction alone until it ends; undefined where there is none. Taken before the rows of its payments. */
  lock(transaction: Database, orderId: string): Promise<OrderRecord | undefined>;
  /**
   * Brings a locked order into another state and does what follows: times are noted; `paid` ends the wait for money, takes what a gift card
   * holds, has sold gift cards issued and its customer told; `sent` has the authorised payment taken; `cancelled` gives back stock, code and gift
   * card and what was paid, each once.
   *
   * @returns false where the state may not follow on the one that it is in, where a gift card that was sold with the order has been
   *   spent, which cannot be cancelled, or where the authorisation that it was paid by is over, which cannot be sent: then nothing was done
   */
  change(
    transaction: Database,
    order: OrderRecord,
    to: OrderStatus,
    options: ChangeOptions,
  ): Promise<boolean>;
  /**
   * Credits parts of a locked order that was paid and has them refunded.
   *
   * @returns what was credited, or why it cannot be; nothing was written then
   */
  credit(transaction: Database, order: OrderRecord, credit: CreditOptions): Promise<Credited | CreditRefusal>;
  /**
   * Credits a refund that was made at the provider as goodwill, spread over the rates of VAT by what is left of each. Moves no money.
   *
   * @param refund.amount euro cents
   * @returns id of the credit; null if less is left to credit
   */
  creditRefund(
    transaction: Database,
    order: OrderRecord,
    refund: { readonly amount: number; readonly now: Date },
  ): Promise<string | null>;
  /** Marks an order that money came for after it was cancelled: it goes back, and somebody should look at it. */
  noteLatePayment(transaction: Database, orderId: string): Promise<void>;
}
