/** Types of adult horses in the model, in the order of the calculator. */
export const horseTypes = ['pony', 'sober', 'horse', 'hotblood'] as const;
export type HorseType = (typeof horseTypes)[number];

/** Work levels from rest to heavy work. */
export const workLevels = ['none', 'light', 'average', 'heavy'] as const;
export type WorkLevel = (typeof workLevels)[number];

/** Types of untested roughage. */
export const roughageTypes = ['hay', 'silage', 'grass'] as const;
export type RoughageType = (typeof roughageTypes)[number];

/** Roughage types that laboratories test; pasture is not sent in. */
export const testedRoughages = ['hay', 'silage'] as const;
export type TestedRoughage = (typeof testedRoughages)[number];

export const energyLevels = ['low', 'medium', 'high'] as const;
export type EnergyLevel = (typeof energyLevels)[number];

/** Values of roughage: dry matter in percent, the others per kg dry matter (MJ digestible energy, grams). */
export interface RoughageValues {
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly crudeProtein: number;
  readonly sugar: number;
}

interface HorseTypeModel {
  readonly referenceWeightKg: number;
  readonly minKg: number;
  readonly maxKg: number;
  /** Percentage of the label dose, for feeds that are adjusted. */
  readonly dosePct: number;
  /** Digestible energy of maintenance, kcal per kg body weight and day. */
  readonly maintenanceKcalPerKg: number;
}

/** All constants of the feeding model, as stored in `feed_model`. */
export interface FeedModel {
  readonly horseTypes: Readonly<Record<HorseType, HorseTypeModel>>;
  readonly workLevels: Readonly<
    Record<
      WorkLevel,
      { readonly energyFactor: number; readonly roughageDmPct: number; readonly proteinGPerKg: number }
    >
  >;
  readonly roughageDefaults: Readonly<Record<RoughageType, RoughageValues>>;
  /** From low to high; the last one has no upper bound. */
  readonly energyLevels: readonly {
    readonly key: EnergyLevel;
    readonly belowDE: number | null;
    readonly dosePct: number;
  }[];
  readonly limits: {
    readonly mealGPer100Kg: number;
    readonly starchMealGPer100Kg: number;
    readonly starchDayGPer100Kg: number;
    readonly starchMealSensitiveGPer100Kg: number;
    readonly rqsMaxAgeDays: number;
    readonly minDryMatterPct: Readonly<Record<TestedRoughage, number>>;
    readonly maxDryMatterPct: number;
    readonly minDE: number;
    readonly maxDE: number;
    readonly rejectedQsGrades: readonly string[];
    readonly roughageMinDmPct: number;
    readonly scoopMaxErrorPct: number;
    readonly seleniumDayMgPer100Kg: number;
  };
  readonly warnings: {
    readonly energySurplusPct: number;
    readonly energyShortfallPct: number;
    readonly roughageCoversPct: number;
    readonly sugarHighGPerKgDm: number;
  };
  readonly conversions: {
    readonly kcalToKj: number;
    readonly ewpaPerDeForage: number;
    readonly ewpaPerDeConcentrate: number;
    readonly nePerEwpaMj: number;
  };
}

/** Dosage of a product. */
export interface ProductDose {
  readonly mode: 'byWork' | 'fixed' | 'byStage' | 'none';
  readonly adjustForRoughage?: boolean;
  readonly adjustForType?: boolean;
  /**
   * By work level or life stage, grams per 100 kg body weight and day; null if the product is not meant for
   * it.
   */
  readonly gramsPer100Kg?: Readonly<Record<string, number | null>>;
  readonly feedsPerDay?: number;
  /** Meals per day of life stages that differ from `feedsPerDay`. */
  readonly feedsPerDayByStage?: Readonly<Record<string, number>>;
  /** For milk powder: grams per litre of milk. */
  readonly gramsPerLitre?: number;
  readonly roundToG?: number;
  readonly scoop?: { readonly type: string; readonly volumeMl: number; readonly grams: number } | null;
  /** Whether the dose is a maximum rather than a recommendation. */
  readonly isMaximum?: boolean;
  readonly maxServingsPerWeek?: number;
  readonly maxDaysInARow?: number;
}

/** Returns the energy level of roughage by its digestible energy, MJ per kg dry matter. */
export function getEnergyLevel(model: FeedModel, energyDE: number): FeedModel['energyLevels'][number] {
  const level = model.energyLevels.find(({ belowDE }) => belowDE === null || energyDE < belowDE);
  if (!level) throw new RangeError('The last energy level of the model must have no upper limit');
  return level;
}

/**
 * Returns the scoop or measure of a feed: its size and the grams that it holds; null if the feed has none.
 */
export function getScoop({ scoop }: ProductDose): { millilitres: number; grams: number } | null {
  return scoop ? { millilitres: scoop.volumeMl, grams: scoop.grams } : null;
}
