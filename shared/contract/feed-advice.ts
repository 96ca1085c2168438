import Type from 'typebox';
import { MAX_HORSE_NAME_LENGTH } from '../rules/feed-advice/advice-query.ts';
import { adviceRefusals, adviceWarnings } from '../rules/feed-advice/feed-advice.ts';
import {
  energyLevels,
  horseTypes,
  roughageTypes,
  testedRoughages,
  workLevels,
} from '../rules/feed-advice/feed-model.ts';
import { rationRefusals } from '../rules/feed-advice/ration-sums.ts';
import type { ContractsOf } from './call-contract.ts';
import type { feedAdvicePaths } from './paths/feed-advice.ts';
import { Cents, Id, IsoDate, Nullable, ResultKey } from './primitives.ts';
import { Dosage, ProductSummary, Scoop } from './products.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100 });

/** Roughage values typed from a report of any laboratory, per kg dry matter. */
export const TypedRoughage = Type.Object({
  type: Type.Enum([...testedRoughages]),
  dryMatterPct: Percent,
  energyDE: Type.Number({ minimum: 0, maximum: 30, description: 'MJ per kg dry matter' }),
  crudeProtein: Type.Number({ minimum: 0, maximum: 1000, description: 'Grams per kg dry matter' }),
  sugar: Type.Number({ minimum: 0, maximum: 1000, description: 'Grams per kg dry matter' }),
});
export type TypedRoughage = Type.Static<typeof TypedRoughage>;

/** Rejects additional properties, because a second alternative would be ignored. */
const noOtherProperties = { additionalProperties: false } as const;

/** Roughage of a horse: by type, by the key of one of the shop's reports, or with typed values. */
export const RoughageChoice = Type.Union([
  Type.Object({ type: Type.Enum([...roughageTypes]) }, noOtherProperties),
  Type.Object({ rqsKey: ResultKey }, noOtherProperties),
  Type.Object({ values: TypedRoughage }, noOtherProperties),
]);
export type RoughageChoice = Type.Static<typeof RoughageChoice>;

/** Details of a horse, given by its owner. */
export const AdvisedHorse = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  weightKg: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description:
        'Weight in kg; the reference weight of the type if omitted. A weight outside the range of the model is refused as `determined: false`.',
    }),
  ),
  workLevel: Type.Enum([...workLevels]),
  roughage: RoughageChoice,
});
export type AdvisedHorse = Type.Static<typeof AdvisedHorse>;

export const AdviceQuestion = Type.Object({
  ...AdvisedHorse.properties,
  productVariantId: Type.Optional(Id),
});
export type AdviceQuestion = Type.Static<typeof AdviceQuestion>;

const AdviceWarnings = Type.Array(Type.Enum([...adviceWarnings]));
const Reason = Type.Enum([...adviceRefusals]);

/** Numbers of a ration; units as in `Advice` of the rule. Amounts are euro cents. */
export const AdviceFigures = Type.Object({
  energyLevel: Type.Enum([...energyLevels]),
  gramsPerDay: Type.Integer({ minimum: 0 }),
  feedsPerDay: Type.Integer({ minimum: 1 }),
  gramsPerFeed: Type.Integer({ minimum: 0 }),
  scoopsPerDay: Nullable(Type.Number()),
  scoopsPerFeed: Nullable(Type.Number()),
  servingsPerPack: Type.Integer({ minimum: 0 }),
  daysPerPack: Type.Integer({ minimum: 0 }),
  costPerDay: Cents,
  roughageKgPerDay: Nullable(Type.Number()),
  needDE: Type.Number(),
  balancePct: Type.Integer(),
  warnings: AdviceWarnings,
});
export type AdviceFigures = Type.Static<typeof AdviceFigures>;

