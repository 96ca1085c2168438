import { formatScoopSize, formatScoopVolume } from '../../features/feed-advice/format-scoops.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { formatGrams, formatKilograms } from './format-amounts.ts';
import type { AdviceAnswerView, FeedCalculatorData } from './page.ts';
import styles from './Ration.module.css';
import { RationByWorkLevel } from './RationByWorkLevel.tsx';
import { RationPack } from './RationPack.tsx';

/** Answer of the model with a ration. */
export type DeterminedAnswer = Extract<AdviceAnswerView, { determined: true }>;

interface RationProps {
  data: PageDataOf<'feedCalculator'>;
  answer: DeterminedAnswer;
}

/** Names of the daily meals, by number of meals. */
const mealNameKeysByCount = {
  1: ['feedAdvice.meal.once'],
  2: ['feedAdvice.meal.morning', 'feedAdvice.meal.evening'],
  3: ['feedAdvice.meal.morning', 'feedAdvice.meal.midday', 'feedAdvice.meal.evening'],
} as const;

/**
 * Renders the ration of a product: amount and times, warnings, price of the pack, and the effect of other
 * levels of work.
 */
export function Ration({ data, answer }: RationProps) {
  const { horse, advice, workLevels } = answer;
  return (
    <>
      <div className={styles.result}>
        <RationTicket answer={answer} />
        <RationPack answers={data.answers} advice={advice} owner={data.owner} />
      </div>
      <RationWarnings answer={answer} grazing={data.grazing} />
      <RationByWorkLevel levels={workLevels} now={horse.workLevel} scoop={advice.scoop} />
      <SiloHint />
    </>
  );
}

function RationTicket({ answer }: { answer: DeterminedAnswer }) {
  const { advice, horse } = answer;
  const { product, feedsPerDay, scoopsPerDay, scoopsPerFeed, scoop, roughageKgPerDay } = advice;
  const shop = useShop();
  const { t, formats } = shop;
  const isGrazingLimited = advice.warnings.includes('grazing_limited');
  const isOccasional = advice.maxServingsPerWeek !== null;
  return (
    <Ticket as="section" className={styles.ticket}>
      <div className={styles.head}>
        <h2>{t(isOccasional ? 'feedAdvice.feedingDay' : 'feedAdvice.daily', { title: product.title })}</h2>
        <Badge>{t(`feedAdvice.level.${advice.energyLevel}`)}</Badge>
      </div>
      <dl className={styles.big}>
        <div>
          <dt>{t('dosage.chosen.perDay')}</dt>
          <dd>{formatGrams(shop, advice.gramsPerDay)}</dd>
        </div>
        {scoopsPerDay !== null && scoop && (
          <div>
            <dt>{t('feedAdvice.scoopsPerDay')}</dt>
            <dd>
              {formats.number(scoopsPerDay, 1)} <small>{formatScoopSize(shop, scoop)}</small>
            </dd>
          </div>
        )}
      </dl>
      <h3 className={styles.mealsTitle}>{t('feedAdvice.meals', { smart_count: feedsPerDay })}</h3>
      <ol className={styles.meals}>
        {listMealNameKeys(feedsPerDay).map((name, index) => (
          <li key={name ?? index}>
            <Icon name="bucket" />
            {name && <strong>{t(name)}</strong>}
            <span className="small">{formatGrams(shop, advice.gramsPerFeed)}</span>
            {/* The size of the scoop is shown above, with the scoops per day. */}
            {scoopsPerFeed !== null && scoop && (
              <span className="small">
                {t('feedAdvice.scoops', { scoops: formats.number(scoopsPerFeed, 1) })}
              </span>
            )}
          </li>
        ))}
      </ol>
      <dl className={styles.facts}>
        <div>
          <dt>{t('feedAdvice.besideIt')}</dt>
          <dd>
            {roughageKgPerDay === null
              ? t(isGrazingLimited ? 'feedAdvice.pastureLimited' : 'feedAdvice.pasture')
              : `${t(`feedAdvice.roughageName.${horse.roughage.type}`)}, ${t('feedAdvice.atLeast', { weight: formatKilograms(shop, roughageKgPerDay) })}`}
          </dd>
        </div>
        <div>
          <dt>{t('feedAdvice.energy')}</dt>
          <dd>
            {t('feedAdvice.energyShare', {
              share: formats.percentage(advice.balancePct),
              need: formats.number(advice.needDE, 1),
            })}
          </dd>
        </div>
      </dl>
      {scoop && (
        <p className="small soft">
          {t('feedAdvice.scoopHolds', {
            title: product.title,
            volume: formatScoopVolume(shop, scoop),
            weight: formatGrams(shop, scoop.grams),
          })}
        </p>
      )}
      {advice.isMaximum && <p className="small">{t('feedAdvice.maximum')}</p>}
      {advice.maxServingsPerWeek !== null && (
        <p className="small">{t('feedAdvice.weekly', { smart_count: advice.maxServingsPerWeek })}</p>
      )}
      {advice.maxDaysInARow !== null && (
        <p className="small">{t('feedAdvice.inARow', { smart_count: advice.maxDaysInARow })}</p>
      )}
    </Ticket>
  );
}

const listMealNameKeys = (feedsPerDay: number) =>
  feedsPerDay === 1 || feedsPerDay === 2 || feedsPerDay === 3
    ? mealNameKeysByCount[feedsPerDay]
    : Array.from({ length: feedsPerDay }, () => null);

/** Renders the warnings of the model, each with what to do. */
function RationWarnings({
  answer: { advice, horse },
  grazing,
}: {
  answer: DeterminedAnswer;
  grazing: FeedCalculatorData['grazing'];
}) {
  const { t } = useShop();
  const hasGradeB = horse.roughage.qsGrade === 'B';
  if (advice.warnings.length === 0 && !hasGradeB) return null;
  return (
    <section className={styles.warnings} aria-labelledby="feed-warnings">
      <h2 id="feed-warnings">{t('feedAdvice.warnings')}</h2>
      {hasGradeB && (
        <Notice tone="warn">
          <p>{t('feedAdvice.gradeB')}</p>
        </Notice>
      )}
      {advice.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          <p>{t(`feedAdvice.warning.${warning}`)}</p>
          {warning === 'grazing_limited' && grazing && (
            <p>
              <SiteLink href={grazing.url} className="tap">
                {grazing.title}
              </SiteLink>
            </p>
          )}
        </Notice>
      ))}
    </section>
  );
}

/** Renders the number of horses from which the site also delivers feed by silo truck. */
function SiloHint() {
  const shop = useShop();
  const { t, formats } = shop;
  const { fromHorses, minimumDeliveryKg } = useAppState((state) => state.scope.settings.silo);
  const page = useAppState((state) => findSiteLink(state.scope, 'silo-supply'));
  if (!page) return null;
  return (
    <p className={styles.silo}>
      {t('feedAdvice.silo', {
        horses: formats.number(fromHorses),
        weight: formatKilograms(shop, minimumDeliveryKg),
      })}{' '}
      <SiteLink href={page.route} className={styles.inline}>
        {page.title}
      </SiteLink>
    </p>
  );
}
