import { useState } from 'react';
import type { Dosage } from '../../../shared/contract/products.ts';
import { createAdviceQuery } from '../../../shared/rules/feed-advice/advice-query.ts';
import { workLevels } from '../../../shared/rules/feed-advice/feed-model.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { parseHorseWeight } from '../../../shared/rules/pack-duration.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { getDoseLevelName } from './dose-level-names.ts';
import { formatLitres, formatMillilitres } from './format-volumes.ts';
import { type DosedHorse, getPackRation, type Pack } from './pack-ration.ts';
import { useRationWarnings } from './use-ration-warnings.ts';
import styles from './VisitorHorseRation.module.css';

/** A dose; the level is null if the dose is the same for all levels. */
export type DoseRow = Omit<Dosage['rows'][number], 'level'> & { readonly level: string | null };

interface VisitorHorseRationProps {
  dosage: Dosage;
  /** Doses to choose from. */
  rows: readonly DoseRow[];
  pack: Pack;
  productVariantId: number;
}

/** Level of work in requests if the dose is the same for all levels. */
const DEFAULT_WORK_LEVEL = 'light';

/** Warnings that the page determines without a request. */
const CAPPED_WARNINGS = ['capped_by_limit'] as const;

const getWeightRange = ({ leastKg, mostKg, referenceKg }: DosedHorse) => ({
  leastKg,
  mostKg,
  firstKg: referenceKg,
});

