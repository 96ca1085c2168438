import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { FormOutcome } from '../../features/account/OwnerForm.tsx';
import type { OwnSample } from '../../features/lab-results/load-report.ts';
import { SampleList } from '../../features/lab-results/SampleList.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import styles from './AccountRqsResultsPage.module.css';

/** Samples of an account: new results first, then what is on its way, then what was read. */
export function AccountRqsResultsPage({ data }: { data: PageDataOf<'accountRqsResults'> }) {
  const { t } = useShop();
  const notice = useAppState(({ request }) => request.notice);
  // Sent from the page of a result, which is shown again where it was done.
  const replacing = useForm('result-replace');
  const { owner, samples, testsPage } = data;
  const hasResult = ({ state }: OwnSample) => state === 'result';
  const groups = [
    ['unread', t('rqsResults.unread'), samples.filter((sample) => hasResult(sample) && !sample.isRead)],
    ['waiting', t('rqsResults.waiting'), samples.filter((sample) => !hasResult(sample))],
    ['done', t('rqsResults.done'), samples.filter((sample) => hasResult(sample) && sample.isRead)],
  ] as const;
  return (
    <AccountFrame owner={owner} current="rqsResults" title={t('rqsResults.title')}>
      <div className={styles.groups}>
        {notice?.form === 'result-read' && (
          <FormNotice tone="ok">
            <p>{t('rqsResults.isRead')}</p>
          </FormNotice>
        )}
        <FormOutcome form={replacing} />
        <p className="soft">{t(samples.length === 0 ? 'rqsResults.none' : 'rqsResults.lead')}</p>
        {groups.map(
          ([group, title, shown]) =>
            shown.length > 0 && (
              <section key={group} aria-labelledby={`samples-${group}`}>
                <h2 id={`samples-${group}`}>{title}</h2>
                <SampleList samples={shown} pagePath={testsPage?.url ?? '/'} />
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
