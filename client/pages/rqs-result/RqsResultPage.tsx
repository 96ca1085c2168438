import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import { isRefusedVerdict } from '../../../shared/rules/lab-results.ts';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import {
  HygieneNotes,
  HygieneVerdict,
  ImmediateSteps,
  StorageWarning,
} from '../../features/lab-results/HygieneVerdict.tsx';
import { NutritionValueTable } from '../../features/lab-results/NutritionValueTable.tsx';
import { ReportActions, ReportHead } from '../../features/lab-results/ReportHead.tsx';
import {
  describeReportResult,
  describeValueVerdict,
  formatCalciumPhosphorusRatio,
  formatHygieneStep,
  formatMineral,
  getHygieneStepTone,
  getMineralName,
  hygieneCountNames,
  hygieneGradeTexts,
  hygieneGradeTones,
  listOffTargetValues,
} from '../../features/lab-results/result-labels.ts';
import { ValueExplanations } from '../../features/lab-results/ValueExplanations.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { OwnerReportParts } from './OwnerReportParts.tsx';
import styles from './RqsResultPage.module.css';

/**
 * Renders the report of a nutrition scan: conclusion, values with target ranges, their meaning, and suitable
 * products.
 */
export function RqsResultPage({ data }: { data: PageDataOf<'rqsResult'> }) {
  const shop = useShop();
  const { t } = shop;
  const { frame, hygiene, products } = data;
  const result = { ...data.result, products: [] };
  const [first] = listOffTargetValues(result);
  const ratio = formatCalciumPhosphorusRatio(shop, result.minerals);
  // Uses the verdict of the report itself, because the hygiene scan is loaded separately and may be missing.
  const refused = isRefusedVerdict(result.verdict) ? result.verdict : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <ReportHead kind="rqs" result={result} frame={frame} headline={describeReportResult(shop, result)}>
        {refused === null ? (
          <p>{first ? describeValueVerdict(shop, result, first) : t('labReport.textAllNormal')}</p>
        ) : (
          <p>{t(hygieneGradeTexts[refused])}</p>
        )}
      </ReportHead>
      <ReportActions kind="rqs" reportKey={frame.key} isUsable={refused === null} />
      {refused === null && result.hygiene?.adviceEffect === 'notice' && (
        <div className={styles.notice}>
          <Notice tone="warn">
            <p>{t(hygieneGradeTexts[result.hygiene.grade])}</p>
          </Notice>
        </div>
      )}
      <NutritionValueTable type={result.type} values={result.values} />
      <div className={styles.after}>
        <div className={styles.main}>
          {refused === null ? (
            <ValueExplanations result={result} />
          ) : (
            <ImmediateSteps verdict={refused} shelf={result.shelf} />
          )}
          {!hygiene && <StorageWarning type={result.type} hasStorageRisk={result.hasStorageRisk} />}
          {result.minerals.length > 0 && (
            <section aria-labelledby="report-minerals">
              <h2 id="report-minerals">{t('labReport.minerals')}</h2>
              <p className="soft">{t('labReport.mineralsNote')}</p>
              <Table
                caption={t('labReport.minerals')}
                isCaptionHidden
                rows={[
                  ...result.minerals.map((mineral) => ({
                    key: mineral.key,
                    header: getMineralName(shop, mineral.key),
                    value: formatMineral(shop, mineral),
                  })),
                  ...(ratio === null
                    ? []
                    : [{ key: 'ratio', header: t('labReport.calciumPhosphorus'), value: ratio }]),
                ]}
              />
            </section>
          )}
          {products.length > 0 && (
            <section className={styles.products} aria-labelledby="report-products">
              <h2 id="report-products">{t('labReport.products')}</h2>
              <p className={styles.lead}>{t('labReport.productsLead')}</p>
              <ProductGrid products={products} />
            </section>
          )}
        </div>
        <div className={styles.side}>
          <HygieneSection
            hygiene={hygiene}
            page={frame.testsPage}
            otherKey={data.result.hygiene?.key ?? null}
          />
          <OwnerReportParts kind="rqs" frame={frame} />
        </div>
      </div>
    </div>
  );
}

interface HygieneProps {
  hygiene: QsResult | null;
  page: { readonly title: string; readonly url: string };
  otherKey: string | null;
}

/** Renders the hygiene scan of the same batch. */
function HygieneSection({ hygiene, page, otherKey }: HygieneProps) {
  const shop = useShop();
  const { t, formats } = shop;
  return (
    <section aria-labelledby="report-hygiene">
      <h2 id="report-hygiene">{t('labReport.hygiene')}</h2>
      {otherKey === null && (
        <>
          <p>{t('labReport.noHygiene')}</p>
          <p className={styles.links}>
            <SiteLink href={page.url} className="tap">
              {page.title}
            </SiteLink>
          </p>
        </>
      )}
      {hygiene && (
        <Ticket className={styles.ticket}>
          <Table
            caption={t('labReport.perGramOfFresh')}
            rows={[
              ...hygiene.counts.map(({ count, value, step }) => ({
                key: count,
                header: t(hygieneCountNames[count]),
                value: (
                  <>
                    {t('labReport.perGram', { count: formats.number(value) })}
                    <span className={styles.step}>
                      <Badge tone={getHygieneStepTone(step)}>{formatHygieneStep(shop, step)}</Badge>
                    </span>
                  </>
                ),
              })),
              {
                key: 'germCount',
                header: t('labReport.germCount'),
                value: t('labReport.perGram', { count: formats.number(hygiene.germCount) }),
              },
            ]}
          />
          <p className={styles.grade}>
            <Badge tone={hygieneGradeTones[hygiene.grade]}>
              {t('labReport.grade', { grade: hygiene.grade })}
            </Badge>
          </p>
          <HygieneVerdict {...hygiene} />
        </Ticket>
      )}
      {otherKey !== null && (
        <p className={styles.whole}>
          <DocumentLink href={getResultPath(page.url, 'qs', otherKey)} className="tap">
            {t('labReport.wholeHygiene')}
          </DocumentLink>
        </p>
      )}
      {hygiene && <HygieneNotes />}
    </section>
  );
}
