import type { MailBlock, MailContent, MailTable } from '../../../mail/render-mail.ts';
import { getWithdrawalDays } from '../../../scope/site-law.ts';
import {
  listDeliveryLines,
  listLineNames,
  listPayments,
  listSums,
  type OrderInWords,
  writeDate,
} from './order-words.ts';

type Fact = { readonly label: string; readonly value: string };

const toFact = (label: string, value: string | null): Fact[] =>
  value === null || value === '' ? [] : [{ label, value }];

const createButton = ({ t }: OrderInWords, orderUrl: string): MailBlock => ({
  type: 'button',
  label: t('order.button'),
  url: orderUrl,
});

/** The goods, and what they come to. */
function createTable(words: OrderInWords): MailTable {
  const { t, formats, lines, order } = words;
  return {
    type: 'table',
    columns: [
      { label: t('order.product'), align: 'start' },
      { label: t('order.quantity'), align: 'end' },
      { label: t('order.amount'), align: 'end' },
    ],
    rows: lines.flatMap((line) => [
      [
        listLineNames(words, line).join(', '),
        formats.number(line.quantity),
        formats.euro(line.originalAmount),
      ],
      ...line.productDiscounts.map(({ description, amount }) => [description, '', formats.euro(-amount)]),
    ]),
    footer: [
      ...listSums(words).map(({ label, amount }) => [label, '', formats.euro(amount)]),
      [t('order.total'), '', formats.euro(order.totalAmount)],
      ...order.vatAmounts.map(({ vatRatePercentage, vatAmount }) => [
        t('order.vatOf', { rate: formats.percentage(vatRatePercentage) }),
        '',
        formats.euro(vatAmount),
      ]),
    ],
  };
}

/** The order has come in and waits for money that takes days. */
export function composeReceivedMail(words: OrderInWords, orderUrl: string): MailContent {
  const { order, payment, t, formats } = words;
  const number = order.orderNumber;
  const amount = formats.euro(order.totalAmount - order.giftCardAmount);
  const reference = payment?.transferReference ?? null;
  const due = order.paymentDueAt === null ? null : writeDate(words, order.paymentDueAt);
  return {
    subject: t('orderReceived.subject', { number, amount }),
    preview: t('orderReceived.preview'),
    heading: t('orderReceived.heading'),
    blocks: [
      {
        type: 'paragraph',
        text:
          reference === null ? t('orderReceived.textPage', { number }) : t('orderReceived.text', { number }),
      },
      {
        type: 'facts',
        rows: [
          ...toFact(t('order.amount'), amount),
          ...toFact(t('orderReceived.accountHolder'), payment?.transferAccountHolder ?? null),
          ...toFact(t('orderReceived.iban'), payment?.transferIban ?? null),
          ...toFact(t('orderReceived.entity'), payment?.transferEntity ?? null),
          ...toFact(t('orderReceived.reference'), reference),
          ...toFact(t('orderReceived.dueDate'), due),
        ],
      },
      createButton(words, orderUrl),
      createTable(words),
      { type: 'small', text: t('orderReceived.next') },
    ],
  };
}

/** The order still waits for its payment: its page offers to pay, change or cancel it. */
export function composeUnpaidMail(words: OrderInWords, orderUrl: string): MailContent {
  const { order, t, formats } = words;
  const number = order.orderNumber;
  const amount = formats.euro(order.totalAmount - order.giftCardAmount);
  return {
    subject: t('orderUnpaid.subject', { number }),
    preview: t('orderUnpaid.preview'),
    heading: t('orderUnpaid.heading'),
    blocks: [
      { type: 'paragraph', text: t('orderUnpaid.text', { number, amount }) },
      { type: 'button', label: t('orderUnpaid.button'), url: orderUrl },
      createTable(words),
      { type: 'small', text: t('orderUnpaid.next') },
    ],
  };
}

/**
 * The order is confirmed: with what Directive 2011/83/EU asks for on a durable medium (articles 8(7) and 6(1)).
 *
 * @param withdrawal page of the withdrawal, and what the shop's legal profile calls it (null: it states nothing); null where the site has none
 */
