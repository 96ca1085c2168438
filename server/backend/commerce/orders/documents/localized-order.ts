import type { Formats } from '../../../../../shared/i18n/formats.ts';
import type { MailTranslate } from '../../../core/mail/mail-texts.ts';
import { getLocalDate } from '../../../sites/local-dates.ts';
import type { LanguageRecord, SiteRecord } from '../../../sites/site-record.ts';
import { listAddressLines } from './address-lines.ts';
import type { OrderWithDetails } from './queries.ts';

/** An order with the translations and formats to describe it. */
export interface LocalizedOrder extends OrderWithDetails {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  /** Time zone of the site. */
  readonly timeZone: string;
  readonly t: MailTranslate;
  readonly formats: Formats;
}

/** Formats a date in the language of the order. */
export const writeDate = ({ formats, timeZone }: LocalizedOrder, moment: Date): string =>
  formats.date(getLocalDate(moment, timeZone));

/** Returns the lines of the billing details. */
export function listCustomerLines(localized: LocalizedOrder): string[] {
  const { companyName = '', firstName, lastName, address } = localized.order.billing;
  return [
    companyName,
    `${firstName} ${lastName}`.trim(),
    ...listAddressLines(address, localized, localized.formats.country),
  ].filter((line) => line !== '');
}

/** Returns the lines of the delivery option and address. */
export function listDeliveryLines(localized: LocalizedOrder): string[] {
  const { kind, name, address } = localized.order.delivery;
  const { t } = localized;
  const deliveryLabels = {
    none: [t('order.deliveryNone')],
    letter: [t('order.deliveryLetter')],
    parcelShop: [t('order.deliveryParcelShop')],
    dealer: [t('order.deliveryDealer')],
    home: [],
    address: [],
  };
  return [
    ...deliveryLabels[kind],
    ...(name === null ? [] : [name]),
    ...(address === null ? [] : listAddressLines(address, localized, localized.formats.country)),
  ];
}

const paymentMethodMessageKeys = {
  'sepa-transfer': 'sepaTransfer',
  'sepa-debit': 'sepaDebit',
  card: 'card',
  eps: 'eps',
  'bank-link-ee': 'bankLink',
  'gift-card': 'giftCard',
  invoice: 'invoice',
} as const;

/** Returns the name of a payment method: translated, or a brand name that is the same in every language. */
function getLocalizedPaymentMethodName(
  t: MailTranslate,
  { key, name }: { readonly key: string; readonly name: string },
): string {
  if (!Object.hasOwn(paymentMethodMessageKeys, key)) return name;
  return t(`order.method.${paymentMethodMessageKeys[key as keyof typeof paymentMethodMessageKeys]}`);
}

/** Returns the label of the order's gift card with its last digits. */
export const getGiftCardLabel = ({ t, giftCardDigits }: LocalizedOrder): string =>
  giftCardDigits === null ? t('order.method.giftCard') : t('order.giftCard', { digits: giftCardDigits });

/** Returns the label of the order's payment method. */
export const getPaymentLabel = ({ t, method }: LocalizedOrder): string =>
  method === null ? t('order.payment') : getLocalizedPaymentMethodName(t, method);

/** Lists the means by which an order is paid, and their amounts. */
export function listPayments(
  localized: LocalizedOrder,
): { readonly label: string; readonly amount: number }[] {
  const { totalAmount, giftCardAmount } = localized.order;
  return [
    { label: getGiftCardLabel(localized), amount: giftCardAmount },
    { label: getPaymentLabel(localized), amount: totalAmount - giftCardAmount },
  ].filter(({ amount }) => amount > 0);
}

/** Lists the sums of an order from its lines to its total; deductions are negative. */
export function listOrderSums({
  order,
  t,
}: LocalizedOrder): { readonly label: string; readonly amount: number }[] {
  const toDeductions = (discounts: typeof order.orderDiscounts) =>
    discounts.map(({ description, amount }) => ({ label: description, amount: -amount }));
  return [
    { label: t('order.subTotal'), amount: order.subTotalAmount },
    ...toDeductions(order.orderDiscounts),
    ...(order.originalShippingCosts > 0 || order.delivery.kind !== 'none'
      ? [{ label: t('order.delivery'), amount: order.originalShippingCosts }]
      : []),
    ...toDeductions(order.shippingDiscounts),
    ...(order.paymentCosts === 0 ? [] : [{ label: t('order.paymentCosts'), amount: order.paymentCosts }]),
  ];
}

/** Returns the names of a line: product, pack and samples, and a note if it is a gift. */
export const listLineNames = ({ t }: LocalizedOrder, line: OrderWithDetails['lines'][number]): string[] => [
  line.description,
  ...(line.productLabel === '' ? [] : [line.productLabel]),
  ...(line.sampleNames.length === 0 ? [] : [t('order.samples', { names: line.sampleNames.join(', ') })]),
  ...(line.isGift ? [t('order.gift')] : []),
];

/** Returns when an order entered a status; null if it never did. */
export const findStatusTime = ({ statusChanges }: OrderWithDetails, status: string): Date | null =>
  statusChanges.find((change) => change.status === status)?.at ?? null;
