import { splitServicePrice } from '../../../../shared/rules/cart/split-service-price.ts';
import type { VatType } from '../../../../shared/rules/prices.ts';

/** The part of the payment costs at one VAT rate. */
export interface PaymentCostShare {
  readonly vatRatePercentage: number;
  /** Euro cents incl. VAT, positive. */
  readonly amount: number;
}

/** Splits the payment costs of an order over its VAT rates, exactly as its calculation did. */
export function splitPaymentCosts(
  {
    paymentCosts,
    vatAmounts,
  }: {
    readonly paymentCosts: number;
    readonly vatAmounts: readonly { readonly vatType: VatType; readonly vatRatePercentage: number }[];
  },
  lines: readonly { readonly vatType: VatType; readonly paidAmount: number }[],
): PaymentCostShare[] {
  const paidAt = (type: VatType) =>
    lines.filter(({ vatType }) => vatType === type).reduce((sum, { paidAmount }) => sum + paidAmount, 0);
  const shares = splitServicePrice(paymentCosts, { high: paidAt('high'), low: paidAt('low') });
  return vatAmounts.flatMap(({ vatType, vatRatePercentage }) => {
    const amount = vatType === 'none' ? 0 : shares[vatType];
    return amount > 0 ? [{ vatRatePercentage, amount }] : [];
  });
}
