import type { AdviceAnswer } from '../../../shared/contract/feed-advice.ts';
import type { Scoop } from '../../../shared/contract/products.ts';
import { formatScoopSize } from '../../features/feed-advice/format-scoops.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatGrams } from './format-amounts.ts';
import styles from './RationByWorkLevel.module.css';

type WorkLevelRations = Extract<AdviceAnswer, { determined: true }>['workLevels'];

/** Renders the ration of the same feed at every level of work. The bars repeat the numbers. */
export function RationByWorkLevel({
  levels,
  now,
  scoop,
}: {
  levels: WorkLevelRations;
  now: WorkLevelRations[number]['workLevel'];
  scoop: Scoop | null;
}) {
  const shop = useShop();
  const { t, formats } = shop;
  const most = Math.max(1, ...levels.map(({ figures }) => figures?.gramsPerDay ?? 0));
  return (
    <section className={styles.changes} aria-labelledby="work-changes">
      <h2 id="work-changes">{t('feedAdvice.changes.title')}</h2>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t('feedAdvice.changes.caption')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('feedAdvice.workLabel')}</th>
            <th scope="col">{t('feedAdvice.changes.grams')}</th>
            <th scope="col">
              {t('feedAdvice.scoopsPerMeal')}
              {scoop && ` ${formatScoopSize(shop, scoop)}`}
            </th>
            <th scope="col">{t('feedAdvice.changes.packLasts')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ workLevel, figures }) => (
            <tr key={workLevel} aria-current={workLevel === now || undefined}>
              <th scope="row">
                {t(`dosage.level.${workLevel}`)}{' '}
                {workLevel === now && <Badge>{t('feedAdvice.changes.now')}</Badge>}
              </th>
              {figures ? (
                <>
                  <td data-label={t('feedAdvice.changes.grams')}>
                    <span className={styles.amount}>
                      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                        <rect width="100" height="6" className={styles.track} />
                        <rect width={(100 * figures.gramsPerDay) / most} height="6" />
                      </svg>
                      <strong>{formatGrams(shop, figures.gramsPerDay)}</strong>
                    </span>
                  </td>
                  <td data-label={t('feedAdvice.scoopsPerMeal')}>
                    {figures.scoopsPerFeed === null || !scoop
                      ? '–'
                      : formats.number(figures.scoopsPerFeed, 1)}
                  </td>
                  <td data-label={t('feedAdvice.changes.packLasts')}>
                    {t('dosage.days', { smart_count: figures.daysPerPack })}
                  </td>
                </>
              ) : (
                <td colSpan={3} className="soft">
                  {t('feedAdvice.changes.none')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
