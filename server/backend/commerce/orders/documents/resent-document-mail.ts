import type { MailContent } from '../../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../../core/mail/mail-texts.ts';

/** Composes the mail that sends an invoice or a credit note again on request. */
export const composeResentDocumentMail = (
  t: MailTranslate,
  { document, order, url }: { readonly document: string; readonly order: string; readonly url: string },
): MailContent => ({
  subject: t('orderDocument.subject', { document, order }),
  preview: t('orderDocument.text', { document, order }),
  heading: t('orderDocument.heading'),
  blocks: [
    { type: 'paragraph', text: t('orderDocument.text', { document, order }) },
    { type: 'button', label: t('order.button'), url },
  ],
});
