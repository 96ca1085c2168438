import { type ChangeEvent, useEffect, useState } from 'react';
import type { AdvisedHorseType } from '../../../shared/contract/feed-advice.ts';
import { parseHorseWeight } from '../../../shared/rules/pack-duration.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { formatKilograms } from './feed-words.ts';
import styles from './WeightField.module.css';

/** As fine as a horse is weighed; every bound of the model is a multiple of it. */
const STEP_KG = 5;
const NAME = 'weight';

interface WeightFieldProps {
  /** What is typed at first. */
  weight: string;
  /** Weights of the type that is chosen; undefined where they are not known: then there is the field alone. */
  type: AdvisedHorseType | undefined;
}

/** The weight of the horse: typed, or chosen with a slider where there is script. An empty field stands for the usual weight. */
export function WeightField({ weight, type }: WeightFieldProps) {
  const shop = useShop();
  const { t } = shop;
  const [text, setText] = useState(weight);
  useEffect(() => setText(weight), [weight]);
  const choose = ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>): void => {
    const field = form?.elements.namedItem(NAME);
    if (field instanceof HTMLInputElement) field.value = value;
    setText(value);
  };
  return (
    <Field label={t('dosage.chosen.weight')} hint={t('feedAdvice.weightHint')}>
      {(control) => (
        <div className={styles.weight}>
          {type && <Slider type={type} text={text} onChange={choose} />}
          <Input
            control={control}
            name={NAME}
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            defaultValue={weight}
            onChange={({ target }) => setText(target.value)}
            {...(type && { placeholder: shop.formats.number(type.referenceWeightKg) })}
          />
        </div>
      )}
    </Field>
  );
}

function Slider({
  type: { minKg, maxKg, referenceWeightKg },
  text,
  onChange,
}: {
  type: AdvisedHorseType;
  text: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}) {
  const shop = useShop();
  const weightKg = parseHorseWeight(text, { leastKg: minKg, mostKg: maxKg }) ?? referenceWeightKg;
  const share = (100 * (weightKg - minKg)) / (maxKg - minKg);
  return (
    <div className={styles.slider}>
      <svg className={styles.track} aria-hidden="true" focusable="false">
        <rect className={styles.rest} width="100%" height="100%" />
        <rect width={`${share}%`} height="100%" />
      </svg>
      {/* Without a name: the form sends the field. */}
      <input
        type="range"
        aria-label={shop.t('dosage.chosen.weight')}
        aria-valuetext={formatKilograms(shop, weightKg)}
        min={minKg}
        max={maxKg}
        step={STEP_KG}
        value={weightKg}
        onChange={onChange}
        autoComplete="off"
      />
    </div>
  );
}
