import { AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { BatchList } from '../../features/lab-results/BatchList.tsx';
import { groupSamplesByBatch, type SampleBatch } from '../../features/lab-results/sample-batches.ts';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import styles from './AccountRqsResultsPage.module.css';

/**
 * Renders the batches of an account: those with a new result first, then those without a result, then those
 * already read.
 */
export function AccountRqsResultsPage({ data }: { data: PageDataOf<'accountRqsResults'> }) {
  const { t } = useShop();
  const notice = useAppState(({ request }) => request.notice);
  // The form is on the page of a result. After success it redirects there, so this page shows only errors.
  const replacing = useForm('result-replace');
  const { owner, samples, testsPage } = data;
  const batches = groupSamplesByBatch(samples);
  const groups = [
    ['unread', t('rqsResults.unread'), batches.filter((own) => getBatchGroup(own) === 'unread')],
    ['waiting', t('rqsResults.waiting'), batches.filter((own) => getBatchGroup(own) === 'waiting')],
    ['done', t('rqsResults.done'), batches.filter((own) => getBatchGroup(own) === 'done')],
  ] as const;
  return (
    <AccountFrame owner={owner} current="rqsResults" title={t('rqsResults.title')}>
      <div className={styles.groups}>
        {notice?.form === 'result-read' && (
          <FormNotice tone="ok">
            <p>{t('rqsResults.isRead')}</p>
          </FormNotice>
        )}
        <AccountFormOutcome form={replacing} />
        <p className="soft">{t(samples.length === 0 ? 'rqsResults.none' : 'rqsResults.lead')}</p>
        {groups.map(
          ([group, title, shown]) =>
            shown.length > 0 && (
              <section key={group} aria-labelledby={`samples-${group}`}>
                <h2 id={`samples-${group}`}>{title}</h2>
                <BatchList batches={shown} pagePath={testsPage?.url ?? '/'} />
              </section>
            ),
        )}
        {testsPage && (
          <p>
            <ButtonLink href={testsPage.url} variant="line">
              {testsPage.title}
            </ButtonLink>
          </p>
        )}
      </div>
    </AccountFrame>
  );
}

/** Returns the group of a batch. A batch is unread until all its results were opened. */
function getBatchGroup({ samples }: SampleBatch): 'unread' | 'waiting' | 'done' {
  const results = samples.filter(({ state }) => state === 'result');
  if (results.length === 0) return 'waiting';
  return results.every(({ isRead }) => isRead) ? 'done' : 'unread';
}
