import type { ProductSummary } from '../../../../shared/contract/products.ts';

/** A variant as a cart knows it. */
export interface Goods {
  readonly summary: ProductSummary;
  /** Pieces; null where they are not counted. */
  readonly stockAmount: number | null;
  /** Working days that they take at least, in any country ('1-2'); null for goods that are not delivered. */
  readonly deliveryTimeDays: string | null;
  /** Of one piece with its pack. */
  readonly grossWeightGrams: number;
  readonly vatClass: string;
  /** Money on a card: no discount of an order is on it. */
  readonly isVoucher: boolean;
}
