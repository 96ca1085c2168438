import type { MailBlock, MailContent, MailTable } from '../../../core/mail/mail-content.ts';
import { getWithdrawalDays } from '../../../sites/legal-periods.ts';
import {
  type LocalizedOrder,
  listDeliveryLines,
  listLineNames,
  listOrderSums,
  listPayments,
  writeDate,
} from './localized-order.ts';

type LabelledValue = { readonly label: string; readonly value: string };

const toLabelledValue = (label: string, value: string | null): LabelledValue[] =>
  value === null || value === '' ? [] : [{ label, value }];

const createOrderButton = ({ t }: LocalizedOrder, orderUrl: string): MailBlock => ({
  type: 'button',
  label: t('order.button'),
  url: orderUrl,
});

/** Returns the table of goods and totals. */
function createOrderTable(localized: LocalizedOrder): MailTable {
  const { t, formats, lines, order } = localized;
  return {
    type: 'table',
    columns: [
      { label: t('order.product'), align: 'start' },
      { label: t('order.quantity'), align: 'end' },
      { label: t('order.amount'), align: 'end' },
    ],
    rows: lines.flatMap((line) => [
      [
        listLineNames(localized, line).join(', '),
        formats.number(line.quantity),
        formats.euro(line.originalAmount),
      ],
      ...line.productDiscounts.map(({ description, amount }) => [description, '', formats.euro(-amount)]),
    ]),
    footer: [
      ...listOrderSums(localized).map(({ label, amount }) => [label, '', formats.euro(amount)]),
      [t('order.total'), '', formats.euro(order.totalAmount)],
      ...order.vatAmounts.map(({ vatRatePercentage, vatAmount }) => [
        t('order.vatOf', { rate: formats.percentage(vatRatePercentage) }),
        '',
        formats.euro(vatAmount),
      ]),
    ],
  };
}

/** Composes the mail for an order that was received and waits for a slow payment. */
export function composeReceivedMail(localized: LocalizedOrder, orderUrl: string): MailContent {
  const { order, payment, t, formats } = localized;
  const number = order.orderNumber;
  const amount = formats.euro(order.totalAmount - order.giftCardAmount);
  const reference = payment?.transferReference ?? null;
  const due = order.paymentDueAt === null ? null : writeDate(localized, order.paymentDueAt);
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
          ...toLabelledValue(t('order.amount'), amount),
          ...toLabelledValue(t('orderReceived.accountHolder'), payment?.transferAccountHolder ?? null),
          ...toLabelledValue(t('orderReceived.iban'), payment?.transferIban ?? null),
          ...toLabelledValue(t('orderReceived.entity'), payment?.transferEntity ?? null),
          ...toLabelledValue(t('orderReceived.reference'), reference),
          ...toLabelledValue(t('orderReceived.dueDate'), due),
        ],
      },
      createOrderButton(localized, orderUrl),
      createOrderTable(localized),
      { type: 'small', text: t('orderReceived.next') },
    ],
  };
}

/** Composes the reminder for an unpaid order. Its page offers to pay, change or cancel it. */
export function composeUnpaidMail(localized: LocalizedOrder, orderUrl: string): MailContent {
  const { order, t, formats } = localized;
  const number = order.orderNumber;
  const amount = formats.euro(order.totalAmount - order.giftCardAmount);
  return {
    subject: t('orderUnpaid.subject', { number }),
    preview: t('orderUnpaid.preview'),
    heading: t('orderUnpaid.heading'),
    blocks: [
      { type: 'paragraph', text: t('orderUnpaid.text', { number, amount }) },
      { type: 'button', label: t('orderUnpaid.button'), url: orderUrl },
      createOrderTable(localized),
      { type: 'small', text: t('orderUnpaid.next') },
    ],
  };
}

/**
 * Composes the order confirmation with the information that Directive 2011/83/EU requires on a durable medium
 * (articles 8(7) and 6(1)).
 *
 * @param withdrawal the withdrawal page, and its name in the legal profile of the site (null: none); null if
 * the site has no such page
 */
