import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { Database } from '../../core/database/database.ts';
import type { OrderRecord } from './types.ts';

/** Change of an order that was written. */
export interface OrderChange {
  /** The order after the change, locked. */
  readonly order: OrderRecord;
  readonly now: Date;
}

export interface OrderCancellation extends OrderChange {
  readonly reason: 'customer' | 'shop' | 'unpaid';
  /** Credit of the paid amount; null if nothing was paid. */
  readonly orderCreditId: string | null;
}

/**
 * Reactions of a module to changes of orders. `app/order-changer.ts` lists those of all modules, so that
 * orders need not know which modules react. Reactions run in the transaction of the change, one module after
 * the other; an error rolls the change back.
 */
export interface OrderReactions {
  /**
   * Prepares a change before it is written.
   *
   * @returns false to refuse it
   */
  prepare?(transaction: Database, order: OrderRecord, to: OrderStatus, now: Date): Promise<boolean>;
  paid?(transaction: Database, change: OrderChange): Promise<void>;
  sent?(transaction: Database, change: OrderChange): Promise<void>;
  cancelled?(transaction: Database, change: OrderCancellation): Promise<void>;
  /** Follows the assignment of guest orders to an account. */
  attached?(transaction: Database, accountId: string, orderIds: readonly string[]): Promise<void>;
  /** Precedes the deletion of orders. Deletes or detaches the rows that refer to them. */
  deleting?(transaction: Database, orderIds: readonly string[]): Promise<void>;
}
