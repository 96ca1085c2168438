import { createAdviceQuery, isWeightNumber } from '../../../shared/rules/feed-advice/advice-query.ts';
import { AdviceSentence } from '../../features/feed-advice/AdviceSentence.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatGrams, formatKilograms } from './format-amounts.ts';
import { OtherFeeds } from './OtherFeeds.tsx';
import type { AdviceAnswerView } from './page.ts';
import { Ration } from './Ration.tsx';
import styles from './RationView.module.css';
import { getWeightRefusalKey, Refusal } from './Refusal.tsx';
import { RoughageTestFields } from './RoughageTestFields.tsx';
import { SafetyTexts } from './SafetyTexts.tsx';
import { useAdviceForm } from './use-advice-form.ts';

interface RationViewProps {
  data: PageDataOf<'feedCalculator'>;
  answer: AdviceAnswerView;
}

/** Renders the result: the sentence with its editable answers, and the ration or the reason for none. */
export function RationView({ data, answer }: RationViewProps) {
  const { brand, t, formats } = useShop();
  const name = data.answers.horse;
  return (
    <div className={styles.page}>
      <p className={styles.printed}>
        <strong>{brand}</strong>{' '}
        <span>
          {t('feedAdvice.card')}
          {answer.determined && `, ${formats.date(answer.date)}`}
        </span>
      </p>
      <p className={styles.name}>
        {t('feedAdvice.horseName')}
        {': '}
        {/* A line to write on if no name was given. */}
        <strong className={name === '' ? styles.blank : undefined}>{name}</strong>
      </p>
      <RationSentence data={data} answer={answer} />
      <div className={`wrap ${styles.body}`}>
        <ResultAnnouncement answer={answer} />
        {answer.determined ? <Ration data={data} answer={answer} /> : <Refusal data={data} answer={answer} />}
        <OtherFeeds answers={data.answers} others={data.others} />
        <SafetyTexts />
      </div>
    </div>
  );
}

/** Announces changes to screen readers. Empty on the first render, when the page itself is read. */
function ResultAnnouncement({ answer }: { answer: AdviceAnswerView }) {
  const shop = useShop();
  const { t } = shop;
  return (
    <div role="status">
      <VisuallyHidden>
        {answer.determined
          ? t('feedAdvice.announce', {
              title: answer.advice.product.title,
              grams: formatGrams(shop, answer.advice.gramsPerDay),
            })
          : t('feedAdvice.refusal')}
      </VisuallyHidden>
    </div>
  );
}

const adviceHintId = 'feed-advice-hint';
const weightFieldId = 'feed-advice-weight';

function RationSentence({ data, answer }: RationViewProps) {
  const { answers, horseTypes } = data;
  const shop = useShop();
  const { t, formats } = shop;
  const form = useAdviceForm(answers, true);
  const horse = answer.determined ? answer.horse : null;
  const type = horseTypes.find(({ horseType }) => horseType === answers.type);
  const isWeightRefused = !answer.determined && answer.reason === 'weight_out_of_range';
  const weights = !answer.determined && answer.weights;
  const hasOwn = answers.rqs !== null || answers.values !== null;
  const { roughage = null } = horse ?? {};
  const withoutTestValues = createAdviceQuery({
    ...answers,
    roughage: answers.roughage ?? roughage?.type ?? 'hay',
    rqs: null,
    values: null,
  });
  return (
    <section className={`band ${styles.band}`} aria-label={t('feedAdvice.title')}>
      <div className="wrap">
        <Breadcrumbs
          label={t('breadcrumbs.label')}
          items={[
            { title: t('common.home'), url: '/' },
            { title: t('feedAdvice.title'), url: form.pathname },
          ]}
          current={t('feedAdvice.ration')}
        />
        <h1>{t('feedAdvice.ration')}</h1>
        <form ref={form.ref} method="get" action={form.pathname} onSubmit={form.onSubmit} noValidate>
          {answers.product !== null && <input type="hidden" name="product" value={answers.product} />}
          {answers.horse !== '' && <input type="hidden" name="horse" value={answers.horse} />}
          <AdviceSentence
            answers={answers}
            referenceWeightKg={type?.referenceWeightKg ?? null}
            isWeightInvalid={isWeightRefused}
            weightDescribedBy={isWeightRefused || horse?.isReferenceWeight ? weightFieldId : undefined}
            hasOwnValues={answers.values !== null}
            roughage={
              answers.rqs === null ? null : (
                <strong>
                  {roughage
                    ? t('feedAdvice.roughage.own', { roughage: t(`feedAdvice.roughage.${roughage.type}`) })
                    : t('feedAdvice.roughage.report')}
                </strong>
              )
            }
          />
          <p id={adviceHintId} className={`small soft ${styles.hint}`}>
            {t('feedAdvice.tapHint')}
          </p>
          {horse?.isReferenceWeight && (
            <p id={weightFieldId} className="small">
              {t('feedAdvice.referenceWeight', { weight: formatKilograms(shop, horse.weightKg) })}
            </p>
          )}
          {isWeightRefused && (
            <p id={weightFieldId} className={styles.error}>
              {weights && isWeightNumber(answers.weight)
                ? t('dosage.chosen.range', {
                    min: formats.number(weights.minKg),
                    max: formats.number(weights.maxKg),
                  })
                : t(getWeightRefusalKey(answers.weight))}
            </p>
          )}
          {roughage && roughage.source !== 'default' && (
            <p className="small">
              {t('feedAdvice.own.used', {
                dm: formats.percentage(roughage.dryMatterPct),
                de: formats.number(roughage.energyDE),
                cp: formats.number(roughage.crudeProtein),
                sugar: formats.number(roughage.sugar),
              })}{' '}
              {roughage.sampleName !== null &&
                roughage.resultDate !== null &&
                t('feedAdvice.own.report', {
                  name: roughage.sampleName,
                  date: formats.date(roughage.resultDate),
                })}
            </p>
          )}
          {hasOwn && (
            <p className={styles.without}>
              <SiteLink href={form.pathname + withoutTestValues} className="tap">
                {t('feedAdvice.own.without')}
              </SiteLink>
            </p>
          )}
          <RoughageTestFields
            answers={answers}
            isOpen={!answer.determined && answer.reason === 'roughage_result_incomplete'}
          />
          <div className={styles.send}>
            <Button type="submit">{t('feedAdvice.show')}</Button>
          </div>
        </form>
      </div>
    </section>
  );
}
