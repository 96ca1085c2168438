import { findOwn } from '../find-own.ts';
import { getCostPerDay, getPackDurationDays } from '../pack-duration.ts';
import {
  type EnergyLevel,
  type FeedModel,
  getEnergyLevel,
  type ProductDose,
  type RoughageValues,
  type TestedRoughage,
  testedRoughages,
} from './feed-model.ts';

/** Why the model gives no ration (feeding-advice model, 1.2). */
export const adviceRefusals = [
  'input_invalid',
  'weight_out_of_range',
  'roughage_result_incomplete',
  'roughage_result_expired',
  'roughage_hygiene_rejected',
  'roughage_too_wet',
  'no_feed_advice',
  'life_stage_table_only',
  'product_not_for_horse_type',
  'work_level_not_supported',
] as const;
export type AdviceRefusal = (typeof adviceRefusals)[number];

/** What an owner should know of a ration, in the order of the alphabet. */
export const adviceWarnings = [
  'below_label_minimum',
  'capped_by_limit',
  'energy_shortfall',
  'energy_surplus',
  'grazing_limited',
  'protein_low',
  'roughage_covers_energy',
  'sugar_high',
  'weigh_small_portion',
] as const;
export type AdviceWarning = (typeof adviceWarnings)[number];

/** Result of a roughage test, or values that somebody typed from one; null where a value is missing. */
export interface RoughageResult {
  /** 'hay' or 'silage'; anything else is refused. */
  readonly type: string;
  readonly dryMatterPct: number | null;
  readonly energyDE: number | null;
  readonly crudeProtein: number | null;
  readonly sugar: number | null;
  /** Whole days since the result. */
  readonly ageDays: number;
  /** Of the hygiene test of the same batch, where there is one. */
  readonly qsGrade?: string | null;
}

export interface AdviceInput {
  readonly horseType: string;
  /** Whole kilograms; null takes the reference weight of the type. */
  readonly weightKg: number | null;
  readonly workLevel: string;
  /** A type of the model, or a result that takes its place. */
  readonly roughage: string | RoughageResult;
  /** Grams that other feeds of the horse leave (`getGramsLeft`), at least a step of the dose; left out: nothing else is fed. */
  readonly gramsLeft?: number;
}

/** What the model reads of a product. */
export interface AdvisedProduct {
  readonly dose: ProductDose;
  /** Keys of the horse types that it is for. */
  readonly horseTypes: readonly string[];
  /** Percent as fed, at most two decimals; 0 where it has none. */
  readonly starch: number;
  /** Percent as fed. */
  readonly crudeProtein: number;
  /** Digestible energy, MJ per kg as fed. */
  readonly energyDE: number;
}

/** A pack of it on a site. */
export interface AdvisedPack {
  /** Whole grams. */
  readonly netWeightGrams: number;
  /** Euro cents. */
  readonly priceInclVat: number;
}

/** A ration of one product for one horse. */
export interface Advice {
  readonly energyLevel: EnergyLevel;
  readonly gramsPerDay: number;
  readonly feedsPerDay: number;
  readonly gramsPerFeed: number;
  /** In tenths; null where the product has no scoop, or one too coarse for the amount of a day. */
  readonly scoopsPerDay: number | null;
  /** In tenths; null also where the scoop is too coarse for a meal: it is weighed. */
  readonly scoopsPerFeed: number | null;
  readonly servingsPerPack: number;
  readonly daysPerPack: number;
  /** Euro cents; where the feed is given a few times a week, of a feeding day. */
  readonly costPerDay: number;
  /** Kilograms as fed, in steps of `getRoughageStepKg`; null on grass. */
  readonly roughageKgPerDay: number | null;
  /** MJ digestible energy a day, one decimal. */
  readonly needDE: number;
  /** What roughage and feed give of that, percent. */
  readonly balancePct: number;
  readonly warnings: readonly AdviceWarning[];
}

export type AdviceAnswer =
  | { readonly determined: true; readonly advice: Advice }
  | { readonly determined: false; readonly reason: AdviceRefusal };

/** Room for what binary fractions lose; as in the reference of the model. */
const EPSILON = 1e-9;

