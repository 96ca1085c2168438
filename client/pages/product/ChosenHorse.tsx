import { useState } from 'react';
import type { Dosage } from '../../../shared/contract/products.ts';
import {
  getCostPerDay,
  getDailyGrams,
  getPackDurationDays,
  horseWeightKg,
  parseHorseWeight,
} from '../../../shared/rules/pack-duration.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ChosenHorse.module.css';
import { getDoseLevelName } from './dose-levels.ts';

const firstWeight = 600;

interface ChosenHorseProps {
  dosage: Dosage;
  /** Doses to choose from; the level is null where it is the same for all. */
  rows: readonly { readonly level: string | null; readonly gramsPer100Kg: number }[];
  /** Net weight, and price incl. VAT in euro cents. */
  pack: { readonly grams: number; readonly price: number };
}

/** Ration, days and cost for the visitor's own horse, counted while he types. Not there without script. */
export function ChosenHorse({ dosage, rows, pack }: ChosenHorseProps) {
  const { t, formats } = useShop();
  const [typed, setTyped] = useState(String(firstWeight));
  const choices = rows.flatMap(({ level, gramsPer100Kg }) => {
    const name = level === null ? null : getDoseLevelName(level);
    return level === null || name ? [{ value: level ?? '', label: name ? t(name) : '', gramsPer100Kg }] : [];
  });
  const [chosen, setChosen] = useState(choices[0]?.value);
  const dose = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!dose) return null;
  const weight = parseHorseWeight(typed);
  const isByStage = dosage.mode === 'byStage';
  const grams = weight === null ? null : Math.max(1, getDailyGrams(dose.gramsPer100Kg, weight));
  const range = t('dosage.chosen.range', {
    min: formats.number(horseWeightKg.min),
    max: formats.number(horseWeightKg.max),
  });
  return (
    <section className={`wrap ${styles.chosen}`} aria-labelledby="chosen-horse">
      <h3 id="chosen-horse" className={styles.title}>
        {t('dosage.chosen.title')}
      </h3>
      <div className={styles.fields}>
        <Field label={t('dosage.chosen.weight')} {...(weight === null ? { error: range } : { hint: range })}>
          {(control) => (
            <Input
              control={control}
              name="horse-weight"
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              defaultValue={String(firstWeight)}
              onChange={(event) => setTyped(event.target.value)}
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
                onChange={(event) => setChosen(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
      <div role="status" aria-atomic="true" className={styles.answer}>
        {grams !== null && (
          <dl>
            <div>
              <dt>{t('dosage.chosen.perDay')}</dt>
              <dd>{formats.weight(grams)}</dd>
            </div>
            {!isByStage && (
              <div>
                <dt>{t('dosage.chosen.lasts', { pack: formats.weight(pack.grams) })}</dt>
                <dd>{t('dosage.days', { smart_count: getPackDurationDays(pack.grams, grams, dosage) })}</dd>
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
              <dd>{formats.euro(getCostPerDay(pack.price, pack.grams, grams))}</dd>
            </div>
          </dl>
        )}
      </div>
    </section>
  );
}