/** Renders ration, days and cost for the visitor's own horse, updated while typing. Needs script. */
export function VisitorHorseRation({ dosage, rows, pack, productVariantId }: VisitorHorseRationProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const locale = useAppState((state) => state.scope.language.code);
  /** Null until the visitor types. Then a default weight for the stage of life is used. */
  const [typed, setTyped] = useState<string | null>(null);
  /** Value when the field lost the focus. Errors are not shown while typing. */
  const [left, setLeft] = useState<string | null>(null);
  const choices = rows.flatMap((row) => {
    const name = row.level === null ? null : getDoseLevelName(row.level);
    return row.level === null || name ? [{ ...row, value: row.level ?? '', label: name ? t(name) : '' }] : [];
  });
  const [chosen, setChosen] = useState(choices[0]?.value);
  const dose = choices.find(({ value }) => value === chosen) ?? choices[0];
  const horses = dosage.ration?.horses ?? [];
  const [type, setType] = useState(horses[0]?.key);
  const horse = horses.find(({ key }) => key === type) ?? horses[0] ?? null;
  const weights = horse ? getWeightRange(horse) : dose?.weights;
  const text = typed ?? String(weights?.firstKg);
  const weight = weights ? parseHorseWeight(text, weights) : null;
  const work = workLevels.find((level) => level === (dose?.level ?? DEFAULT_WORK_LEVEL));
  const adviceRequest =
    horse && weight !== null && work ? { type: horse.key, weight, work, roughage: 'hay' as const } : null;
  // Nothing is requested for a visitor who only reads the page.
  const isTouched = typed !== null || chosen !== choices[0]?.value || type !== horses[0]?.key;
  const warnings = useRationWarnings(
    adviceRequest && isTouched
      ? {
          horseType: adviceRequest.type,
          weightKg: adviceRequest.weight,
          workLevel: adviceRequest.work,
          roughage: { type: adviceRequest.roughage },
          productVariantId,
        }
      : null,
  );
  if (!dose || !weights) return null;
  const { gramsPerLitre } = dosage;
  const isByStage = dosage.mode === 'byStage';
  const calculator = `/${getLocalisedSegment('feedAdvice', locale)}/`;
  const ration = weight === null ? null : getPackRation(dosage, dose.gramsPer100Kg, horse, weight, pack);
  const range = t('dosage.chosen.range', {
    min: formats.number(weights.leastKg),
    max: formats.number(weights.mostKg),
  });
  const isRefused = weight === null && left === text;
  /** Replaces a weight that is impossible for the animal with the default weight. */
  const resetImpossibleWeight = (next: typeof weights | null | undefined): void => {
    if (typed !== null && next && parseHorseWeight(typed, next) === null) setTyped(null);
  };
  const choose = (value: string): void => {
    setChosen(value);
    resetImpossibleWeight(choices.find((choice) => choice.value === value)?.weights);
  };
  const chooseType = (value: string): void => {
    const next = horses.find(({ key }) => key === value);
    setType(next?.key);
    resetImpossibleWeight(next && getWeightRange(next));
  };
  return (
    <section className={`wrap ${styles.chosen}`} aria-labelledby="chosen-horse">
      <h3 id="chosen-horse" className={styles.title}>
        {t('dosage.chosen.title')}
      </h3>
      <div className={joinClasses(styles.fields, horses.length > 1 && styles.withType)}>
        {horses.length > 1 && (
          <Field label={t('dosage.chosen.type')}>
            {(control) => (
              <Select
                control={control}
                name="horse-type"
                options={horses.map(({ key, name }) => ({ value: key, label: name }))}
                value={horse?.key ?? ''}
                onChange={(event) => chooseType(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={t('dosage.chosen.weight')} {...(isRefused ? { error: range } : { hint: range })}>
          {(control) => (
            <Input
              // The field is uncontrolled. The key resets it for another type or stage of life.
              key={`${horse?.key} ${dose.value}`}
              control={control}
              name="horse-weight"
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              defaultValue={text}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={(event) => setLeft(event.target.value)}
            />
          )}
        </Field>
        {choices.length > 1 && (
          <Field label={t(isByStage ? 'dosage.stage' : 'dosage.work')}>
            {(control) => (
              <Select
                control={control}
                name="horse-work"
                options={choices}
                value={dose.value}
                onChange={(event) => choose(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
      <div className={styles.answer}>
        <div role="status" aria-atomic="true">
          {ration && (
            <dl>
              <div>
                <dt>{t('dosage.chosen.perDay')}</dt>
                <dd>{formats.weight(ration.grams)}</dd>
              </div>
              {isByStage && gramsPerLitre !== null && (
                <div>
                  <dt>{t('dosage.chosen.milkPerDay')}</dt>
                  <dd>{formatLitres(shop, ration.grams / gramsPerLitre)}</dd>
                </div>
              )}
              {isByStage && dose.feedsPerDay > 1 && (
                <div>
                  <dt>{t('dosage.chosen.perFeed', { feeds: dose.feedsPerDay })}</dt>
                  <dd>
                    {[
                      gramsPerLitre === null
                        ? null
                        : formatMillilitres(shop, ration.grams / gramsPerLitre / dose.feedsPerDay),
                      formats.weight(Math.round(ration.grams / dose.feedsPerDay)),
                    ]
                      .filter((part) => part !== null)
                      .join(' = ')}
                  </dd>
                </div>
              )}
              {!isByStage && (
                <div>
                  <dt>{t('dosage.chosen.lasts', { pack: formats.weight(pack.grams) })}</dt>
                  <dd>{t('dosage.days', { smart_count: ration.days })}</dd>
                </div>
              )}
              <div>
                <dt>
                  {t(
                    dosage.maxServingsPerWeek === null
                      ? 'dosage.chosen.costs'
                      : 'dosage.chosen.costsFeedingDay',
                  )}
                </dt>
                <dd>{formats.euro(ration.cost)}</dd>
              </div>
            </dl>
          )}
          {(warnings ?? (ration?.isCapped ? CAPPED_WARNINGS : [])).map((warning) => (
            <div key={warning} className={styles.warning}>
              <Notice tone="warn">
                <p>{t(`feedAdvice.warning.${warning}`)}</p>
              </Notice>
            </div>
          ))}
        </div>
        {gramsPerLitre !== null && (
          <p className="small">{t('dosage.chosen.milkMix', { grams: formats.weight(gramsPerLitre) })}</p>
        )}
        {adviceRequest && (
          <p className={styles.whole}>
            <a
              // Prevents crawlers from following endless combinations of answers.
              rel="nofollow"
              href={
                calculator +
                createAdviceQuery({
                  ...adviceRequest,
                  weight: String(adviceRequest.weight),
                  product: productVariantId,
                })
              }
            >
              {t('dosage.chosen.calculate')}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
