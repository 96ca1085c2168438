import { formatGiftCardNumber } from '../../../../shared/rules/gift-card-number.ts';
import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';
import type { CardSecrets } from './card-secrets.ts';

/** A card and its value, as stated in the mail. */
export interface MailedCard extends CardSecrets {
  /** Value in the format of the language, such as '€ 25,00'. */
  readonly value: string;
}

/** Composes the mail with the gift cards for their buyer. Number and PIN cannot be looked up again. */
export function composeGiftCardsMail(
  t: MailTranslate,
  { cards, orderNumber, siteUrl }: { cards: readonly MailedCard[]; orderNumber: string; siteUrl: string },
): MailContent {
  const count = { smart_count: cards.length };
  return {
    subject: t('giftCards.subject', count),
    preview: t('giftCards.preview', { ...count, orderNumber }),
    heading: t('giftCards.heading', count),
    blocks: [
      { type: 'paragraph', text: t('giftCards.text', { ...count, orderNumber }) },
      ...cards.map(({ number, pin, value }) => ({
        type: 'facts' as const,
        rows: [
          { label: t('giftCards.value'), value },
          { label: t('giftCards.number'), value: formatGiftCardNumber(number) },
          { label: t('giftCards.pin'), value: pin },
        ],
      })),
      { type: 'paragraph', text: t('giftCards.use') },
      { type: 'button', label: t('giftCards.button'), url: siteUrl },
      { type: 'small', text: t('giftCards.keep') },
    ],
  };
}
