import { PaymentMethod } from '@mollie/api-client';

/** Methods of the shop by the name that Mollie has for them; null, with the reason, where it has none that fits. */
const methods: Readonly<Record<string, PaymentMethod | null>> = {
  'ideal-wero': PaymentMethod.ideal,
  bancontact: PaymentMethod.bancontact,
  paypal: PaymentMethod.paypal,
  klarna: PaymentMethod.klarna,
  'sepa-transfer': PaymentMethod.banktransfer,
  // A debit needs a mandate, which only a first payment by another method gives.
  'sepa-debit': null,
  card: PaymentMethod.creditcard,
  mobilepay: PaymentMethod.mobilepay,
  // A card of this scheme alone is not taken; one that is a Visa as well is paid by `card`.
  dankort: null,
  swish: PaymentMethod.swish,
  mbway: PaymentMethod.mbway,
  multibanco: PaymentMethod.multibanco,
  bizum: PaymentMethod.bizum,
  eps: PaymentMethod.eps,
  // There is none for the banks of Estonia.
  'bank-link-ee': null,
  // The shop's own, paid at no provider.
  'gift-card': null,
  // Whoever pays after delivery has a contract with somebody: `klarna` is one, an invoice of the shop's own is none.
  invoice: null,
};

/** Undefined where Mollie takes no payment by it. */
export const findMollieMethod = (methodKey: string): PaymentMethod | undefined =>
  Object.hasOwn(methods, methodKey) ? (methods[methodKey] ?? undefined) : undefined;