/** Ration of one product. */
export const ProductAdvice = Type.Object({
  ...AdviceFigures.properties,
  productVariantId: Id,
  product: ProductSummary,
  netWeightGrams: Type.Integer({ minimum: 1 }),
  scoop: Nullable(Scoop),
  maxServingsPerWeek: Nullable(Type.Integer()),
  maxDaysInARow: Nullable(Type.Integer()),
  isMaximum: Type.Boolean({ description: 'Whether the amount is a maximum rather than a recommendation' }),
  packsForMonth: Type.Integer({ minimum: 1 }),
});
export type ProductAdvice = Type.Static<typeof ProductAdvice>;

/** Roughage for which a ration was calculated. */
export const UsedRoughage = Type.Object({
  source: Type.Enum(['default', 'report', 'typed']),
  type: Type.Enum([...roughageTypes]),
  dryMatterPct: Type.Number(),
  energyDE: Type.Number(),
  crudeProtein: Type.Number(),
  sugar: Type.Number(),
  sampleName: Nullable(Type.String({ description: 'Sample name in the report' })),
  resultDate: Nullable(IsoDate),
  qsGrade: Nullable(Type.Enum(['A', 'B', 'C', 'D'])),
});
export type UsedRoughage = Type.Static<typeof UsedRoughage>;

/** Details of the horse and its roughage, which are shown with every ration. */
export const UsedHorse = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  weightKg: Type.Integer(),
  isReferenceWeight: Type.Boolean({
    description: 'Whether the reference weight was used because no weight was given',
  }),
  workLevel: Type.Enum([...workLevels]),
  roughage: UsedRoughage,
});
export type UsedHorse = Type.Static<typeof UsedHorse>;

/** Ration of the same product at another work level; null with a reason if there is none. */
export const WorkLevelAdvice = Type.Object({
  workLevel: Type.Enum([...workLevels]),
  figures: Nullable(AdviceFigures),
  reason: Nullable(Reason),
});

/**
 * Rations, or the reason why the model gives none. In that case it includes the valid weights of the type, or
 * the dosage table of a product by stage of life.
 */
export const AdviceAnswer = Type.Union([
  Type.Object({
    determined: Type.Literal(true),
    /** Day of the calculation, in the time zone of the site. */
    date: IsoDate,
    horse: UsedHorse,
    proposals: Type.Array(ProductAdvice, {
      minItems: 1,
      description: 'Rations, best first; only one if a product was requested',
    }),
    workLevels: Type.Array(WorkLevelAdvice, {
      description: 'Rations of the first proposal, from rest to heavy work',
    }),
  }),
  Type.Object({
    determined: Type.Literal(false),
    reason: Reason,
    weights: Nullable(
      Type.Object(
        { minKg: Type.Integer(), maxKg: Type.Integer() },
        { description: 'Valid weights of a horse of this type' },
      ),
    ),
    product: Nullable(ProductSummary),
    dosage: Nullable(Dosage),
  }),
]);
export type AdviceAnswer = Type.Static<typeof AdviceAnswer>;

export const AdviceId = Type.String({ format: 'uuid' });
export const HorseName = Type.String({ minLength: 1, maxLength: MAX_HORSE_NAME_LENGTH });

/** A saved ration. */
export const SavedAdvice = Type.Object({
  adviceId: AdviceId,
  horseName: HorseName,
  horse: UsedHorse,
  question: AdviceQuestion,
  figures: AdviceFigures,
  scoop: Nullable(Scoop),
  refusal: Nullable(
    Type.Enum([...rationRefusals], {
      description:
        'Reason why the ration no longer holds, because a report is too old or has changed; the numbers are then those from before',
    }),
  ),
  productVariantId: Id,
  product: Nullable(ProductSummary),
  productTitle: Type.String({ description: 'Product title, also if the site no longer sells the product' }),
  netWeightGrams: Type.Integer({ minimum: 1 }),
  packsForMonth: Type.Integer({ minimum: 1 }),
  isRead: Type.Boolean(),
  created: Type.String({ format: 'date-time' }),
  changed: Type.String({ format: 'date-time' }),
  previousGramsPerDay: Nullable(Type.Integer({ description: 'Amount before a new report changed it' })),
});
export type SavedAdvice = Type.Static<typeof SavedAdvice>;

