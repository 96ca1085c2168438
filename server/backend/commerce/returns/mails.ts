import type { ReturnAnswerStatus, ReturnReason } from '../../../../shared/rules/returns.ts';
import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTextKey, MailTranslate } from '../../core/mail/mail-texts.ts';

/** The content of a return. */
export interface ReturnDetails {
  /** Product name with its pack. */
  readonly product: string;
  readonly orderNumber: string;
  readonly quantity: number;
  readonly reason: ReturnReason;
  /** DD-MM-YYYY; null if the date is not the problem. */
  readonly labelDate: string | null;
  readonly text: string;
  readonly photos: number;
}

const textKeyByReason: Readonly<Record<ReturnReason, MailTextKey>> = {
  damaged: 'return.reasonDamaged',
  wrong: 'return.reasonWrong',
  'past-date': 'return.reasonPastDate',
  other: 'return.reasonOther',
};

function listReturnDetails(t: MailTranslate, details: ReturnDetails): { label: string; value: string }[] {
  const { product, orderNumber, quantity, reason, labelDate, photos } = details;
  return [
    { label: t('return.product'), value: product },
    { label: t('return.order'), value: orderNumber },
    { label: t('return.quantity'), value: String(quantity) },
    { label: t('return.reason'), value: t(textKeyByReason[reason]) },
    ...(labelDate === null ? [] : [{ label: t('return.labelDate'), value: labelDate }]),
    { label: t('return.photos'), value: String(photos) },
  ];
}

const createTextParagraph = ({ text }: ReturnDetails) =>
  text === '' ? [] : [{ type: 'paragraph', text } as const];

/** Composes the mail that confirms a return, with its content. */
export function composeReceivedMail(t: MailTranslate, details: ReturnDetails, url: string): MailContent {
  const { product } = details;
  return {
    subject: t('returnReceived.subject', { product }),
    preview: t('returnReceived.preview'),
    heading: t('returnReceived.heading'),
    blocks: [
      { type: 'paragraph', text: t('returnReceived.text') },
      { type: 'facts', rows: listReturnDetails(t, details) },
      ...createTextParagraph(details),
      { type: 'paragraph', text: t('returnReceived.keep') },
      { type: 'button', label: t('returnReceived.button'), url },
    ],
  };
}

/** The content of an answer. */
export interface ReturnAnswerDetails {
  readonly status: ReturnAnswerStatus;
  readonly product: string;
  readonly orderNumber: string;
  /** Text written by the staff member. */
  readonly text: string;
  /** Formatted amount; null if nothing is refunded. */
  readonly amount: string | null;
  /** Number of the replacement order. */
  readonly replacementNumber: string | null;
}

/** Composes the mail with the answer to a return. */
export function composeAnswerMail(t: MailTranslate, details: ReturnAnswerDetails, url: string): MailContent {
  const { status, product, orderNumber, text, amount, replacementNumber } = details;
  const decisionText = {
    answered: t('returnAnswer.answered'),
    replaced: t('returnAnswer.replaced', { number: replacementNumber ?? '' }),
    refunded: t('returnAnswer.refunded', { amount: amount ?? '' }),
    rejected: t('returnAnswer.rejected'),
  }[status];
  return {
    subject: t('returnAnswer.subject', { product }),
    preview: decisionText,
    heading: t('returnAnswer.heading'),
    blocks: [
      { type: 'paragraph', text: decisionText },
      // Line breaks of the text stay line breaks in the mail.
      ...text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => ({ type: 'paragraph', text: line }) as const),
      {
        type: 'facts',
        rows: [
          { label: t('return.product'), value: product },
          { label: t('return.order'), value: orderNumber },
        ],
      },
      { type: 'button', label: t('returnReceived.button'), url },
    ],
  };
}

/**
 * Composes the mail about a return to customer service. Photos are not attached: they are viewed on the admin
 * pages.
 */
export function composeReturnServiceMail(
  t: MailTranslate,
  details: ReturnDetails,
  customer: { readonly name: string; readonly emailAddress: string; readonly returnId: string },
): MailContent {
  const { product, orderNumber } = details;
  const { name, emailAddress, returnId } = customer;
  return {
    subject: t('returnRequested.subject', { product, order: orderNumber }),
    preview: t('returnRequested.preview', { name, order: orderNumber }),
    heading: t('returnRequested.heading'),
    blocks: [
      { type: 'paragraph', text: t('returnRequested.preview', { name, order: orderNumber }) },
      {
        type: 'facts',
        rows: [
          ...listReturnDetails(t, details),
          { label: t('returnRequested.name'), value: name },
          { label: t('returnRequested.email'), value: emailAddress },
          { label: t('returnRequested.number'), value: returnId },
        ],
      },
      ...createTextParagraph(details),
    ],
  };
}
