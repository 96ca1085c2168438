import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import type { OwnSample } from './load-report.ts';
import { stateNames, testNames, writeBadge } from './result-words.ts';
import styles from './SampleList.module.css';

/** Samples of an owner: those with a result lead to it, the others say how far they are. */
export function SampleList({ samples, pagePath }: { samples: readonly OwnSample[]; pagePath: string }) {
  const { t, formats } = useShop();
  return (
    <ul className={styles.samples}>
      {samples.map((sample) => {
        const { kind, sampleNumber, sampleName, orderNumber, state, resultDate, key } = sample;
        const facts = [
          t(testNames[kind]),
          sampleNumber,
          ...(orderNumber === null ? [] : [t('returns.order', { number: orderNumber })]),
          ...(resultDate === null ? [] : [formats.date(resultDate)]),
        ];
        return (
          <li key={sampleNumber} className={styles.sample}>
            <div className={styles.words}>
              <p className={styles.name}>
                {key === null ? (
                  sampleName
                ) : (
                  <DocumentLink href={getResultPath(pagePath, kind, key)} className="tap">
                    {sampleName}
                  </DocumentLink>
                )}
              </p>
              <p className="small soft">{facts.join(' · ')}</p>
            </div>
            {state === 'result' ? (
              <Verdict sample={sample} />
            ) : (
              <Badge tone="info">{t(stateNames[state])}</Badge>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Verdict({ sample: { verdict } }: { sample: OwnSample }) {
  const shop = useShop();
  if (verdict === null) return null;
  const { tone, text } = writeBadge(shop, verdict);
  return <Badge tone={tone}>{text}</Badge>;
}
