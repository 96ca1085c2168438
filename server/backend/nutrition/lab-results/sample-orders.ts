import type { Database } from '../../core/database/database.ts';

/** What an order says about its samples. */
export interface SampleOrder {
  readonly orderNumber: string;
  /** Ordered tests by their position in the order. */
  readonly lines: ReadonlyMap<number, SampleOrderLine>;
}

/** An ordered roughage test. */
export interface SampleOrderLine {
  readonly productVariantId: number;
  /** Key of the product, which determines the tests. */
  readonly productKey: string;
}

/** What laboratory results need of orders. */
export interface SampleOrders {
  /** Creates the samples of orders that were paid before samples were introduced. */
  createMissingSamples(transaction: Database, now: Date): Promise<void>;
  /** Returns the orders of samples by id. Deleted orders have no entry. */
  readOrdersById(handle: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, SampleOrder>>;
  /** Returns the email address of the billing details; undefined if the order was deleted. */
  findOrderEmailAddress(handle: Database, orderId: string): Promise<string | undefined>;
}