const Grams = Type.Number({ minimum: 0 });

/** Totals of all valid rations of a horse, with their maximum values. Grams; starch with one decimal. */
export const RationTotals = Type.Object({
  weightKg: Type.Integer({ description: 'Lowest weight with which its rations were requested' }),
  gramsPerDay: Grams,
  gramsPerMeal: Type.Number({ minimum: 0, description: 'Amount of a meal that contains every feed' }),
  maxGramsPerMeal: Grams,
  starchPerMeal: Grams,
  maxStarchPerMeal: Grams,
  starchPerDay: Grams,
  maxStarchPerDay: Grams,
  costPerDay: Cents,
});
export type RationTotals = Type.Static<typeof RationTotals>;

/** Saved rations of one horse. */
export const AdvisedHorseRations = Type.Object({
  horseName: HorseName,
  totals: Nullable(RationTotals),
  advice: Type.Array(SavedAdvice, {
    minItems: 1,
    description: 'Rations in the order in which they were saved',
  }),
});
export type AdvisedHorseRations = Type.Static<typeof AdvisedHorseRations>;

const params = Type.Object({ id: AdviceId });
const AdviceToSave = Type.Object({
  ...AdvisedHorse.properties,
  productVariantId: Id,
  horseName: HorseName,
});
const savingProblemCodes = [
  'not_found',
  'advice_not_determined',
  'combination_over_limit',
  'selenium_limit',
  'too_many_attempts',
] as const;

/** Weights of a horse type in the model. */
export const AdvisedHorseType = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  referenceWeightKg: Type.Integer({ description: 'Weight that is used if none is given' }),
  minKg: Type.Integer(),
  maxKg: Type.Integer(),
});
export type AdvisedHorseType = Type.Static<typeof AdvisedHorseType>;

export const feedAdviceCalls = {
  fetchAdvisedHorseTypes: {
    summary:
      'Lists the horse types for which rations can be calculated, with their valid weights; empty if the shop gives no advice',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(AdvisedHorseType),
    refusals: [],
  },
  calculateFeedAdvice: {
    summary:
      'Calculates the ration of a product for a horse. Without a product, it returns all suitable mueslis, pellets and balancers, best first. If the feeding model gives no ration, it returns the reason.',
    needs: 'open',
    isIdempotent: true,
    followsPreview: true,
    body: AdviceQuestion,
    answer: AdviceAnswer,
    refusals: ['not_found'],
  },
  fetchSavedAdvice: {
    summary: 'Lists the saved rations of the account by horse, in the order of their names',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(AdvisedHorseRations),
    refusals: [],
  },
  saveFeedAdvice: {
    summary:
      'Saves a ration of a product for a horse, in place of an earlier one of the product. The amount is reduced to what the other feeds of the horse allow.',
    needs: 'session',
    isIdempotent: true,
    body: AdviceToSave,
    answer: SavedAdvice,
    refusals: [...savingProblemCodes, 'too_many_saved'],
  },
  changeFeedAdvice: {
    summary: 'Replaces a saved ration by another one',
    needs: 'session',
    isIdempotent: true,
    params,
    body: AdviceToSave,
    answer: SavedAdvice,
    refusals: savingProblemCodes,
  },
  deleteFeedAdvice: {
    summary: 'Deletes a saved ration',
    needs: 'session',
    isIdempotent: true,
    params,
    answer: null,
    refusals: ['not_found'],
  },
  readFeedAdvice: {
    summary: 'Marks a ration as read by its owner',
    needs: 'session',
    isIdempotent: true,
    params,
    answer: null,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof feedAdvicePaths>;
