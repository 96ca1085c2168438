import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './BatchList.module.css';
import type { AccountSample } from './load-report.ts';
import { getReportBadge, roughageTestNames, sampleStateNames } from './result-labels.ts';
import type { SampleBatch } from './sample-batches.ts';

/**
 * Renders batches with their tests. A test with a result links to its report; other tests show their
 * progress.
 */
export function BatchList({ batches, pagePath }: { batches: readonly SampleBatch[]; pagePath: string }) {
  return (
    <ul className={styles.batches}>
      {batches.map(({ batch, sampleName, refused, samples }) => (
        <li key={batch} className={styles.batch}>
          <div className={styles.head}>
            <p className={styles.name}>{sampleName}</p>
            {refused !== null && <VerdictBadge verdict={refused} />}
          </div>
          <ul>
            {samples.map((sample) => (
              <RoughageTestItem
                key={sample.sampleNumber}
                sample={sample}
                isRefused={refused !== null}
                pagePath={pagePath}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface RoughageTestItemProps {
  sample: AccountSample;
  /**
   * Whether the batch must not be fed. The head of the batch says so, and no badge of a test contradicts it.
   */
  isRefused: boolean;
  pagePath: string;
}

function RoughageTestItem({ sample, isRefused, pagePath }: RoughageTestItemProps) {
  const { t, formats } = useShop();
  const { kind, sampleName, sampleNumber, orderNumber, state, resultDate, key, verdict } = sample;
  const facts = [
    sampleNumber,
    ...(orderNumber === null ? [] : [t('returns.order', { number: orderNumber })]),
    ...(resultDate === null ? [] : [formats.date(resultDate)]),
  ];
  return (
    <li className={styles.test}>
      <div className={styles.words}>
        <p>
          {key === null ? (
            t(roughageTestNames[kind])
          ) : (
            <DocumentLink href={getResultPath(pagePath, kind, key)} className="tap">
              {t(roughageTestNames[kind])}
              <VisuallyHidden>{`: ${sampleName}`}</VisuallyHidden>
            </DocumentLink>
          )}
        </p>
        <p className="small soft">{facts.join(' · ')}</p>
      </div>
      {state !== 'result' && <Badge tone="info">{t(sampleStateNames[state])}</Badge>}
      {verdict !== null && !isRefused && <VerdictBadge verdict={verdict} />}
    </li>
  );
}

function VerdictBadge({ verdict }: { verdict: NonNullable<AccountSample['verdict']> }) {
  const { tone, text } = getReportBadge(useShop(), verdict);
  return <Badge tone={tone}>{text}</Badge>;
}