export function composeConfirmedMail(
  localized: LocalizedOrder,
  orderUrl: string,
  withdrawal: { readonly url: string; readonly label: string | null } | null,
): MailContent {
  const { order, t, formats, site } = localized;
  const number = order.orderNumber;
  const { customerServiceEmailAddress: email, customerServicePhone: phone } = site.site;
  const { name, street, zipcode, city } = site.setting.legalEntity;
  const { kind, deliveryTimeDays } = order.delivery;
  const payments = listPayments(localized);
  const days = kind === 'none' ? null : deliveryTimeDays;
  return {
    subject: t('orderConfirmed.subject', { number }),
    preview: t('orderConfirmed.preview', { amount: formats.euro(order.totalAmount) }),
    heading: t('orderConfirmed.heading'),
    blocks: [
      {
        type: 'paragraph',
        text: t('orderConfirmed.text', { number, date: writeDate(localized, order.createdAt) }),
      },
      createOrderButton(localized, orderUrl),
      createOrderTable(localized),
      {
        type: 'facts',
        rows: [
          ...toLabelledValue(t('order.delivery'), listDeliveryLines(localized).join(', ')),
          ...toLabelledValue(
            t('order.deliveryTime'),
            days === null ? null : t('order.deliveryTimeDays', { days }),
          ),
          ...(payments.length === 0
            ? toLabelledValue(t('order.payment'), t('order.nothingToPay'))
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

/**
 * Composes the mail for a dispatched order. The tracking link is on the order page: mails only link to the
 * site.
 */
export function composeSentMail(localized: LocalizedOrder, orderUrl: string): MailContent {
  const { order, t } = localized;
  const number = order.orderNumber;
  const isTracked = order.trackingUrl !== null;
  return {
    subject: t('orderSent.subject', { number }),
    preview: t('orderSent.preview'),
    heading: t('orderSent.heading'),
    blocks: [
      {
        type: 'paragraph',
        text: t('orderSent.text', { number, date: writeDate(localized, order.createdAt) }),
      },
      ...(isTracked ? [{ type: 'paragraph', text: t('orderSent.tracking') } as const] : []),
      isTracked
        ? { type: 'button', label: t('orderSent.trackingButton'), url: orderUrl }
        : createOrderButton(localized, orderUrl),
      { type: 'facts', rows: toLabelledValue(t('order.delivery'), listDeliveryLines(localized).join(', ')) },
    ],
  };
}

/** The amounts that a cancelled order returns. Euro cents. */
export interface CancelledOrderAmounts {
  readonly giftCard: number;
  /** Paid amount that is refunded; another mail reports the refund. */
  readonly refundedToPayment: number;
  /** Reserved amount that was not charged. */
  readonly released: number;
  /** Whether the order was paid. The payment may have been refunded earlier. */
  readonly wasPaid: boolean;
  readonly hasCreditNote: boolean;
}

/** Composes the mail for a cancelled order: the reason and the refund. */
export function composeCancelledMail(
  localized: LocalizedOrder,
  orderUrl: string,
  { giftCard, refundedToPayment, released, wasPaid, hasCreditNote }: CancelledOrderAmounts,
): MailContent {
  const { order, t, formats } = localized;
  const number = order.orderNumber;
  const reason = t(`orderCancelled.${order.cancelReason ?? 'shop'}`, { number });
  const told = [
    ...(refundedToPayment > 0
      ? [t('orderCancelled.moneyBack', { amount: formats.euro(refundedToPayment) })]
      : []),
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
      createOrderButton(localized, orderUrl),
    ],
  };
}

/**
 * Composes the mail for a refund.
 *
 * @param refund `isLate`: the payment arrived after the order was cancelled
 */
export function composeRefundedMail(
  localized: LocalizedOrder,
  orderUrl: string,
  refund: {
    readonly amount: number;
    readonly isLate: boolean;
    /** Euro cents that were returned to the gift card. */
    readonly giftCard: number;
    readonly hasCreditNote: boolean;
  },
): MailContent {
  const { order, t, formats } = localized;
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
      createOrderButton(localized, orderUrl),
    ],
  };
}
