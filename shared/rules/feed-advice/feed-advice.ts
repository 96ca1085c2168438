import { getOwnProperty } from '../get-own-property.ts';
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

/** Reasons why the model gives no ration (feeding model, 1.2). */
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

/** Warnings of a ration for the owner, in alphabetical order. */
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

/** Result of a roughage test, or values typed from one; null if a value is missing. */
export interface RoughageResult {
  /** 'hay' or 'silage'; anything else is refused. */
  readonly type: string;
  readonly dryMatterPct: number | null;
  readonly energyDE: number | null;
  readonly crudeProtein: number | null;
  readonly sugar: number | null;
  /** Whole days since the result. */
  readonly ageDays: number;
  /** Class of the hygiene test of the same batch, if there is one. */
  readonly qsGrade?: string | null;
}

export interface AdviceInput {
  readonly horseType: string;
  /** Whole kilograms; null for the reference weight of the type. */
  readonly weightKg: number | null;
  readonly workLevel: string;
  /** A roughage type of the model, or a result that replaces it. */
  readonly roughage: string | RoughageResult;
  /**
   * Grams that the other feeds of the horse leave (`getGramsLeft`), at least one step of the dose; omitted if
   * there is no other feed.
   */
  readonly gramsLeft?: number;
}

/** Properties of a product that the model uses. */
export interface AdvisedProduct {
  readonly dose: ProductDose;
  /** Keys of the horse types that the product is for. */
  readonly horseTypes: readonly string[];
  /** Percent as fed, at most two decimals; 0 if it has none. */
  readonly starch: number;
  /** Percent as fed. */
  readonly crudeProtein: number;
  /** Digestible energy, MJ per kg as fed. */
  readonly energyDE: number;
}

/** A pack of the product on a site. */
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
  /** In tenths; null if the product has no scoop, or one too coarse for the daily amount. */
  readonly scoopsPerDay: number | null;
  /** Rounded to tenths; null also if the scoop is too coarse for a meal, which must then be weighed. */
  readonly scoopsPerFeed: number | null;
  readonly servingsPerPack: number;
  readonly daysPerPack: number;
  /** Euro cents; if the feed is given only a few times a week, the cost of a feeding day. */
  readonly costPerDay: number;
  /** Kilograms as fed, in steps of `getRoughageStepKg`; null for grass. */
  readonly roughageKgPerDay: number | null;
  /** MJ digestible energy per day, one decimal. */
  readonly needDE: number;
  /** Percentage of the energy need that roughage and feed supply. */
  readonly balancePct: number;
  readonly warnings: readonly AdviceWarning[];
}

export type AdviceAnswer =
  | { readonly determined: true; readonly advice: Advice }
  | { readonly determined: false; readonly reason: AdviceRefusal };

/** Tolerance for binary fractions, as in the reference implementation of the model. */
const BINARY_FRACTION_TOLERANCE = 1e-9;

const roundHalfUp = (value: number, step = 1): number =>
  Math.floor(value / step + 0.5 + BINARY_FRACTION_TOLERANCE) * step;
/** Divides to tenths and halves without the error of a binary fraction. */
const divideExactly = (whole: number, by: number): number => whole / by;
const toHundredths = (value: number): number => Math.round(value * 100);

/** Body weight below which half a kilogram of roughage is too coarse a step. */
const FINE_ROUGHAGE_BELOW_KG = 200;

/**
 * Returns the step of advised roughage in kilograms: at 80 kg body weight half a kilogram would be a third of
 * the ration.
 */
const getRoughageStepKg = (weightKg: number): number => (weightKg < FINE_ROUGHAGE_BELOW_KG ? 0.1 : 0.5);

/** Rounds up to the next step of a tenth or a half, without the error of a binary fraction. */
function roundUpToStep(value: number, step: number): number {
  const perUnit = Math.round(1 / step);
  return divideExactly(Math.ceil(value * perUnit - BINARY_FRACTION_TOLERANCE), perUnit);
}

interface RoughageOfType extends RoughageValues {
  readonly type: string;
}

