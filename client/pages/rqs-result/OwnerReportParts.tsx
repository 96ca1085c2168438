import { useEffect, useRef } from 'react';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { RoughageTestKind } from '../../../shared/rules/lab-results.ts';
import { useApi } from '../../api/api-context.tsx';
import { AccountForm } from '../../features/account/AccountForm.tsx';
import { FormToken } from '../../features/account/FormToken.tsx';
import { BatchList } from '../../features/lab-results/BatchList.tsx';
import type { OwnerReport, ReportPageDetails } from '../../features/lab-results/load-report.ts';
import { groupSamplesByBatch } from '../../features/lab-results/sample-batches.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import { account } from '../../store/account.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { usePages } from '../pages-context.ts';
import styles from './OwnerReportParts.module.css';

interface OwnerReportPartsProps {
  kind: RoughageTestKind;
  frame: ReportPageDetails;
}

/** Renders the parts of a report that only its owner sees. Renders nothing for other visitors. */
export function OwnerReportParts({ kind, frame }: OwnerReportPartsProps) {
  const { own, key, testsPage } = frame;
  if (!own) return null;
  return (
    <div className={styles.parts}>
      <MarkAsReadForm key={key} kind={kind} reportKey={key} own={own} />
      <OtherSamplesList own={own} pagePath={testsPage.url} />
      <ReplaceReportLink kind={kind} reportKey={key} own={own} />
    </div>
  );
}

interface OwnerReportProps {
  kind: RoughageTestKind;
  reportKey: string;
  own: OwnerReport;
}

/** Marks a result as read when its owner opens it: automatically with script, otherwise with a button. */
function MarkAsReadForm({ kind, reportKey, own }: OwnerReportProps) {
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
    // If the request fails, the next visit marks the result.
    void read.then(() => pages.invalidate(['account'])).catch(() => undefined);
  }, [isRead, api, pages, kind, reportKey]);
  if (isRead) return null;
  return (
    <noscript>
      <AccountForm
        name="result-read"
        form={form}
        formToken={owner.formToken}
        action={ACCOUNT_RQS_RESULTS_PATH}
      >
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={reportKey} />
        <Button type="submit" variant="line">
          {t('labReport.markRead')}
        </Button>
      </AccountForm>
    </noscript>
  );
}

function OtherSamplesList({ own, pagePath }: { own: OwnerReport; pagePath: string }) {
  const { t } = useShop();
  if (own.samples.length === 0) return null;
  return (
    <section aria-labelledby="report-others">
      <h2 id="report-others" className={styles.title}>
        {t('labReport.otherSamples')}
      </h2>
      <BatchList batches={groupSamplesByBatch(own.samples).slice(0, 5)} pagePath={pagePath} />
    </section>
  );
}

/**
 * Renders the form that replaces the link of the page, in two steps: open, then confirm. It opens a new
 * document also with script, because the new URL is secret. The confirmation is the first element of that
 * page.
 */
function ReplaceReportLink({ kind, reportKey, own }: OwnerReportProps) {
  const { t } = useShop();
  const isReplaced = useAppState(({ request }) => request.notice?.form === 'result-replace');
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReplaced) noticeRef.current?.querySelector<HTMLElement>('[data-form-notice]')?.focus();
  }, [isReplaced]);
  return (
    <section>
      <div ref={noticeRef}>
        {isReplaced && (
          <FormNotice tone="ok">
            <p>{t('labReport.replaced')}</p>
          </FormNotice>
        )}
      </div>
      <details className={styles.fold}>
        <summary>
          {t('labReport.replace')}
          <Icon name="down" size="small" />
        </summary>
        <p>{t('labReport.replaceLead')}</p>
        <form method="post" action={ACCOUNT_RQS_RESULTS_PATH}>
          <FormName name="result-replace" />
          <FormToken value={own.owner.formToken} />
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="key" value={reportKey} />
          <Button type="submit" variant="line">
            {t('labReport.replaceButton')}
          </Button>
        </form>
      </details>
    </section>
  );
}