export function composeConfirmedMail(
  words: OrderInWords,
  orderUrl: string,
  withdrawal: { readonly url: string; readonly label: string | null } | null,
): MailContent {
  const { order, t, formats, site } = words;
  const number = order.orderNumber;
  const { customerServiceEmailAddress: email, customerServicePhone: phone } = site.site;
  const { name, street, zipcode, city } = site.setting.legalEntity;
  const { kind, deliveryTimeDays } = order.delivery;
  const payments = listPayments(words);
  const days = kind === 'none' ? null : deliveryTimeDays;
  return {
    subject: t('orderConfirmed.subject', { number }),
    preview: t('orderConfirmed.preview', { amount: formats.euro(order.totalAmount) }),
    heading: t('orderConfirmed.heading'),
    blocks: [
      {
        type: 'paragraph',
        text: t('orderConfirmed.text', { number, date: writeDate(words, order.createdAt) }),
      },
      createButton(words, orderUrl),
      createTable(words),
      {
        type: 'facts',
        rows: [
          ...toFact(t('order.delivery'), listDeliveryLines(words).join(', ')),
          ...toFact(t('order.deliveryTime'), days === null ? null : t('order.deliveryTimeDays', { days })),
          ...(payments.length === 0
            ? toFact(t('order.payment'), t('order.nothingToPay'))
            : payments.map(({ label, amount }) => ({ label, value: formats.euro(amount) }))),
        ],
      },
      {
        type: 'paragraph',
        text: t('orderConfirmed.withdrawal', { days: getWithdrawalDays(site), email, phone }),
      },
      ...(withdrawal === null
        ? []
        : [
            {
              type: 'link',
              label: withdrawal.label ?? t('orderConfirmed.withdrawalLink'),
              url: withdrawal.url,
            } as const,
          ]),
      { type: 'small', text: t('orderConfirmed.exceptions') },
      {
        type: 'small',
        text: t('orderConfirmed.form', { seller: `${name}, ${street}, ${zipcode} ${city}`, email }),
      },
    ],
  };
}

/** The order has left. Where its parcel is followed is told on its page: a mail leads to the shop only. */
export function composeSentMail(words: OrderInWords, orderUrl: string): MailContent {
  const { order, t } = words;
  const number = order.orderNumber;
  const isTracked = order.trackingUrl !== null;
  return {
    subject: t('orderSent.subject', { number }),
    preview: t('orderSent.preview'),
    heading: t('orderSent.heading'),
    blocks: [
      { type: 'paragraph', text: t('orderSent.text', { number, date: writeDate(words, order.createdAt) }) },
      ...(isTracked ? [{ type: 'paragraph', text: t('orderSent.tracking') } as const] : []),
      isTracked
        ? { type: 'button', label: t('orderSent.trackingButton'), url: orderUrl }
        : createButton(words, orderUrl),
      { type: 'facts', rows: toFact(t('order.delivery'), listDeliveryLines(words).join(', ')) },
    ],
  };
}

/** What a cancelled order gives back. Euro cents. */
export interface CancelledAmounts {
  readonly giftCard: number;
  /** Paid, and paid back: another mail tells when. */
  readonly paidBack: number;
  /** Reserved, and not taken. */
  readonly released: number;
  /** What was paid may have been refunded before. */
  readonly wasPaid: boolean;
  readonly hasCreditNote: boolean;
}

/** The order was cancelled: why, and what goes back. */
export function composeCancelledMail(
  words: OrderInWords,
  orderUrl: string,
  { giftCard, paidBack, released, wasPaid, hasCreditNote }: CancelledAmounts,
): MailContent {
  const { order, t, formats } = words;
  const number = order.orderNumber;
  const reason = t(`orderCancelled.${order.cancelReason ?? 'shop'}`, { number });
  const told = [
    ...(paidBack > 0 ? [t('orderCancelled.moneyBack', { amount: formats.euro(paidBack) })] : []),
    ...(released > 0 ? [t('orderCancelled.released', { amount: formats.euro(released) })] : []),
    ...(giftCard > 0 ? [t('orderCancelled.giftCardBack', { amount: formats.euro(giftCard) })] : []),
  ];
  return {
    subject: t('orderCancelled.subject', { number }),
    preview: reason,
    heading: t('orderCancelled.heading'),
    blocks: [
      { type: 'paragraph', text: reason },
      ...(told.length === 0 && !wasPaid ? [t('orderCancelled.nothingCharged')] : told).map(
        (text) => ({ type: 'paragraph', text }) as const,
      ),
      ...(hasCreditNote ? [{ type: 'paragraph', text: t('creditNote.attached') } as const] : []),
      createButton(words, orderUrl),
    ],
  };
}

/** Money goes back. @param refund `isLate`: it was paid after the order was cancelled */
export function composeRefundedMail(
  words: OrderInWords,
  orderUrl: string,
  refund: {
    readonly amount: number;
    readonly isLate: boolean;
    /** Euro cents that were returned to the gift card. */
    readonly giftCard: number;
    readonly hasCreditNote: boolean;
  },
): MailContent {
  const { order, t, formats } = words;
  const number = order.orderNumber;
  const amount = formats.euro(refund.amount + refund.giftCard);
  const told = [
    ...(refund.amount > 0 ? [t('orderRefunded.text', { number, amount: formats.euro(refund.amount) })] : []),
    ...(refund.giftCard > 0
      ? [t('orderCancelled.giftCardBack', { amount: formats.euro(refund.giftCard) })]
      : []),
  ];
  return {
    subject: t('orderRefunded.subject', { number, amount }),
    preview: told.join(' '),
    heading: t('orderRefunded.heading'),
    blocks: [
      ...told.map((text) => ({ type: 'paragraph', text }) as const),
      ...(refund.isLate ? [{ type: 'paragraph', text: t('orderRefunded.late') } as const] : []),
      ...(refund.hasCreditNote ? [{ type: 'paragraph', text: t('creditNote.attached') } as const] : []),
      createButton(words, orderUrl),
    ],
  };
}
