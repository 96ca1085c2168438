import Type from 'typebox';
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

/** Values of roughage that somebody typed from a report of any laboratory; per kg dry matter. */
export const TypedRoughage = Type.Object({
  type: Type.Enum([...testedRoughages]),
  dryMatterPct: Percent,
  energyDE: Type.Number({ minimum: 0, maximum: 30, description: 'MJ per kg dry matter' }),
  crudeProtein: Type.Number({ minimum: 0, maximum: 1000, description: 'Grams per kg dry matter' }),
  sugar: Type.Number({ minimum: 0, maximum: 1000, description: 'Grams per kg dry matter' }),
});
export type TypedRoughage = Type.Static<typeof TypedRoughage>;

/** One of the three: a further one would pass unread. */
const alone = { additionalProperties: false } as const;

/** What a horse eats beside its feed: of a kind, as a report of ours says by its key, or with values that were typed. */
export const RoughageChoice = Type.Union([
  Type.Object({ type: Type.Enum([...roughageTypes]) }, alone),
  Type.Object({ rqsKey: ResultKey }, alone),
  Type.Object({ values: TypedRoughage }, alone),
]);
export type RoughageChoice = Type.Static<typeof RoughageChoice>;

/** What an owner says of a horse. */
export const AdvisedHorse = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  weightKg: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description:
        'Left out: the reference weight of the type. Weights that the model has no ration for are a refusal of the model',
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

const Warnings = Type.Array(Type.Enum([...adviceWarnings]));
const Reason = Type.Enum([...adviceRefusals]);

/** Figures of a ration; units as in `Advice` of the rule. Amounts are euro cents. */
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
  warnings: Warnings,
});
export type AdviceFigures = Type.Static<typeof AdviceFigures>;

/** A ration of one product. */
export const ProductAdvice = Type.Object({
  ...AdviceFigures.properties,
  productVariantId: Id,
  product: ProductSummary,
  netWeightGrams: Type.Integer({ minimum: 1 }),
  scoop: Nullable(Scoop),
  maxServingsPerWeek: Nullable(Type.Integer()),
  maxDaysInARow: Nullable(Type.Integer()),
  isMaximum: Type.Boolean({ description: 'The most that may be given, not what is advised' }),
  packsForMonth: Type.Integer({ minimum: 1 }),
});
export type ProductAdvice = Type.Static<typeof ProductAdvice>;

/** The roughage that a ration was counted with. */
export const UsedRoughage = Type.Object({
  source: Type.Enum(['default', 'report', 'typed']),
  type: Type.Enum([...roughageTypes]),
  dryMatterPct: Type.Number(),
  energyDE: Type.Number(),
  crudeProtein: Type.Number(),
  sugar: Type.Number(),
  sampleName: Nullable(Type.String({ description: 'Of the report' })),
  resultDate: Nullable(IsoDate),
  qsGrade: Nullable(Type.Enum(['A', 'B', 'C', 'D'])),
});
export type UsedRoughage = Type.Static<typeof UsedRoughage>;

/** What is told of the horse and its roughage beside every ration. */
export const UsedHorse = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  weightKg: Type.Integer(),
  isReferenceWeight: Type.Boolean({ description: 'No weight was told' }),
  workLevel: Type.Enum([...workLevels]),
  roughage: UsedRoughage,
});
export type UsedHorse = Type.Static<typeof UsedHorse>;

/** Ration of the same product at another work level; null and a reason where there is none. */
export const WorkLevelAdvice = Type.Object({
  workLevel: Type.Enum([...workLevels]),
  figures: Nullable(AdviceFigures),
  reason: Nullable(Reason),
});

/** Rations, or why the model has none: then what helps, too, the weights of the type or the table of a product for a stage of life. */
export const AdviceAnswer = Type.Union([
  Type.Object({
    determined: Type.Literal(true),
    /** Day of the calculation, in the time zone of the site. */
    date: IsoDate,
    horse: UsedHorse,
    proposals: Type.Array(ProductAdvice, {
      minItems: 1,
      description: 'The best first; of one product where one was asked for',
    }),
    workLevels: Type.Array(WorkLevelAdvice, {
      description: 'Of the first proposal, from rest to heavy work',
    }),
  }),
  Type.Object({
    determined: Type.Literal(false),
    reason: Reason,
    weights: Nullable(
      Type.Object(
        { minKg: Type.Integer(), maxKg: Type.Integer() },
        { description: 'That a horse of this type may have' },
      ),
    ),
    product: Nullable(ProductSummary),
    dosage: Nullable(Dosage),
  }),
]);
export type AdviceAnswer = Type.Static<typeof AdviceAnswer>;

