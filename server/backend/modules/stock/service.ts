import type { Stock } from '../../../../shared/contract/products.ts';

/** Stock is told in pieces only where so few are left (decisions: 'Only {amount} pieces in stock'). */
const LAST_PIECES = 5;

/** @param amount pieces, null where they are not counted: always available */
export function createStock(amount: number | null, deliveryTimeDays: string | null): Stock {
  const isAvailable = amount === null || amount > 0;
  return {
    isAvailable,
    amountLeft: amount !== null && isAvailable && amount <= LAST_PIECES ? amount : null,
    deliveryTimeDays: isAvailable ? deliveryTimeDays : null,
  };
}
