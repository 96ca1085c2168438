import { createElement, type ReactNode } from 'react';
import type { AdviceAnswers } from '../../../shared/rules/feed-advice/advice-query.ts';
import { BREEDING_TYPE } from '../../../shared/rules/feed-advice/breeding-type.ts';
import { horseTypes, roughageTypes, workLevels } from '../../../shared/rules/feed-advice/feed-model.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './AdviceSentence.module.css';

interface AdviceSentenceProps {
  /** Initial answers. A missing answer defaults to the first choice. */
  answers: Pick<AdviceAnswers, 'type' | 'weight' | 'work' | 'roughage'>;
  /** Weight in kilograms that is assumed if none is given; null if unknown. */
  referenceWeightKg: number | null;
  isWeightInvalid?: boolean;
  /** Id of the description of the weight field. */
  weightDescribedBy?: string | undefined;
  /** Replaces the roughage field if the roughage cannot be chosen. */
  roughage?: ReactNode;
  /** Whether the values of hay and silage come from the visitor's own test result. */
  hasOwnValues?: boolean;
}

/**
 * Renders the four questions of the feed calculator as one sentence, in the word order of the language. The
 * gaps of the sentence are form fields. The caller renders the surrounding form.
 */
export function AdviceSentence({
  answers,
  referenceWeightKg,
  isWeightInvalid = false,
  weightDescribedBy,
  roughage,
  hasOwnValues = false,
}: AdviceSentenceProps) {
  const { t, formats } = useShop();
  const renderChoice = (
    name: string,
    label: string,
    chosen: string | null,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <select
      name={name}
      aria-label={label}
      defaultValue={chosen ?? options[0]?.value}
      autoComplete="off"
      className={joinClasses(styles.word, styles.choice)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  const words: Readonly<Record<string, () => ReactNode>> = {
    type: () =>
      renderChoice('type', t('feedAdvice.typeLabel'), answers.type ?? 'horse', [
        ...horseTypes.map((value) => ({ value, label: t(`feedAdvice.type.${value}`) })),
        { value: BREEDING_TYPE, label: t('feedAdvice.type.breeding') },
      ]),
    weight: () => (
      <input
        name="weight"
        aria-label={t('dosage.chosen.weight')}
        aria-invalid={isWeightInvalid || undefined}
        aria-describedby={weightDescribedBy}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        defaultValue={answers.weight}
        placeholder={referenceWeightKg === null ? undefined : formats.number(referenceWeightKg)}
        className={joinClasses(styles.word, styles.weight)}
      />
    ),
    work: () =>
      renderChoice(
        'work',
        t('feedAdvice.workLabel'),
        answers.work ?? 'light',
        workLevels.map((value) => ({ value, label: t(`feedAdvice.work.${value}`) })),
      ),
    roughage: () =>
      roughage ??
      renderChoice(
        'roughage',
        t('feedAdvice.roughageLabel'),
        answers.roughage,
        roughageTypes.map((value) => {
          const name = t(`feedAdvice.roughage.${value}`);
          const isOwn = hasOwnValues && value !== 'grass';
          return { value, label: isOwn ? t('feedAdvice.roughage.own', { roughage: name }) : name };
        }),
      ),
  };
  // Placeholders of the fields in the translated sentence.
  const parts = t('feedAdvice.sentence', {
    type: '{type}',
    weight: '{weight}',
    work: '{work}',
    roughage: '{roughage}',
  }).split(/\{(\w+)\}/);
  return createElement(
    'p',
    { className: styles.sentence },
    ...parts.map((part, index) => (index % 2 === 1 ? words[part]?.() : part)),
  );
}
