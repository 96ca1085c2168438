import { useEffect } from 'react';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { TestKind } from '../../../shared/rules/lab-results.ts';
import { useApi } from '../../api/api-context.tsx';
import { FormOutcome, OwnerForm } from '../../features/account/OwnerForm.tsx';
import type { OwnReport, ReportFrame } from '../../features/lab-results/load-report.ts';
import { SampleList } from '../../features/lab-results/SampleList.tsx';
import { useForm } from '../../forms/use-form.ts';
import { account } from '../../store/account.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { usePages } from '../pages-context.ts';
import styles from './OwnReportParts.module.css';

interface OwnReportPartsProps {
  kind: TestKind;
  frame: ReportFrame;
}

/** What only the owner of a result has on its page; nothing for anybody else. */
export function OwnReportParts({ kind, frame }: OwnReportPartsProps) {
  const { own, key, testsPage } = frame;
  if (!own) return null;
  return (
    <div className={styles.parts}>
      <ReadMark key={key} kind={kind} reportKey={key} own={own} />
      <OtherSamples own={own} pagePath={testsPage.url} />
      <ReplaceLink kind={kind} reportKey={key} own={own} />
    </div>
  );
}

interface OwnProps {
  kind: TestKind;
  reportKey: string;
  own: OwnReport;
}

/** A result that its owner opens is read from then on: by itself where there is script, else by a button. */
function ReadMark({ kind, reportKey, own }: OwnProps) {
  const { t } = useShop();
  const api = useApi();
  const pages = usePages();
  const form = useForm('result-read');
  const { owner, isRead } = own;
  useEffect(() => account.provide(owner), [owner]);
  useEffect(() => {
    if (isRead || !api || !pages) return;
    const input = { params: { key: reportKey } };
    const read = kind === 'rqs' ? api.readRqsResult(input) : api.readQsResult(input);
    // What could not be noted is noted with the next visit.
    void read.then(() => pages.invalidate(['account'])).catch(() => undefined);
  }, [isRead, api, pages, kind, reportKey]);
  if (isRead) return null;
  return (
    <noscript>
      <OwnerForm name="result-read" form={form} formToken={owner.formToken} action={ACCOUNT_RQS_RESULTS_PATH}>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={reportKey} />
        <Button type="submit" variant="line">
          {t('labReport.markRead')}
        </Button>
      </OwnerForm>
    </noscript>
  );
}

function OtherSamples({ own, pagePath }: { own: OwnReport; pagePath: string }) {
  const { t } = useShop();
  if (own.samples.length === 0) return null;
  return (
    <section aria-labelledby="report-others">
      <h2 id="report-others" className={styles.title}>
        {t('labReport.otherSamples')}
      </h2>
      <SampleList samples={own.samples.slice(0, 5)} pagePath={pagePath} />
    </section>
  );
}

/** Another address for the page, in two steps that work without script: opened, then confirmed. */
function ReplaceLink({ kind, reportKey, own }: OwnProps) {
  const { t } = useShop();
  const form = useForm('result-replace');
  const notice = useAppState(({ request }) => request.notice);
  return (
    <section>
      <FormOutcome
        form={form}
        isTold={notice?.form === 'result-replace'}
        done={<p>{t('labReport.replaced')}</p>}
      />
      <details className={styles.fold} open={form.result?.status === 'refused'}>
        <summary>
          {t('labReport.replace')}
          <Icon name="down" size="small" />
        </summary>
        <p>{t('labReport.replaceLead')}</p>
        <OwnerForm
          name="result-replace"
          form={form}
          formToken={own.owner.formToken}
          action={ACCOUNT_RQS_RESULTS_PATH}
        >
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="key" value={reportKey} />
          <Button type="submit" variant="line" busy={form.isBusy}>
            {t('labReport.replaceButton')}
          </Button>
        </OwnerForm>
      </details>
    </section>
  );
}
