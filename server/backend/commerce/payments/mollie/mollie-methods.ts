import { PaymentMethod } from '@mollie/api-client';

/** Mollie's names of the shop's payment methods; null, with the reason, if Mollie has no matching method. */
const methods: Readonly<Record<string, PaymentMethod | null>> = {
  'ideal-wero': PaymentMethod.ideal,
  bancontact: PaymentMethod.bancontact,
  paypal: PaymentMethod.paypal,
  klarna: PaymentMethod.klarna,
  'sepa-transfer': PaymentMethod.banktransfer,
  // A direct debit needs a mandate, which requires a first payment by another method.
  'sepa-debit': null,
  card: PaymentMethod.creditcard,
  mobilepay: PaymentMethod.mobilepay,
  // Cards of this scheme only are not accepted; one that is also a Visa card is paid by `card`.
  dankort: null,
  swish: PaymentMethod.swish,
  mbway: PaymentMethod.mbway,
  multibanco: PaymentMethod.multibanco,
  bizum: PaymentMethod.bizum,
  eps: PaymentMethod.eps,
  // Mollie has no method for the banks of Estonia.
  'bank-link-ee': null,
  // Processed by the shop without a provider.
  'gift-card': null,
  // Payment after delivery requires a contract with a lender: `klarna` provides one, the shop's own invoice
  // does not.
  invoice: null,
};

/** Returns Mollie's method; undefined if Mollie does not support it. */
export const findMollieMethod = (methodKey: string): PaymentMethod | undefined =>
  Object.hasOwn(methods, methodKey) ? (methods[methodKey] ?? undefined) : undefined;