export const AdviceId = Type.String({ format: 'uuid' });
export const HorseName = Type.String({ minLength: 1, maxLength: 50 });

/** A ration that somebody saved. */
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
        'Why it is fed no more since a report is older or says otherwise: then the figures are those from before',
    }),
  ),
  productVariantId: Id,
  product: Nullable(ProductSummary),
  productTitle: Type.String({ description: 'Also of what the site sells no more' }),
  netWeightGrams: Type.Integer({ minimum: 1 }),
  packsForMonth: Type.Integer({ minimum: 1 }),
  isRead: Type.Boolean(),
  created: Type.String({ format: 'date-time' }),
  changed: Type.String({ format: 'date-time' }),
  previousGramsPerDay: Nullable(Type.Integer({ description: 'Before a new result changed it' })),
});
export type SavedAdvice = Type.Static<typeof SavedAdvice>;

const Grams = Type.Number({ minimum: 0 });

/** What all rations of a horse come to that hold, beside the most that it may get. Grams, those of starch with one decimal. */
export const RationTotals = Type.Object({
  weightKg: Type.Integer({ description: 'The least that its rations were asked for with' }),
  gramsPerDay: Grams,
  gramsPerMeal: Type.Number({ minimum: 0, description: 'Where every feed is part of the meal' }),
  maxGramsPerMeal: Grams,
  starchPerMeal: Grams,
  maxStarchPerMeal: Grams,
  starchPerDay: Grams,
  maxStarchPerDay: Grams,
  costPerDay: Cents,
});
export type RationTotals = Type.Static<typeof RationTotals>;

/** The saved rations of one horse. */
export const AdvisedHorseRations = Type.Object({
  horseName: HorseName,
  totals: Nullable(RationTotals),
  advice: Type.Array(SavedAdvice, { minItems: 1, description: 'As they were saved, the first one first' }),
});
export type AdvisedHorseRations = Type.Static<typeof AdvisedHorseRations>;

const params = Type.Object({ id: AdviceId });
const AdviceToSave = Type.Object({
  ...AdvisedHorse.properties,
  productVariantId: Id,
  horseName: HorseName,
});
const refusalsOfSaving = [
  'not_found',
  'advice_not_determined',
  'combination_over_limit',
  'selenium_limit',
  'too_many_attempts',
] as const;

/** Weights of a type of horse, as the model has them. */
export const AdvisedHorseType = Type.Object({
  horseType: Type.Enum([...horseTypes]),
  referenceWeightKg: Type.Integer({ description: 'Taken where no weight is told' }),
  minKg: Type.Integer(),
  maxKg: Type.Integer(),
});
export type AdvisedHorseType = Type.Static<typeof AdvisedHorseType>;

export const feedAdviceCalls = {
  fetchAdvisedHorseTypes: {
    summary:
      'The types of horses that rations are calculated for, and the weights that they may have; none where the shop gives no advice',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(AdvisedHorseType),
    refusals: [],
  },
  calculateFeedAdvice: {
    summary:
      'The ration of a product for a horse; without a product, of every muesli, pellet and balancer that goes with it, the best first. Where the feeding-advice model gives none, why',
    needs: 'open',
    isIdempotent: true,
    followsPreview: true,
    body: AdviceQuestion,
    answer: AdviceAnswer,
    refusals: ['not_found'],
  },
  fetchSavedAdvice: {
    summary: 'The rations that the account has saved, by horse, in the order of their names',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(AdvisedHorseRations),
    refusals: [],
  },
  saveFeedAdvice: {
    summary:
      'Saves a ration of a product for a horse, in the place of an earlier one of the product; lowered to what the other feeds of the horse leave',
    needs: 'session',
    isIdempotent: true,
    body: AdviceToSave,
    answer: SavedAdvice,
    refusals: [...refusalsOfSaving, 'too_many_saved'],
  },
  changeFeedAdvice: {
    summary: 'Saves another ration in the place of one',
    needs: 'session',
    isIdempotent: true,
    params,
    body: AdviceToSave,
    answer: SavedAdvice,
    refusals: refusalsOfSaving,
  },
  deleteFeedAdvice: {
    summary: 'Forgets a saved ration',
    needs: 'session',
    isIdempotent: true,
    params,
    answer: null,
    refusals: ['not_found'],
  },
  readFeedAdvice: {
    summary: 'Notes that the owner has seen a ration',
    needs: 'session',
    isIdempotent: true,
    params,
    answer: null,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof feedAdvicePaths>;
