import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import { isRefusedVerdict } from '../../../shared/rules/lab-results.ts';
import { HygieneCountTable } from '../../features/lab-results/HygieneCountTable.tsx';
import { HygieneNotes, ImmediateSteps, StorageWarning } from '../../features/lab-results/HygieneVerdict.tsx';
import { ReportActions, ReportHead } from '../../features/lab-results/ReportHead.tsx';
import {
  adviceEffectTexts,
  formatReportValue,
  hygieneGradeTexts,
  hygieneGradeTones,
  refusedHeadlines,
} from '../../features/lab-results/result-labels.ts';
import { ReplacementFeedLinks } from '../../features/lab-results/ValueExplanations.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { OwnerReportParts } from '../rqs-result/OwnerReportParts.tsx';
import styles from './QsResultPage.module.css';

/**
 * Renders the report of a hygiene scan: the grade with its meaning, and every count next to its reference
 * value.
 */
export function QsResultPage({ data: { frame, result } }: { data: PageDataOf<'qsResult'> }) {
  const shop = useShop();
  const { t } = shop;
  const { grade, adviceEffect, otherKey, shelf } = result;
  const { testsPage } = frame;
  const refused = isRefusedVerdict(result.verdict) ? result.verdict : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <ReportHead
        kind="qs"
        result={result}
        frame={frame}
        headline={refused === null ? t('labReport.grade', { grade }) : t(refusedHeadlines[refused])}
      >
        <p>{t(hygieneGradeTexts[refused ?? grade])}</p>
      </ReportHead>
      <ReportActions kind="qs" reportKey={frame.key} isUsable={false} />
      <Ticket as="section">
        <HygieneCountTable counts={result.counts} germCount={result.germCount} />
      </Ticket>
      <div className={styles.after}>
        <div className={styles.part}>
          {refused !== null && <ImmediateSteps verdict={refused} shelf={shelf} />}
          <section className={styles.part} aria-labelledby="report-meaning">
            <h2 id="report-meaning">{t('labReport.meaning')}</h2>
            <p>
              <Badge tone={hygieneGradeTones[grade]}>{t('labReport.grade', { grade })}</Badge>
            </p>
            {/* "Sound" would contradict the headline if another scan of the batch decides it. */}
            {(refused === null || refused === grade) && <p>{t(hygieneGradeTexts[grade])}</p>}
            <p>{t(adviceEffectTexts[adviceEffect])}</p>
            {refused === null && <ReplacementFeedLinks shelf={shelf} />}
            <StorageWarning {...result} />
            <Table
              caption={t('labReport.sameBatch')}
              rows={(['dryMatterPct', 'moisturePct'] as const).map((key) => ({
                key,
                header: t(`labReport.${key}`),
                value: formatReportValue(shop, key, result[key]),
              }))}
            />
          </section>
          <HygieneNotes />
        </div>
        <div className={styles.part}>
          <section className={styles.other} aria-labelledby="report-nutrition">
            <h2 id="report-nutrition">{t('labReport.nutrition')}</h2>
            {otherKey === null ? (
              <>
                <p>{t('labReport.noNutrition')}</p>
                <p>
                  <SiteLink href={testsPage.url} className="tap">
                    {testsPage.title}
                  </SiteLink>
                </p>
              </>
            ) : (
              <p>
                <DocumentLink href={getResultPath(testsPage.url, 'rqs', otherKey)} className="tap">
                  {t('labReport.wholeNutrition')}
                </DocumentLink>
              </p>
            )}
          </section>
          <OwnerReportParts kind="qs" frame={frame} />
        </div>
      </div>
    </div>
  );
}
