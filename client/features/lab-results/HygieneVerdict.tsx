import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { useShop } from '../../store/shop.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './HygieneVerdict.module.css';
import { adviceEffectTexts, hygieneGradeTexts, storageRiskTexts } from './result-labels.ts';
import { ReplacementFeedLinks } from './ValueExplanations.tsx';

/**
 * Renders the consequences of a grade for the horse and for its feed advice, and a warning if the storage of
 * the batch is a risk.
 */
export function HygieneVerdict({
  grade,
  adviceEffect,
  type,
  hasStorageRisk,
}: Pick<QsResult, 'grade' | 'adviceEffect' | 'type' | 'hasStorageRisk'>) {
  const { t } = useShop();
  return (
    <div className={styles.verdict}>
      <p className={grade === 'A' ? undefined : styles.repeated}>{t(hygieneGradeTexts[grade])}</p>
      <p>{t(adviceEffectTexts[adviceEffect])}</p>
      <StorageWarning type={type} hasStorageRisk={hasStorageRisk} />
    </div>
  );
}

const steps = {
  C: ['labReport.nowSoak', 'labReport.nowSeparate', 'labReport.nowCall', 'labReport.nowReplace'],
  D: ['labReport.nowStop', 'labReport.nowSeparate', 'labReport.nowCall', 'labReport.nowReplace'],
} as const;

/** Renders the immediate steps for a batch that must not be fed. The shelf links to replacement feed. */
export function ImmediateSteps({ verdict, shelf }: { verdict: 'C' | 'D'; shelf: QsResult['shelf'] }) {
  const { t } = useShop();
  return (
    <section className={styles.now} aria-labelledby="report-now">
      <h2 id="report-now">{t('labReport.now')}</h2>
      <ol>
        {steps[verdict].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <ReplacementFeedLinks shelf={shelf} />
    </section>
  );
}

export function StorageWarning({ type, hasStorageRisk }: Pick<QsResult, 'type' | 'hasStorageRisk'>) {
  const { t } = useShop();
  if (!hasStorageRisk) return null;
  return (
    <Notice tone="warn">
      <p>{t(storageRiskTexts[type])}</p>
    </Notice>
  );
}

/** Renders the notes that apply to every hygiene scan. */
export function HygieneNotes() {
  const { t } = useShop();
  return (
    <section className={styles.notes} aria-labelledby="report-notes">
      <h2 id="report-notes" className={styles.title}>
        {t('labReport.notes')}
      </h2>
      <ul>
        <li>{t('labReport.noteLimits')}</li>
        <li>{t('labReport.noteSteam')}</li>
        <li>{t('labReport.noteToxins')}</li>
        <li>{t('labReport.noteBatch')}</li>
      </ul>
    </section>
  );
}
