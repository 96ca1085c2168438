import { getResultPath } from '../../../shared/rules/lab-result-path.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import type { OwnSample } from './load-report.ts';
import { gradeTones, shortLevels, stateNames, testNames } from './result-words.ts';
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

const isGrade = (verdict: string): verdict is keyof typeof gradeTones => Object.hasOwn(gradeTones, verdict);
const isLevel = (verdict: string): verdict is keyof typeof shortLevels => Object.hasOwn(shortLevels, verdict);

function Verdict({ sample: { verdict } }: { sample: OwnSample }) {
  const { t } = useShop();
  if (verdict === null) return null;
  if (isGrade(verdict))
    return <Badge tone={gradeTones[verdict]}>{t('labReport.grade', { grade: verdict })}</Badge>;
  return isLevel(verdict) ? <Badge tone="info">{t(shortLevels[verdict])}</Badge> : null;
}
