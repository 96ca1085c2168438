import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/**
 * Composes the opt-in mail, which asks the mailbox owner to confirm the subscription and repeats the consent
 * text. Nothing is sent before the confirmation.
 */
export function composeOptInMail(
  t: MailTranslate,
  { words, url, hours }: { words: string; url: string; hours: number },
): MailContent {
  return {
    subject: t('newsletterConfirm.subject'),
    preview: t('newsletterConfirm.preview'),
    heading: t('newsletterConfirm.heading'),
    blocks: [
      { type: 'paragraph', text: t('newsletterConfirm.text') },
      { type: 'paragraph', text: `“${words}”` },
      { type: 'button', label: t('newsletterConfirm.button'), url },
      { type: 'small', text: t('newsletterConfirm.expiry', { hours }) },
      { type: 'small', text: t('newsletterConfirm.ignore') },
    ],
  };
}
