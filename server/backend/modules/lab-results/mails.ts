import type { TestKind } from '../../../../shared/rules/lab-results.ts';
import type { MailTranslate } from '../../mail/mail-texts.ts';
import type { MailContent } from '../../mail/render-mail.ts';

/** What a result is of. It says nothing of what was found: that is read where its key leads. */
export interface ResultToTell {
  readonly testKind: TestKind;
  readonly sampleName: string;
  readonly sampleNumber: string;
  /** The laboratory has found something else than before. */
  readonly isCorrection: boolean;
  readonly url: string;
}

/** Tells the owner of a sample that its result is there, or is another one now. */
export function composeLabResultMail(t: MailTranslate, told: ResultToTell): MailContent {
  const { testKind, sampleName: sample, sampleNumber, isCorrection, url } = told;
  return {
    subject: t(isCorrection ? 'labResult.correctedSubject' : 'labResult.subject', { sample }),
    preview: t(isCorrection ? 'labResult.correctedPreview' : 'labResult.preview'),
    heading: t(isCorrection ? 'labResult.correctedHeading' : 'labResult.heading'),
    blocks: [
      { type: 'paragraph', text: t(isCorrection ? 'labResult.correctedText' : 'labResult.text', { sample }) },
      {
        type: 'facts',
        rows: [
          { label: t('labResult.sample'), value: sample },
          { label: t('labResult.test'), value: t(testKind === 'rqs' ? 'labResult.rqs' : 'labResult.qs') },
          { label: t('labResult.number'), value: sampleNumber },
        ],
      },
      { type: 'button', label: t('labResult.button'), url },
      { type: 'small', text: t('labResult.key') },
    ],
  };
}
