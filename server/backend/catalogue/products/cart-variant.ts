import type { ProductSummary } from '../../../../shared/contract/products.ts';

/** A variant with the fields that a cart needs. */
export interface CartVariant {
  readonly summary: ProductSummary;
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
  /** Minimum delivery time in working days in any country ('1-2'); null for goods that are not shipped. */
  readonly deliveryTimeDays: string | null;
  /** Weight of one piece with its packaging. */
  readonly grossWeightGrams: number;
  readonly vatClass: string;
  /** Whether it is a gift card. Order discounts do not apply to it. */
  readonly isVoucher: boolean;
}
