import { createElement, type ReactNode } from 'react';
import type { AdviceAnswers } from '../../../shared/rules/feed-advice/advice-query.ts';
import { BREEDING_TYPE } from '../../../shared/rules/feed-advice/breeding-type.ts';
import { horseTypes, roughageTypes, workLevels } from '../../../shared/rules/feed-advice/feed-model.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import styles from './AdviceSentence.module.css';

interface AdviceSentenceProps {
  /** What the words say at first; the first choice where an answer is missing. */
  answers: Pick<AdviceAnswers, 'type' | 'weight' | 'work' | 'roughage'>;
  /** Kilograms that are taken where no weight is told; null where that is not known. */
  referenceWeightKg: number | null;
  isWeightInvalid?: boolean;
  /** Id of what is said of the weight. */
  weightDescribedBy?: string | undefined;
  /** What stands in the place of the roughage's word, where that cannot be chosen. */
  roughage?: ReactNode;
  /** The values of hay and silage are those of the owner's own result. */
  hasOwnValues?: boolean;
}

/**
 * The four questions of the feed calculator as one sentence, in the word order of the language: its words are the fields of a form. The form
 * itself stands around it.
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
  // The places of the words, between the texts of the language.
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
