import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/** Composes the mail about a closed account. It contains no personal data, because all of it was deleted. */
export const composeAccountClosedMail = (t: MailTranslate, origin: string): MailContent => ({
  subject: t('accountClosed.subject'),
  preview: t('accountClosed.preview'),
  heading: t('accountClosed.heading'),
  blocks: [
    { type: 'paragraph', text: t('accountClosed.text') },
    { type: 'paragraph', text: t('accountClosed.kept') },
    { type: 'button', label: t('accountClosed.button'), url: `${origin}/` },
    { type: 'small', text: t('accountClosed.notYou') },
  ],
});
