import { createFormats } from '../../../../../shared/i18n/create-formats.ts';
import type { Formats } from '../../../../../shared/i18n/formats.ts';
import { writeStreetLine } from '../../../../../shared/rules/people/street-line.ts';
import type { MailTranslate } from '../../../mail/mail-texts.ts';
import { getLocalDate } from '../../../scope/site-calendar.ts';
import type { LanguageRecord, SiteRecord } from '../../../scope/site-record.ts';
import type { OrderFacts } from './queries.ts';

/** An order with what it takes to put it into words. */
export interface OrderInWords extends OrderFacts {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  /** Of the site. */
  readonly timeZone: string;
  readonly t: MailTranslate;
  readonly formats: Formats;
}

/** Figures of papers and mails: what is paid is euro everywhere. */
export const createPaperFormats = ({ culture }: LanguageRecord): Formats =>
  createFormats({ culture, currencyCode: 'EUR', indicativeRatePerEur: 1 });

/** A day as its reader writes it. */
export const writeDate = ({ formats, timeZone }: OrderInWords, moment: Date): string =>
  formats.date(getLocalDate(moment, timeZone));

type OrderAddress = OrderFacts['order']['billing']['address'];

/** Street, town and country, a line each. */
export function listAddressLines({ formats, regionCodes }: OrderInWords, address: OrderAddress): string[] {
  const { zipcode, city, countryId } = address;
  const regionCode = regionCodes.get(countryId);
  return [
    writeStreetLine(address),
    `${zipcode} ${city}`,
    ...(regionCode === undefined ? [] : [formats.country(regionCode)]),
  ];
}

/** Who pays, a line each. */
export function listCustomerLines(words: OrderInWords): string[] {
  const { companyName = '', firstName, lastName, address } = words.order.billing;
  return [companyName, `${firstName} ${lastName}`.trim(), ...listAddressLines(words, address)].filter(
    (line) => line !== '',
  );
}

/** How and where it is delivered, a line each. */
export function listDeliveryLines(words: OrderInWords): string[] {
  const { kind, name, address } = words.order.delivery;
  const { t } = words;
  const ways = {
    none: [t('order.deliveryNone')],
    letter: [t('order.deliveryLetter')],
    parcelShop: [t('order.deliveryParcelShop')],
    dealer: [t('order.deliveryDealer')],
    home: [],
    address: [],
  };
  return [
    ...ways[kind],
    ...(name === null ? [] : [name]),
    ...(address === null ? [] : listAddressLines(words, address)),
  ];
}

const methodWords = {
  'sepa-transfer': 'sepaTransfer',
  'sepa-debit': 'sepaDebit',
  card: 'card',
  eps: 'eps',
  'bank-link-ee': 'bankLink',
  'gift-card': 'giftCard',
  invoice: 'invoice',
} as const;

/** What a means of payment is called: a word, or a name that is the same in every language. */
function getMethodName(
  t: MailTranslate,
  { key, name }: { readonly key: string; readonly name: string },
): string {
  if (!Object.hasOwn(methodWords, key)) return name;
  return t(`order.method.${methodWords[key as keyof typeof methodWords]}`);
}

/** The gift card of an order by its last figures. */
export const getCardLabel = ({ t, giftCardDigits }: OrderInWords): string =>
  giftCardDigits === null ? t('order.method.giftCard') : t('order.giftCard', { digits: giftCardDigits });

/** The means of payment of an order. */
export const getPaymentLabel = ({ t, method }: OrderInWords): string =>
  method === null ? t('order.payment') : getMethodName(t, method);

/** What an order is paid by, and how much of it. */
export function listPayments(words: OrderInWords): { readonly label: string; readonly amount: number }[] {
  const { totalAmount, giftCardAmount } = words.order;
  return [
    { label: getCardLabel(words), amount: giftCardAmount },
    { label: getPaymentLabel(words), amount: totalAmount - giftCardAmount },
  ].filter(({ amount }) => amount > 0);
}

/** What an order comes to, from its lines to its total; amounts that are taken off are below 0. */
export function listSums({ order, t }: OrderInWords): { readonly label: string; readonly amount: number }[] {
  const taken = (discounts: typeof order.orderDiscounts) =>
    discounts.map(({ description, amount }) => ({ label: description, amount: -amount }));
  return [
    { label: t('order.subTotal'), amount: order.subTotalAmount },
    ...taken(order.orderDiscounts),
    ...(order.originalShippingCosts > 0 || order.delivery.kind !== 'none'
      ? [{ label: t('order.delivery'), amount: order.originalShippingCosts }]
      : []),
    ...taken(order.shippingDiscounts),
    ...(order.paymentCosts === 0 ? [] : [{ label: t('order.paymentCosts'), amount: order.paymentCosts }]),
  ];
}

/** A line as it is named: goods, pack, samples; and that it is a gift. */
export const listLineNames = ({ t }: OrderInWords, line: OrderFacts['lines'][number]): string[] => [
  line.description,
  ...(line.productLabel === '' ? [] : [line.productLabel]),
  ...(line.sampleNames.length === 0 ? [] : [t('order.samples', { names: line.sampleNames.join(', ') })]),
  ...(line.isGift ? [t('order.gift')] : []),
];

/** When an order came into a state; null where it never did. */
export const findStatusTime = ({ statusChanges }: OrderFacts, status: string): Date | null =>
  statusChanges.find((change) => change.status === status)?.at ?? null;
