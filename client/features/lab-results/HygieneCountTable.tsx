import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './HygieneCountTable.module.css';
import { formatHygieneStep, getHygieneStepTone, hygieneCountNames } from './result-labels.ts';

const HYGIENE_STEPS = [1, 2, 3, 4] as const;

/** Renders the counts of a hygiene scan next to their reference values, each with its step. */
export function HygieneCountTable({ counts, germCount }: Pick<QsResult, 'counts' | 'germCount'>) {
  const shop = useShop();
  const { t, formats } = shop;
  const write = (count: number) => t('labReport.perGram', { count: formats.number(count) });
  return (
    <table className={styles.table}>
      <caption>{t('labReport.perGramOfFresh')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('labReport.count')}</th>
          <th scope="col">{t('labReport.value')}</th>
          <th scope="col">{t('labReport.orientation')}</th>
          <th scope="col">{t('labReport.stepTitle')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ count, value, orientation, step }) => (
          <tr key={count}>
            <th scope="row">{t(hygieneCountNames[count])}</th>
            <td className={styles.value}>{write(value)}</td>
            <td className={styles.orientation}>
              <span className={styles.label}>
                {t('labReport.orientation')}
                {': '}
              </span>
              {write(orientation)}
            </td>
            <td className={styles.step}>
              <span className={styles.steps} aria-hidden="true">
                {HYGIENE_STEPS.map((at) => (
                  <span key={at} className={joinClasses(styles.box, at <= step && styles.reached)} />
                ))}
              </span>
              <Badge tone={getHygieneStepTone(step)}>{formatHygieneStep(shop, step)}</Badge>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('labReport.germCount')}</th>
          <td className={styles.value}>{write(germCount)}</td>
          <td className={styles.empty} colSpan={2}>
            <VisuallyHidden>
              {t(hygieneCountNames.aerobicBacteria)} + {t(hygieneCountNames.spoilageBacteria)}
            </VisuallyHidden>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
