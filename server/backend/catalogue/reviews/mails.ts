import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/** Composes the mail that asks the mailbox owner to confirm a review. The review has no effect before. */
export function composeConfirmMail(
  t: MailTranslate,
  { product, url, days }: { product: string; url: string; days: number },
): MailContent {
  return {
    subject: t('reviewConfirm.subject', { product }),
    preview: t('reviewConfirm.preview', { product }),
    heading: t('reviewConfirm.heading'),
    blocks: [
      { type: 'paragraph', text: t('reviewConfirm.text', { product }) },
      { type: 'button', label: t('reviewConfirm.button'), url },
      { type: 'small', text: t('reviewConfirm.expiry', { days }) },
      { type: 'small', text: t('reviewConfirm.ignore') },
    ],
  };
}