const roundHalfUp = (value: number, step = 1): number => Math.floor(value / step + 0.5 + EPSILON) * step;
/** Tenths and halves without the tail of a binary fraction. */
const divide = (whole: number, by: number): number => whole / by;
const toHundredths = (value: number): number => Math.round(value * 100);

/** Body weight below which half a kilogram of roughage is too coarse a step. */
const FINE_ROUGHAGE_BELOW_KG = 200;

/** Step in which roughage is advised, kilograms: at 80 kg body weight half a kilogram would be a third of the ration. */
const getRoughageStepKg = (weightKg: number): number => (weightKg < FINE_ROUGHAGE_BELOW_KG ? 0.1 : 0.5);

/** Up to the next step of a tenth or a half, without the tail of a binary fraction. */
function ceilTo(value: number, step: number): number {
  const perUnit = Math.round(1 / step);
  return divide(Math.ceil(value * perUnit - EPSILON), perUnit);
}

interface Roughage extends RoughageValues {
  readonly type: string;
}

/** Steps 1 and 2 for the roughage: its values, or why none can be had. */
function readRoughage(
  model: FeedModel,
  roughage: string | RoughageResult,
): { readonly roughage: Roughage } | { readonly reason: AdviceRefusal } {
  if (typeof roughage === 'string') {
    const values = findOwn(model.roughageDefaults, roughage);
    return values ? { roughage: { ...values, type: roughage } } : { reason: 'input_invalid' };
  }
  const { dryMatterPct, energyDE, crudeProtein, sugar } = roughage;
  const type = testedRoughages.find((known) => known === roughage.type);
  if (
    type === undefined ||
    !isFiniteNumber(dryMatterPct) ||
    !isFiniteNumber(energyDE) ||
    !isFiniteNumber(crudeProtein) ||
    !isFiniteNumber(sugar)
  ) {
    return { reason: 'roughage_result_incomplete' };
  }
  const reason = judgeResult(model, type, { ...roughage, dryMatterPct, energyDE });
  return reason ? { reason } : { roughage: { type, dryMatterPct, energyDE, crudeProtein, sugar } };
}

const isFiniteNumber = (value: number | null): value is number => value !== null && Number.isFinite(value);

function judgeResult(
  { limits }: FeedModel,
  type: TestedRoughage,
  result: RoughageResult & { readonly dryMatterPct: number; readonly energyDE: number },
): AdviceRefusal | null {
  if (result.ageDays > limits.rqsMaxAgeDays) return 'roughage_result_expired';
  if (result.qsGrade != null && limits.rejectedQsGrades.includes(result.qsGrade))
    return 'roughage_hygiene_rejected';
  if (result.dryMatterPct < limits.minDryMatterPct[type]) return 'roughage_too_wet';
  const isPlausible =
    result.dryMatterPct <= limits.maxDryMatterPct &&
    result.energyDE >= limits.minDE &&
    result.energyDE <= limits.maxDE;
  return isPlausible ? null : 'roughage_result_incomplete';
}

/** What grams of feed a day are limited by, of the constants of the model. */
export interface DoseLimits {
  readonly limits: Pick<FeedModel['limits'], 'mealGPer100Kg' | 'starchMealGPer100Kg' | 'starchDayGPer100Kg'>;
}

/** What grams a day are counted from, beside the weight of the horse. */
interface LabelDose {
  /** Of the label, by work or for all. */
  readonly gramsPer100Kg: number;
  /** Percent of the label dose that the energy of the roughage, and the type of the horse, leave of it. */
  readonly roughagePct: number;
  readonly typePct: number;
  readonly roundToG: number;
}

/** Step 4: in how many steps of its dose a feed is given a day, rounded half up. */
function countDoseSteps(
  weightKg: number,
  { gramsPer100Kg, roughagePct, typePct, roundToG }: LabelDose,
): number {
  const millionths = weightKg * gramsPer100Kg * roughagePct * typePct;
  return Math.floor((2 * millionths + 1_000_000 * roundToG) / (2_000_000 * roundToG));
}

/**
 * Step 4: the grams of the label for a horse a day, before limits.
 *
 * @param weightKg whole kilograms
 */
export const getLabelGrams = (weightKg: number, dose: LabelDose): number =>
  Math.max(1, countDoseSteps(weightKg, dose)) * dose.roundToG;

