import type { MailTranslate } from '../../mail/mail-texts.ts';
import type { MailContent } from '../../mail/render-mail.ts';

/** Asks whether the newsletter was asked for by whoever reads the mailbox, and says again in which words: nothing is sent before that is said. */
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
