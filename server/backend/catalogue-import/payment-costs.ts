import { isWholeCents } from './shop-content.ts';
import type { PaymentMethodRow, SiteRow } from './shop-file-schemas.ts';

/**
 * Keys of the methods that may cost something. The others are consumer cards, SEPA credit transfers or direct debits, or schemes on top of
 * them, for which Directive (EU) 2015/2366, article 62(4) prohibits costs. A gift card costs nothing.
 */
const chargeable: ReadonlySet<string> = new Set(['invoice', 'klarna', 'paypal']);

/** Checks the costs of payment of a site: its own methods, once each, whole cents, no method that may not cost anything. */
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
    if (!isWholeCents(costInclVat)) add(`${field}.costInclVat`, 'has more than two decimals');
    const key = paymentMethods.find((row) => row.paymentMethodId === paymentMethodId)?.key;
    if (costInclVat > 0 && key !== undefined && !chargeable.has(key)) {
      add(
        `${field}.costInclVat`,
        `must be 0: consumers may not be charged for '${key}' (Directive (EU) 2015/2366, article 62(4))`,
      );
    }
  }
}