/**
 * Steps 4 and 5: the grams of a feed that a horse is given a day. For whoever has no more of the model than its limits, as the page of a
 * product has.
 *
 * @param weightKg whole kilograms
 */
export function getGramsPerDay(
  model: DoseLimits,
  weightKg: number,
  dose: LabelDose & { readonly starch: number; readonly feedsPerDay: number },
): number {
  return Math.min(getLabelGrams(weightKg, dose), getDayCap(model, weightKg, dose));
}

/**
 * The most that may be given of a feed a day (step 5), rounded down to a step of its dose.
 *
 * @param weightKg whole kilograms
 * @param starch percent as fed, at most two decimals
 * @returns whole grams
 */
export function getDayCap(
  { limits }: DoseLimits,
  weightKg: number,
  feed: { readonly starch: number; readonly feedsPerDay: number; readonly roundToG: number },
): number {
  const { starch, feedsPerDay, roundToG } = feed;
  // As whole numbers, so that what is just allowed is not lost: starch in hundredths of a percent.
  const parts = toHundredths(starch);
  const byMeal = Math.floor((limits.mealGPer100Kg * weightKg * feedsPerDay) / (100 * roundToG));
  if (parts === 0) return byMeal * roundToG;
  const byStarchOfMeal = Math.floor(
    (limits.starchMealGPer100Kg * weightKg * feedsPerDay * 100) / (parts * roundToG),
  );
  const byStarchOfDay = Math.floor((limits.starchDayGPer100Kg * weightKg * 100) / (parts * roundToG));
  return Math.min(byMeal, byStarchOfMeal, byStarchOfDay) * roundToG;
}

/**
 * The ration of one product for one horse, or why there is none: steps 1 to 12 of the feeding-advice model. The constants are those of the
 * model that is given; nothing here has a figure of its own.
 *
 * @param product with the dose of its label
 * @param pack whose price and weight the cost and the days are counted with
 */
