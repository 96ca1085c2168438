import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/** The data that customer service needs for a quotation. */
export interface SiloRequestDetails {
  readonly product: string | null;
  readonly horses: string;
  /** Weight with its unit. */
  readonly weight: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly place: string;
  readonly message: string;
}

/** Composes the mail to customer service about a request for a quotation. */
export function composeSiloRequestMail(t: MailTranslate, details: SiloRequestDetails): MailContent {
  const { product, horses, weight, name, emailAddress, phoneNumber, place, message } = details;
  const preview = t('siloQuotation.preview', { horses, weight, place });
  return {
    subject: t('siloQuotation.subject', { name, place }),
    preview,
    heading: t('siloQuotation.heading'),
    blocks: [
      { type: 'paragraph', text: preview },
      {
        type: 'facts',
        rows: [
          ...(product === null ? [] : [{ label: t('siloQuotation.product'), value: product }]),
          { label: t('siloQuotation.horses'), value: horses },
          { label: t('siloQuotation.delivery'), value: weight },
          { label: t('siloQuotation.name'), value: name },
          { label: t('siloQuotation.email'), value: emailAddress },
          { label: t('siloQuotation.phone'), value: phoneNumber },
          { label: t('siloQuotation.place'), value: place },
        ],
      },
      ...(message === '' ? [] : [{ type: 'paragraph', text: message } as const]),
    ],
  };
}
