import { useState } from 'react';
import type { Dosage } from '../../../shared/contract/products.ts';
import {
  getCostPerDay,
  getDailyGrams,
  getPackDurationDays,
  parseHorseWeight,
} from '../../../shared/rules/pack-duration.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ChosenHorse.module.css';
import { getDoseLevelName } from './dose-levels.ts';

/** A dose; the level is null where it is the same for all. */
export type DoseRow = Omit<Dosage['rows'][number], 'level'> & { readonly level: string | null };

interface ChosenHorseProps {
  dosage: Dosage;
  /** Doses to choose from. */
  rows: readonly DoseRow[];
  /** Net weight, and price incl. VAT in euro cents. */
  pack: { readonly grams: number; readonly price: number };
}

/** Ration, days and cost for the visitor's own horse, counted while they type. Not there without script. */
export function ChosenHorse({ dosage, rows, pack }: ChosenHorseProps) {
  const { t, formats } = useShop();
  /** Null until the visitor types: then a weight that fits the stage is proposed. */
  const [typed, setTyped] = useState<string | null>(null);
  /** What stood there when the field was left: who is still typing is told nothing. */
  const [left, setLeft] = useState<string | null>(null);
  const choices = rows.flatMap((row) => {
    const name = row.level === null ? null : getDoseLevelName(row.level);
    return row.level === null || name ? [{ ...row, value: row.level ?? '', label: name ? t(name) : '' }] : [];
  });
  const [chosen, setChosen] = useState(choices[0]?.value);
  const dose = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!dose) return null;
  const { weights } = dose;
  const text = typed ?? String(weights.firstKg);
  const weight = parseHorseWeight(text, weights);
  const isByStage = dosage.mode === 'byStage';
  const grams = weight === null ? null : Math.max(1, getDailyGrams(dose.gramsPer100Kg, weight));
  const range = t('dosage.chosen.range', {
    min: formats.number(weights.leastKg),
    max: formats.number(weights.mostKg),
  });
  const isRefused = weight === null && left === text;
  const choose = (value: string): void => {
    setChosen(value);
    const next = choices.find((choice) => choice.value === value);
    // A weight that no such animal has gives way to one that it has.
    if (typed !== null && next && parseHorseWeight(typed, next.weights) === null) setTyped(null);
  };
  return (
    <section className={`wrap ${styles.chosen}`} aria-labelledby="chosen-horse">
      <h3 id="chosen-horse" className={styles.title}>
        {t('dosage.chosen.title')}
      </h3>
      <div className={styles.fields}>
        <Field label={t('dosage.chosen.weight')} {...(isRefused ? { error: range } : { hint: range })}>
          {(control) => (
            <Input
              // The field keeps what is typed by itself; with another stage it begins anew.
              key={dose.value}
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
