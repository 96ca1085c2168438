import { hasAtMostTwoDecimals } from '../shop-store/shop-content.ts';
import type { PaymentMethodRow, SiteRow } from '../shop-store/shop-file-schemas.ts';

/**
 * Keys of the methods for which a fee is allowed. The others are consumer cards, SEPA credit transfers or
 * direct debits, or schemes based on them, for which Directive (EU) 2015/2366, article 62(4) prohibits fees.
 * Gift cards have no fee.
 */
const methodsWithFee: ReadonlySet<string> = new Set(['invoice', 'klarna', 'paypal']);

/**
 * Checks the payment fees of a site: methods of the site, each once, whole cents, and only methods for which
 * a fee is allowed.
 */
export function checkPaymentCosts(
  { paymentCosts = [], paymentMethodIds }: Pick<SiteRow, 'paymentCosts' | 'paymentMethodIds'>,
  paymentMethods: readonly Pick<PaymentMethodRow, 'paymentMethodId' | 'key'>[],
  add: (field: string, problem: string) => void,
): void {
  for (const [index, { paymentMethodId, costInclVat }] of paymentCosts.entries()) {
    const field = `paymentCosts.${index}`;
    if (paymentCosts.findIndex((row) => row.paymentMethodId === paymentMethodId) !== index) {
      add(`${field}.paymentMethodId`, `payment method ${paymentMethodId} is listed twice`);
    }
    if (!paymentMethodIds.includes(paymentMethodId)) {
      add(`${field}.paymentMethodId`, `payment method ${paymentMethodId} is not one of the site`);
    }
    if (!hasAtMostTwoDecimals(costInclVat)) add(`${field}.costInclVat`, 'has more than two decimals');
    const key = paymentMethods.find((row) => row.paymentMethodId === paymentMethodId)?.key;
    if (costInclVat > 0 && key !== undefined && !methodsWithFee.has(key)) {
      add(
        `${field}.costInclVat`,
        `must be 0: consumers may not be charged for '${key}' (Directive (EU) 2015/2366, article 62(4))`,
      );
    }
  }
}
