import type { ReturnReason } from '../../../../shared/rules/returns.ts';
import type { MailTextKey, MailTranslate } from '../../mail/mail-texts.ts';
import type { MailContent } from '../../mail/render-mail.ts';

/** What a return is about. */
export interface ReturnFacts {
  /** With its pack. */
  readonly product: string;
  readonly orderNumber: string;
  readonly reason: ReturnReason;
  /** DD-MM-YYYY; null where the date is not what is wrong. */
  readonly labelDate: string | null;
  readonly text: string;
  readonly photos: number;
}

const reasonKeys: Readonly<Record<ReturnReason, MailTextKey>> = {
  damaged: 'return.reasonDamaged',
  wrong: 'return.reasonWrong',
  'past-date': 'return.reasonPastDate',
  other: 'return.reasonOther',
};

function listFacts(t: MailTranslate, facts: ReturnFacts): { label: string; value: string }[] {
  const { product, orderNumber, reason, labelDate, photos } = facts;
  return [
    { label: t('return.product'), value: product },
    { label: t('return.order'), value: orderNumber },
    { label: t('return.reason'), value: t(reasonKeys[reason]) },
    ...(labelDate === null ? [] : [{ label: t('return.labelDate'), value: labelDate }]),
    { label: t('return.photos'), value: String(photos) },
  ];
}

const listText = ({ text }: ReturnFacts) => (text === '' ? [] : [{ type: 'paragraph', text } as const]);

/** Tells a customer that their return has come, and what it says. */
export function composeReceivedMail(t: MailTranslate, facts: ReturnFacts, url: string): MailContent {
  const { product } = facts;
  return {
    subject: t('returnReceived.subject', { product }),
    preview: t('returnReceived.preview'),
    heading: t('returnReceived.heading'),
    blocks: [
      { type: 'paragraph', text: t('returnReceived.text') },
      { type: 'facts', rows: listFacts(t, facts) },
      ...listText(facts),
      { type: 'paragraph', text: t('returnReceived.keep') },
      { type: 'button', label: t('returnReceived.button'), url },
    ],
  };
}

/** Tells customer service of a return. Photos are looked at where they are kept, and travel nowhere. */
export function composeServiceMail(
  t: MailTranslate,
  facts: ReturnFacts,
  customer: { readonly name: string; readonly emailAddress: string; readonly returnId: string },
): MailContent {
  const { product, orderNumber } = facts;
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
          ...listFacts(t, facts),
          { label: t('returnRequested.name'), value: name },
          { label: t('returnRequested.email'), value: emailAddress },
          { label: t('returnRequested.number'), value: returnId },
        ],
      },
      ...listText(facts),
    ],
  };
}
