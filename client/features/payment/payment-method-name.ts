import type { MessageKey, Translate } from '../../../shared/i18n/translate.ts';

/** Payment methods whose name is translated. All others are brand names, the same in every language. */
const nameKeysByMethod: Readonly<Record<string, MessageKey>> = {
  'sepa-transfer': 'payment.sepaTransfer',
  'sepa-debit': 'payment.sepaDebit',
  card: 'payment.card',
  eps: 'payment.eps',
  'bank-link-ee': 'payment.bankLink',
  'gift-card': 'payment.giftCard',
  invoice: 'payment.invoice',
};

/** Returns the name of a payment method. */
export function getPaymentMethodName(
  t: Translate,
  { key, name }: { readonly key: string; readonly name: string },
): string {
  const word = nameKeysByMethod[key];
  return word ? t(word) : name;
}
