import type { MailTranslate } from '../../mail/mail-texts.ts';
import type { MailContent } from '../../mail/render-mail.ts';

/** Tells somebody that their account was closed. It names nobody: nothing of the person is left to say. */
export const composeClosedMail = (t: MailTranslate, origin: string): MailContent => ({
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
