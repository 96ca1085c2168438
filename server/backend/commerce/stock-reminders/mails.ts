import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/** Composes the mail that asks the mailbox owner to confirm the reminder. No other mail is sent before. */
export function composeConfirmMail(
  t: MailTranslate,
  { product, url, hours }: { product: string; url: string; hours: number },
): MailContent {
  return {
    subject: t('stockReminderConfirm.subject', { product }),
    preview: t('stockReminderConfirm.preview', { product }),
    heading: t('stockReminderConfirm.heading'),
    blocks: [
      { type: 'paragraph', text: t('stockReminderConfirm.text', { product }) },
      { type: 'button', label: t('stockReminderConfirm.button'), url },
      { type: 'small', text: t('stockReminderConfirm.expiry', { hours }) },
      { type: 'small', text: t('stockReminderConfirm.ignore') },
    ],
  };
}

/** Composes the mail that reports that the product is back. */
export function composeBackInStockMail(
  t: MailTranslate,
  { product, url }: { product: string; url: string },
): MailContent {
  return {
    subject: t('stockReminderBack.subject', { product }),
    preview: t('stockReminderBack.preview', { product }),
    heading: t('stockReminderBack.heading'),
    blocks: [
      { type: 'paragraph', text: t('stockReminderBack.text', { product }) },
      { type: 'button', label: t('stockReminderBack.button'), url },
      { type: 'small', text: t('stockReminderBack.quantity') },
      { type: 'small', text: t('stockReminderBack.once') },
    ],
  };
}
