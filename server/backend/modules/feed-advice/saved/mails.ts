import { createFormats } from '../../../../../shared/i18n/create-formats.ts';
import type { MailTranslate } from '../../../mail/mail-texts.ts';
import type { MailContent } from '../../../mail/render-mail.ts';

/** What a new result made of a ration. */
export interface ChangedRation {
  readonly horseName: string;
  readonly product: string;
  /** Before. */
  readonly previousGrams: number;
  /** Null: the model gives none any more. */
  readonly grams: number | null;
}

/** Tells an owner which of their rations another result of the laboratory has changed. */
export function composeChangedMail(
  t: MailTranslate,
  {
    rations,
    culture,
    url,
    subscriptionsUrl,
  }: {
    readonly rations: readonly ChangedRation[];
    readonly culture: string;
    readonly url: string;
    readonly subscriptionsUrl: string;
  },
): MailContent {
  // As the pages write it, also where a language groups no thousand below ten by itself.
  const { number } = createFormats({ culture, currencyCode: 'EUR', indicativeRatePerEur: 1 });
  return {
    subject: t('adviceChanged.subject'),
    preview: t('adviceChanged.preview'),
    heading: t('adviceChanged.heading'),
    blocks: [
      { type: 'paragraph', text: t('adviceChanged.text') },
      {
        type: 'facts',
        rows: rations.map(({ horseName, product, previousGrams, grams }) => ({
          label: `${horseName}: ${product}`,
          value:
            grams === null
              ? t('adviceChanged.refused')
              : t('adviceChanged.ration', { grams: number(grams), previous: number(previousGrams) }),
        })),
      },
      { type: 'button', label: t('adviceChanged.button'), url },
      // What is fed no more is not changed slowly.
      ...(rations.some(({ grams }) => grams !== null)
        ? [{ type: 'small' as const, text: t('adviceChanged.slowly') }]
        : []),
      { type: 'link', label: t('adviceChanged.stop'), url: subscriptionsUrl },
    ],
  };
}
