import { createFormats } from '../../../../../shared/i18n/create-formats.ts';
import type { MailContent } from '../../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../../core/mail/mail-texts.ts';

/** The effect of a new result on a ration. */
export interface ChangedRation {
  readonly horseName: string;
  readonly product: string;
  /** Grams before the result. */
  readonly previousGrams: number;
  /** Null if the model no longer gives a ration. */
  readonly grams: number | null;
}

/** Composes the mail that lists the rations of an owner that a laboratory result has changed. */
export function composeRationsChangedMail(
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
  // Formats numbers as pages do, even in languages that do not group thousands below ten thousand.
  const { number } = createFormats({ culture });
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
      // A product that is no longer fed needs no gradual change.
      ...(rations.some(({ grams }) => grams !== null)
        ? [{ type: 'small' as const, text: t('adviceChanged.slowly') }]
        : []),
      { type: 'link', label: t('adviceChanged.stop'), url: subscriptionsUrl },
    ],
  };
}
