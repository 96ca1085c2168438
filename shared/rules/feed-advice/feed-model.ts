/** Types of grown horses that the model knows, in the order of the calculator. */
export const horseTypes = ['pony', 'sober', 'horse', 'hotblood'] as const;
export type HorseType = (typeof horseTypes)[number];

/** From rest to heavy work. */
export const workLevels = ['none', 'light', 'average', 'heavy'] as const;
export type WorkLevel = (typeof workLevels)[number];

/** What a horse eats beside its feed where nobody had it tested. */
export const roughageTypes = ['hay', 'silage', 'grass'] as const;
export type RoughageType = (typeof roughageTypes)[number];

/** What a laboratory tests; pasture is not sent in. */
export const testedRoughages = ['hay', 'silage'] as const;
export type TestedRoughage = (typeof testedRoughages)[number];

export const energyLevels = ['low', 'medium', 'high'] as const;
export type EnergyLevel = (typeof energyLevels)[number];

/** Of roughage: dry matter in percent, the rest per kg dry matter (MJ digestible energy, grams). */
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
  /** Percent of the dose of a label, where the feed is one that is adjusted. */
  readonly dosePct: number;
  /** Digestible energy of maintenance, kcal per kg body weight and day. */
  readonly maintenanceKcalPerKg: number;
}

/** All constants of the feeding-advice model, as the shop keeps them (`feed_model`). */
export interface FeedModel {
  readonly horseTypes: Readonly<Record<HorseType, HorseTypeModel>>;
  readonly workLevels: Readonly<
    Record<
      WorkLevel,
      { readonly energyFactor: number; readonly roughageDmPct: number; readonly proteinGPerKg: number }
    >
  >;
  readonly roughageDefaults: Readonly<Record<RoughageType, RoughageValues>>;
  /** From low to high; the last has no upper end. */
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

/** How a product is dosed. */
export interface ProductDose {
  readonly mode: 'byWork' | 'fixed' | 'byStage' | 'none';
  readonly adjustForRoughage?: boolean;
  readonly adjustForType?: boolean;
  /** By work level or stage of life, grams per 100 kg body weight and day; null where it is not meant for that. */
  readonly gramsPer100Kg?: Readonly<Record<string, number | null>>;
  readonly feedsPerDay?: number;
  /** Of stages of life that are fed more or less often than `feedsPerDay` says. */
  readonly feedsPerDayByStage?: Readonly<Record<string, number>>;
  /** Of milk powder: grams in a litre of ready milk. */
  readonly gramsPerLitre?: number;
  readonly roundToG?: number;
  readonly scoop?: { readonly type: string; readonly volumeMl: number; readonly grams: number } | null;
  /** The dose is the most that may be given, not what is advised. */
  readonly isMaximum?: boolean;
  readonly maxServingsPerWeek?: number;
  readonly maxDaysInARow?: number;
}

/** Energy level of roughage by its digestible energy, MJ per kg dry matter. */
export function getEnergyLevel(model: FeedModel, energyDE: number): FeedModel['energyLevels'][number] {
  const level = model.energyLevels.find(({ belowDE }) => belowDE === null || energyDE < belowDE);
  if (!level) throw new RangeError('The last energy level of the model has an upper end');
  return level;
}

/** Size of the scoop or measure of a feed, and what it holds of it; null where the feed has none. */
export function getScoop({ scoop }: ProductDose): { millilitres: number; grams: number } | null {
  return scoop ? { millilitres: scoop.volumeMl, grams: scoop.grams } : null;
}
