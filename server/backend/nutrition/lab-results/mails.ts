import {
  isRefusedVerdict,
  type ReportVerdict,
  type RoughageTestKind,
} from '../../../../shared/rules/lab-results.ts';
import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

/** The sample and verdict of a result mail. The values are only shown on the report page behind the key. */
export interface ResultMailData {
  readonly testKind: RoughageTestKind;
  readonly hasMinerals: boolean;
  /** Verdict of the report, which follows the worst hygiene scan of the batch. */
  readonly verdict: ReportVerdict;
  readonly sampleName: string;
  readonly sampleNumber: string;
  /** Whether the laboratory has corrected an earlier result. */
  readonly isCorrection: boolean;
  readonly url: string;
}

const verdictTextKeys = {
  A: 'labResult.verdictA',
  B: 'labResult.verdictB',
  C: 'labResult.verdictC',
  D: 'labResult.verdictD',
  low: 'labResult.verdictLow',
  medium: 'labResult.verdictMedium',
  high: 'labResult.verdictHigh',
} as const satisfies Record<ReportVerdict, string>;

const refusedTextKeys = { C: 'labResult.refusedC', D: 'labResult.refusedD' } as const;

/**
 * Composes the mail to the owner of a sample about a new or corrected result. The subject names the verdict,
 * the sample and the test.
 */
export function composeLabResultMail(t: MailTranslate, result: ResultMailData): MailContent {
  const { sampleName: sample, sampleNumber, isCorrection, url } = result;
  const verdict = t(verdictTextKeys[result.verdict]);
  const test = t(
    result.testKind === 'qs'
      ? 'labResult.qs'
      : result.hasMinerals
        ? 'labResult.rqsMinerals'
        : 'labResult.rqs',
  );
  const refused = isRefusedVerdict(result.verdict) ? t(refusedTextKeys[result.verdict]) : null;
  return {
    subject: t(isCorrection ? 'labResult.correctedSubject' : 'labResult.subject', { verdict, sample, test }),
    preview: refused ?? t(isCorrection ? 'labResult.correctedPreview' : 'labResult.preview'),
    heading:
      refused === null ? t(isCorrection ? 'labResult.correctedHeading' : 'labResult.heading') : verdict,
    blocks: [
      ...(refused === null ? [] : [{ type: 'paragraph', text: refused } as const]),
      { type: 'paragraph', text: t(isCorrection ? 'labResult.correctedText' : 'labResult.text', { sample }) },
      {
        type: 'facts',
        rows: [
          { label: t('labResult.verdict'), value: verdict },
          { label: t('labResult.sample'), value: sample },
          { label: t('labResult.test'), value: test },
          { label: t('labResult.number'), value: sampleNumber },
        ],
      },
      { type: 'button', label: t('labResult.button'), url },
      { type: 'small', text: t('labResult.key') },
    ],
  };
}
