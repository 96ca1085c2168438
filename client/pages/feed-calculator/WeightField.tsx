import { type ChangeEvent, useEffect, useState } from 'react';
import type { AdvisedHorseType } from '../../../shared/contract/feed-advice.ts';
import { parseHorseWeight } from '../../../shared/rules/pack-duration.ts';
import { useShop } from '../../store/shop.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { formatKilograms } from './format-amounts.ts';
import styles from './WeightField.module.css';

/** Step of the weight in kilograms. Every bound of the model is a multiple of it. */
const SLIDER_STEP_KG = 5;
const WEIGHT_FIELD_NAME = 'weight';

interface WeightFieldProps {
  /** Initial weight. */
  weight: string;
  /** Weight range of the chosen type; undefined if it is unknown. Then only the text field is shown. */
  type: AdvisedHorseType | undefined;
}

/**
 * Renders the weight of the horse as a text field, with script also as a slider. An empty field means the
 * usual weight.
 */
export function WeightField({ weight, type }: WeightFieldProps) {
  const shop = useShop();
  const { t } = shop;
  const [text, setText] = useState(weight);
  useEffect(() => setText(weight), [weight]);
  const choose = ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>): void => {
    const field = form?.elements.namedItem(WEIGHT_FIELD_NAME);
    if (field instanceof HTMLInputElement) field.value = value;
    setText(value);
  };
  return (
    <Field label={t('dosage.chosen.weight')} hint={t('feedAdvice.weightHint')}>
      {(control) => (
        <div className={styles.weight}>
          {type && <WeightSlider type={type} text={text} onChange={choose} />}
          <Input
            control={control}
            name={WEIGHT_FIELD_NAME}
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

function WeightSlider({
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
      {/* Without a name, because the text field sends the value. */}
      <input
        type="range"
        aria-label={shop.t('dosage.chosen.weight')}
        aria-valuetext={formatKilograms(shop, weightKg)}
        min={minKg}
        max={maxKg}
        step={SLIDER_STEP_KG}
        value={weightKg}
        onChange={onChange}
        autoComplete="off"
      />
    </div>
  );
}
