import type { ReactNode } from 'react';
import type { QsResult, RqsResult } from '../../../shared/contract/lab-results.ts';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { RoughageTestKind } from '../../../shared/rules/lab-results.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { ReportPageDetails } from './load-report.ts';
import styles from './ReportHead.module.css';
import { labMethodNames, roughageTestNames, roughageTypeNames, sampleNumberLabels } from './result-labels.ts';

interface ReportHeadProps {
  kind: RoughageTestKind;
  result: Pick<
    RqsResult | QsResult,
    'sampleName' | 'sampleNumber' | 'type' | 'receiptDate' | 'resultDate' | 'laboratory' | 'version'
  >;
  frame: ReportPageDetails;
  /** The conclusion in one sentence. */
  headline: string;
  /** Explanation of the conclusion. */
  children: ReactNode;
}

/** Renders the head of a report: batch, type of test, date, laboratory, method and conclusion. */
export function ReportHead({ kind, result, frame, headline, children }: ReportHeadProps) {
  const { t, formats, brand } = useShop();
  const { sampleName, sampleNumber, type, receiptDate, resultDate, laboratory, version } = result;
  const orderNumber = frame.own?.orderNumber ?? null;
  const facts = [
    ['labReport.type', t(roughageTypeNames[type])],
    ...(receiptDate === null ? [] : [['labReport.received', formats.date(receiptDate)] as const]),
    ['labReport.result', formats.date(resultDate)],
    ['labReport.test', t(roughageTestNames[kind])],
    ...(laboratory === null
      ? []
      : ([
          ['labReport.laboratory', laboratory.name],
          ['labReport.method', t(labMethodNames[laboratory.method])],
        ] as const)),
    ['labReport.sampleNumber', sampleNumber],
    ...(orderNumber === null ? [] : [['labReport.order', orderNumber] as const]),
  ] as const;
  return (
    <>
      <p className={styles.printHead}>
        <strong>{brand}</strong> <span>{t(sampleNumberLabels[kind], { number: sampleNumber })}</span>
      </p>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[
          { title: t('common.home'), url: '/' },
          ...(frame.own
            ? [
                { title: t('account.title'), url: ACCOUNT_PATH },
                { title: t('rqsResults.title'), url: ACCOUNT_RQS_RESULTS_PATH },
              ]
            : [frame.testsPage]),
        ]}
        current={sampleName}
      />
      <div className={styles.head}>
        <div className={styles.about}>
          <h1 className={hasLongWord(sampleName, 17) ? 'long-word' : undefined}>{sampleName}</h1>
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={styles.verdict}>
          <p className={styles.headline}>{headline}</p>
          {children}
        </div>
      </div>
      {version > 1 && (
        <div className={styles.corrected}>
          <Notice>
            <p>{t('labReport.corrected', { version })}</p>
          </Notice>
        </div>
      )}
    </>
  );
}

interface ReportActionsProps {
  kind: RoughageTestKind;
  reportKey: string;
  /** Whether the feed calculator can use the result. */
  isUsable: boolean;
}

/** Renders the actions of a report: use it in the feed calculator, print it, download its values. */
export function ReportActions({ kind, reportKey, isUsable }: ReportActionsProps) {
  const { t } = useShop();
  const code = useAppState((state) => state.scope.language.code);
  const file = `/api/${kind}-results/${reportKey}/file`;
  return (
    <div className={styles.actions}>
      {isUsable && (
        <ButtonLink
          href={`/${getLocalisedSegment('feedAdvice', code)}/?rqs=${reportKey}`}
          variant="brand"
          icon="bucket"
        >
          {t('labReport.useInAdvice')}
        </ButtonLink>
      )}
      <span className={styles.print}>
        <Button variant="line" icon="print" onClick={() => window.print()}>
          {t('labReport.print')}
        </Button>
      </span>
      <a href={`${file}.csv`} download className="tap">
        {t('labReport.csv')}
      </a>
      <a href={`${file}.json`} download className="tap">
        {t('labReport.json')}
      </a>
    </div>
  );
}