export function advise(
  model: FeedModel,
  product: AdvisedProduct,
  pack: AdvisedPack,
  input: AdviceInput,
): AdviceAnswer {
  const refuse = (reason: AdviceRefusal): AdviceAnswer => ({ determined: false, reason });
  const type = findOwn(model.horseTypes, input.horseType);
  const work = findOwn(model.workLevels, input.workLevel);
  if (!type || !work) return refuse('input_invalid');
  const weight = input.weightKg ?? type.referenceWeightKg;
  if (!Number.isFinite(weight) || weight < type.minKg || weight > type.maxKg)
    return refuse('weight_out_of_range');
  const read = readRoughage(model, input.roughage);
  if ('reason' in read) return refuse(read.reason);
  const { roughage } = read;

  const { dose } = product;
  if (dose.mode === 'none') return refuse('no_feed_advice');
  if (dose.mode === 'byStage') return refuse('life_stage_table_only');
  if (!product.horseTypes.includes(input.horseType)) return refuse('product_not_for_horse_type');
  const { feedsPerDay = 1, roundToG = 1, scoop = null, maxServingsPerWeek = null } = dose;
  const perHundred = findOwn(dose.gramsPer100Kg ?? {}, input.workLevel) ?? null;
  if (perHundred === null) return refuse('work_level_not_supported');

  const warnings = new Set<AdviceWarning>();
  const level = getEnergyLevel(model, roughage.energyDE);
  const roughagePct = dose.adjustForRoughage ? level.dosePct : 100;
  const typePct = dose.adjustForType ? type.dosePct : 100;
  let grams = getLabelGrams(weight, { gramsPer100Kg: perHundred, roughagePct, typePct, roundToG });
  const dayCap = Math.min(
    getDayCap(model, weight, { starch: product.starch, feedsPerDay, roundToG }),
    input.gramsLeft ?? Number.POSITIVE_INFINITY,
  );
  if (grams > dayCap) {
    grams = dayCap;
    warnings.add('capped_by_limit');
  }

  // Muesli, pellets, straights and balancers: feeds that give energy or stand for a whole ration.
  const isAdjusted = dose.adjustForRoughage === true;
  if (isAdjusted) {
    const doses = Object.values(dose.gramsPer100Kg ?? {}).filter((each) => each !== null);
    if (100 * grams < Math.min(...doses) * weight) warnings.add('below_label_minimum');
  }

  const need = (weight * type.maintenanceKcalPerKg * work.energyFactor * model.conversions.kcalToKj) / 1000;
  const leastDryKg = (weight * work.roughageDmPct) / 100;
  const isGrass = roughage.type === 'grass';
  const roughageKgPerDay = isGrass
    ? null
    : ceilTo((100 * leastDryKg) / roughage.dryMatterPct, getRoughageStepKg(weight));
  // Energy and protein are computed from the rounded weight that the owner sees.
  const dryRoughageKg =
    roughageKgPerDay === null ? leastDryKg : (roughageKgPerDay * roughage.dryMatterPct) / 100;
  const fromRoughage = dryRoughageKg * roughage.energyDE;
  const supply = fromRoughage + (product.energyDE * grams) / 1000;
  const supplyPct = (100 * supply) / need;
  const balancePct = roundHalfUp(supplyPct);
  const protein = dryRoughageKg * roughage.crudeProtein + (product.crudeProtein * grams) / 100;
  // For every feed, also for balancers: the horse gains or loses weight whatever the feed is given for.
  if (supplyPct > model.warnings.energySurplusPct) warnings.add('energy_surplus');
  // A feed of some days a week is no part of the other days, so it is not judged as the ration of the horse.
  if (maxServingsPerWeek === null) {
    if (supplyPct < model.warnings.energyShortfallPct) warnings.add('energy_shortfall');
    if (protein < weight * work.proteinGPerKg) warnings.add('protein_low');
  }
  if (isAdjusted && (100 * fromRoughage) / need >= model.warnings.roughageCoversPct)
    warnings.add('roughage_covers_energy');
  const isGoodDoer = input.horseType === 'pony' || input.horseType === 'sober';
  if (isGoodDoer && roughage.sugar >= model.warnings.sugarHighGPerKgDm) warnings.add('sugar_high');
  // Nothing measures how much a grazing animal eats: no good doer is left on grass all day, nor one that needs less than it would eat.
  if (isGrass && (isGoodDoer || supplyPct > model.warnings.energySurplusPct)) warnings.add('grazing_limited');

  const scoops = scoop && countScoops(grams, feedsPerDay, scoop.grams, model.limits.scoopMaxErrorPct);
  if (scoops && scoops.perFeed === null) warnings.add('weigh_small_portion');
  return {
    determined: true,
    advice: {
      energyLevel: level.key,
      gramsPerDay: grams,
      feedsPerDay,
      gramsPerFeed: Math.floor((2 * grams + feedsPerDay) / (2 * feedsPerDay)),
      scoopsPerDay: scoops ? scoops.perDay : null,
      scoopsPerFeed: scoops ? scoops.perFeed : null,
      servingsPerPack: Math.floor((pack.netWeightGrams * feedsPerDay) / grams),
      daysPerPack: getPackDurationDays(pack.netWeightGrams, grams, { feedsPerDay, maxServingsPerWeek }),
      costPerDay: getCostPerDay(pack.priceInclVat, pack.netWeightGrams, grams),
      roughageKgPerDay,
      needDE: divide(roundHalfUp(need * 10), 10),
      balancePct,
      warnings: adviceWarnings.filter((warning) => warnings.has(warning)),
    },
  };
}

/** Step 7: tenths of a scoop a day and a meal; null where a tenth is too coarse for the grams. */
function countScoops(grams: number, feedsPerDay: number, scoopGrams: number, maxErrorPct: number) {
  const count = (exact: number): number | null => {
    const tenths = roundHalfUp(exact * 10);
    const isFine = tenths > 0 && Math.abs(tenths / 10 - exact) / exact <= maxErrorPct / 100;
    return isFine ? divide(tenths, 10) : null;
  };
  return { perDay: count(grams / scoopGrams), perFeed: count(grams / feedsPerDay / scoopGrams) };
}

/** Days of the month that packs are counted for. */
const DAYS_OF_MONTH = 30;

/** Packs that last a month at least; 1 where a single one does. */
export const countPacksForMonth = ({ daysPerPack }: Pick<Advice, 'daysPerPack'>): number =>
  daysPerPack >= DAYS_OF_MONTH ? 1 : Math.ceil(DAYS_OF_MONTH / Math.max(1, daysPerPack));