/** Reads the roughage (steps 1 and 2): its values, or the reason why it is refused. */
function resolveRoughage(
  model: FeedModel,
  roughage: string | RoughageResult,
): { readonly roughage: RoughageOfType } | { readonly reason: AdviceRefusal } {
  if (typeof roughage === 'string') {
    const values = getOwnProperty(model.roughageDefaults, roughage);
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
  const reason = checkRoughageResult(model, type, { ...roughage, dryMatterPct, energyDE });
  return reason ? { reason } : { roughage: { type, dryMatterPct, energyDE, crudeProtein, sugar } };
}

const isFiniteNumber = (value: number | null): value is number => value !== null && Number.isFinite(value);

function checkRoughageResult(
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

/** Constants of the model that limit the grams of feed per day. */
export interface DoseLimits {
  readonly limits: Pick<FeedModel['limits'], 'mealGPer100Kg' | 'starchMealGPer100Kg' | 'starchDayGPer100Kg'>;
}

/** Inputs of the grams per day, in addition to the weight of the horse. */
interface DoseInputs {
  /** Dose of the label, by work level or fixed. */
  readonly gramsPer100Kg: number;
  /** Percentage of the label dose that remains with this roughage, and for this type of horse. */
  readonly roughagePct: number;
  readonly typePct: number;
  readonly roundToG: number;
}

/** Returns the number of dose steps per day (step 4), rounded half up. */
function countDoseSteps(
  weightKg: number,
  { gramsPer100Kg, roughagePct, typePct, roundToG }: DoseInputs,
): number {
  const millionths = weightKg * gramsPer100Kg * roughagePct * typePct;
  return Math.floor((2 * millionths + 1_000_000 * roundToG) / (2_000_000 * roundToG));
}

/**
 * Returns the grams of the label for a horse per day (step 4), before limits.
 *
 * @param weightKg whole kilograms
 */
export const getLabelGrams = (weightKg: number, dose: DoseInputs): number =>
  Math.max(1, countDoseSteps(weightKg, dose)) * dose.roundToG;

/**
 * Returns the grams of a feed per day (steps 4 and 5). For callers that have only the limits of the model,
 * such as the product page.
 *
 * @param weightKg whole kilograms
 */
export function getGramsPerDay(
  model: DoseLimits,
  weightKg: number,
  dose: DoseInputs & { readonly starch: number; readonly feedsPerDay: number },
): number {
  return Math.min(getLabelGrams(weightKg, dose), getMaximumGramsPerDay(model, weightKg, dose));
}

/**
 * Returns the maximum of a feed per day (step 5), rounded down to a step of its dose.
 *
 * @param weightKg whole kilograms
 * @param starch percent as fed, at most two decimals
 * @returns whole grams
 */
export function getMaximumGramsPerDay(
  { limits }: DoseLimits,
  weightKg: number,
  feed: { readonly starch: number; readonly feedsPerDay: number; readonly roundToG: number },
): number {
  const { starch, feedsPerDay, roundToG } = feed;
  // Calculated in integers, so that an amount exactly at the limit is allowed: starch in hundredths of a
  // percent.
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
 * Calculates the ration of one product for one horse, or the reason why there is none: steps 1 to 12 of the
 * feeding model. All constants are those of the given model.
 *
 * @param product product with the dose of its label
 * @param pack pack whose price and weight determine the cost and the number of days
 */
export function advise(
  model: FeedModel,
  product: AdvisedProduct,
  pack: AdvisedPack,
  input: AdviceInput,
): AdviceAnswer {
  const refuse = (reason: AdviceRefusal): AdviceAnswer => ({ determined: false, reason });
  const type = getOwnProperty(model.horseTypes, input.horseType);
  const work = getOwnProperty(model.workLevels, input.workLevel);
  if (!type || !work) return refuse('input_invalid');
  const weight = input.weightKg ?? type.referenceWeightKg;
  if (!Number.isFinite(weight) || weight < type.minKg || weight > type.maxKg)
    return refuse('weight_out_of_range');
  const read = resolveRoughage(model, input.roughage);
  if ('reason' in read) return refuse(read.reason);
  const { roughage } = read;

  const { dose } = product;
  if (dose.mode === 'none') return refuse('no_feed_advice');
  if (dose.mode === 'byStage') return refuse('life_stage_table_only');
  if (!product.horseTypes.includes(input.horseType)) return refuse('product_not_for_horse_type');
  const { feedsPerDay = 1, roundToG = 1, scoop = null, maxServingsPerWeek = null } = dose;
  const perHundred = getOwnProperty(dose.gramsPer100Kg ?? {}, input.workLevel) ?? null;
  if (perHundred === null) return refuse('work_level_not_supported');

  const warnings = new Set<AdviceWarning>();
  const level = getEnergyLevel(model, roughage.energyDE);
  const roughagePct = dose.adjustForRoughage ? level.dosePct : 100;
  const typePct = dose.adjustForType ? type.dosePct : 100;
  let grams = getLabelGrams(weight, { gramsPer100Kg: perHundred, roughagePct, typePct, roundToG });
  const dayCap = Math.min(
    getMaximumGramsPerDay(model, weight, { starch: product.starch, feedsPerDay, roundToG }),
    input.gramsLeft ?? Number.POSITIVE_INFINITY,
  );
  if (grams > dayCap) {
    grams = dayCap;
    warnings.add('capped_by_limit');
  }

  // Mueslis, pellets, straights and balancers: feeds that supply energy or make up a whole ration.
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
    : roundUpToStep((100 * leastDryKg) / roughage.dryMatterPct, getRoughageStepKg(weight));
  // Energy and protein are calculated from the rounded weight that the owner sees.
  const dryRoughageKg =
    roughageKgPerDay === null ? leastDryKg : (roughageKgPerDay * roughage.dryMatterPct) / 100;
  const fromRoughage = dryRoughageKg * roughage.energyDE;
  const supply = fromRoughage + (product.energyDE * grams) / 1000;
  const supplyPct = (100 * supply) / need;
  const balancePct = roundHalfUp(supplyPct);
  const protein = dryRoughageKg * roughage.crudeProtein + (product.crudeProtein * grams) / 100;
  // For every feed, including balancers: the horse gains or loses weight whatever the purpose of the feed.
  if (supplyPct > model.warnings.energySurplusPct) warnings.add('energy_surplus');
  // A feed that is not given every day is not judged as the whole ration of the horse.
  if (maxServingsPerWeek === null) {
    if (supplyPct < model.warnings.energyShortfallPct) warnings.add('energy_shortfall');
    if (protein < weight * work.proteinGPerKg) warnings.add('protein_low');
  }
  if (isAdjusted && (100 * fromRoughage) / need >= model.warnings.roughageCoversPct)
    warnings.add('roughage_covers_energy');
  const isGoodDoer = input.horseType === 'pony' || input.horseType === 'sober';
  if (isGoodDoer && roughage.sugar >= model.warnings.sugarHighGPerKgDm) warnings.add('sugar_high');
  // The intake of a grazing animal cannot be measured. Good doers, and horses that need less than they would
  // eat, must not graze all day.
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
      needDE: divideExactly(roundHalfUp(need * 10), 10),
      balancePct,
      warnings: adviceWarnings.filter((warning) => warnings.has(warning)),
    },
  };
}

/** Step 7: tenths of a scoop per day and per meal; null if a tenth is too coarse for the grams. */
function countScoops(grams: number, feedsPerDay: number, scoopGrams: number, maxErrorPct: number) {
  const count = (exact: number): number | null => {
    const tenths = roundHalfUp(exact * 10);
    const isFine = tenths > 0 && Math.abs(tenths / 10 - exact) / exact <= maxErrorPct / 100;
    return isFine ? divideExactly(tenths, 10) : null;
  };
  return { perDay: count(grams / scoopGrams), perFeed: count(grams / feedsPerDay / scoopGrams) };
}

/** Number of days for which packs are counted. */
const DAYS_OF_MONTH = 30;

/** Returns the number of packs for at least a month; at least 1. */
export const countPacksForMonth = ({ daysPerPack }: Pick<Advice, 'daysPerPack'>): number =>
  daysPerPack >= DAYS_OF_MONTH ? 1 : Math.ceil(DAYS_OF_MONTH / Math.max(1, daysPerPack));
