import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { compareDoseLevels, type DoseWeights, getLifeStageWeights, listAdultTypes } from './dose-weights.ts';
import type { FeedModel, HorseType } from './feed-advice/feed-model.ts';
import { getOwnProperty } from './get-own-property.ts';
import { getDailyGrams } from './pack-duration.ts';

interface CatalogueFeed {
  key: string;
  kind: string;
  horseTypes: string[];
  analytical: Record<string, number> | null;
  feedAdvice: { mode: string; gramsPer100Kg?: Record<string, number | null>; feedsPerDay?: number };
}

const loadSampleFile = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../server/backend/sample-shop/data/${file}`, import.meta.url), 'utf8'));
const model = loadSampleFile('feed-model.json') as FeedModel;
const { products } = loadSampleFile('catalogue.json') as { products: CatalogueFeed[] };

const MJ_PER_KCAL = 4.184 / 1000;

/** Growth of horses of 500 kg, NRC (2007): months of age and kilograms. */
const growth = [
  [0, 54],
  [4, 168],
  [6, 216],
  [12, 321],
  [18, 387],
  [24, 429],
  [36, 475],
] as const;

/** Returns the share of the adult weight by interpolation in that table. */
function interpolateAdultWeightShare(months: number): number {
  const next = growth.findIndex(([age]) => age >= months);
  const [ageAfter, after] = growth[next]!;
  const [ageBefore, before] = growth[Math.max(0, next - 1)]!;
  const part = ageAfter === ageBefore ? 0 : (months - ageBefore) / (ageAfter - ageBefore);
  return (before + part * (after - before)) / 500;
}

/** First and last month of age of each stage, independent of the tested code; null for mares. */
const stageAges: Record<string, readonly [from: number, until: number] | null> = {
  'pregnant-m8-11': null,
  'lactating-m1-3': null,
  'lactating-m4-6': null,
  'foal-d1': [0, 1 / 30.4],
  'foal-d2-3': [1 / 30.4, 3 / 30.4],
  'foal-d4-7': [3 / 30.4, 7 / 30.4],
  'foal-w2-4': [7 / 30.4, 28 / 30.4],
  'foal-m2-3': [1, 3],
  'foal-m2-4': [1, 4],
  'foal-m5-8': [4, 8],
  'young-m8-12': [7, 12],
  'young-y2': [12, 24],
  'young-y3': [24, 36],
};
const stagesInLifeOrder = Object.keys(stageAges);

/**
 * Returns the digestible energy in MJ that an animal needs per day, NRC (2007): mares and working horses by
 * weight, young horses for maintenance and growth.
 */
function getEnergyNeed(level: string, weightKg: number, grownKg: number, maintenance: number): number {
  const factor = getOwnProperty(model.workLevels, level)?.energyFactor;
  if (factor !== undefined) return weightKg * maintenance * factor * MJ_PER_KCAL;
  if (level.startsWith('pregnant')) return weightKg * 33.3 * 1.1 * MJ_PER_KCAL;
  if (level.startsWith('lactating')) return weightKg * 33.3 * 1.6 * MJ_PER_KCAL;
  const [from, until] = stageAges[level]!;
  const age = Math.max(0.25, (from + until) / 2);
  const gainKg =
    (grownKg * (interpolateAdultWeightShare(age + 0.25) - interpolateAdultWeightShare(age - 0.25))) /
    (0.5 * 30.4);
  const kcal = 56.5 * age ** -0.145 * weightKg + (1990 + 1210 * age - 21 * age ** 2) * gainKg;
  return kcal * MJ_PER_KCAL;
}

const fedProducts = products.filter(({ feedAdvice }) => feedAdvice.mode !== 'none');
const doses = fedProducts.flatMap((product) =>
  Object.entries(product.feedAdvice.gramsPer100Kg ?? {}).flatMap(([level, gramsPer100Kg]) =>
    gramsPer100Kg === null ? [] : [{ product, level, gramsPer100Kg, title: `${product.key} ${level}` }],
  ),
);

/**
 * Returns the weights that a dose applies to: those of the stage, or of all adult horses of the product's
 * types.
 */
function getDoseWeights(level: string, horseTypes: readonly string[]): DoseWeights {
  const grown = listAdultTypes(horseTypes).map((type) => model.horseTypes[type]);
  return (
    getLifeStageWeights(model, level, horseTypes) ?? {
      leastKg: Math.min(...grown.map(({ minKg }) => minKg)),
      mostKg: Math.max(...grown.map(({ maxKg }) => maxKg)),
      firstKg: grown[0]!.referenceWeightKg,
    }
  );
}

/** Details of the animals that a dose is for. */
interface DosedAnimals {
  readonly weights: DoseWeights;
  readonly least: number;
  readonly most: number;
  readonly grown: number;
  readonly maintenance: number;
  /** Share of the adult weight at the start, middle and end of the stage. */
  readonly share: { readonly from: number; readonly middle: number; readonly until: number };
}

function getDosedAnimals({ horseTypes }: CatalogueFeed, level: string): DosedAnimals {
  const types = horseTypes.map((type) => model.horseTypes[type as HorseType]);
  const age = stageAges[level];
  const readAt = (months: number | undefined) =>
    months === undefined ? 1 : interpolateAdultWeightShare(months);
  return {
    weights: getDoseWeights(level, horseTypes),
    least: Math.min(...types.map(({ minKg }) => minKg)),
    most: Math.max(...types.map(({ maxKg }) => maxKg)),
    grown: horseTypes.includes('horse') ? 600 : types[0]!.referenceWeightKg,
    maintenance: Math.min(...types.map(({ maintenanceKcalPerKg }) => maintenanceKcalPerKg)),
    share: {
      from: readAt(age?.[0]),
      middle: readAt(age ? (age[0] + age[1]) / 2 : undefined),
      until: readAt(age?.[1]),
    },
  };
}

describe('listAdultTypes and getLifeStageWeights', () => {
  it('list horse first if the product is for horses, and otherwise retain the order of the product', () => {
    expect(listAdultTypes(['pony', 'sober'])).toEqual(['pony', 'sober']);
    expect(listAdultTypes(['pony', 'sober', 'horse', 'hotblood'])).toEqual([
      'horse',
      'pony',
      'sober',
      'hotblood',
    ]);
    expect(listAdultTypes(['hotblood', 'horse', 'mule'])).toEqual(['horse', 'hotblood']);
  });

  it('list all types of the model if the product names no known type', () => {
    expect(listAdultTypes([])).toEqual(['horse', 'pony', 'sober', 'hotblood']);
    expect(listAdultTypes(['mule'])).toEqual(listAdultTypes([]));
  });

  it('return the weights of the model for pregnant and lactating mares', () => {
    expect(getLifeStageWeights(model, 'lactating-m1-3', ['pony', 'horse'])).toEqual({
      leastKg: 80,
      mostKg: 1000,
      firstKg: 600,
    });
    expect(getLifeStageWeights(model, 'pregnant-m8-11', ['pony'])).toEqual({
      leastKg: 80,
      mostKg: 450,
      firstKg: 300,
    });
  });

  it('return null for a work level or an unknown level', () => {
    expect(getLifeStageWeights(model, 'light', ['horse'])).toBeNull();
    expect(getLifeStageWeights(model, 'unheard-of', ['horse'])).toBeNull();
  });
});

describe('life stages', () => {
  it('are sorted by age, whatever the input order', () => {
    expect([...stagesInLifeOrder].reverse().sort(compareDoseLevels)).toEqual(stagesInLifeOrder);
    expect([...stagesInLifeOrder].sort().sort(compareDoseLevels)).toEqual(stagesInLifeOrder);
  });

  it('are sorted after work levels from rest to heavy, with unknown levels last', () => {
    const levels = ['none', 'light', 'average', 'heavy', ...stagesInLifeOrder, 'unheard-of'];
    expect([...levels].sort().sort(compareDoseLevels)).toEqual(levels);
  });

  it('include all stages of the catalogue', () => {
    const stages = fedProducts
      .filter(({ feedAdvice }) => feedAdvice.mode === 'byStage')
      .flatMap(({ feedAdvice }) => Object.keys(feedAdvice.gramsPer100Kg ?? {}));
    expect(stages.filter((stage) => !stagesInLifeOrder.includes(stage))).toEqual([]);
    expect(new Set(stages).size).toBe(stagesInLifeOrder.length);
  });

  it('accept a newborn foal of any breed, and no adult horse', () => {
    const { leastKg, mostKg } = getDoseWeights('foal-w1', ['pony', 'horse']);
    // The smallest ponies of the model weigh 80 kg, their foals about 8; a heavy mare's foal weighs 100.
    expect(leastKg).toBeLessThanOrEqual(8);
    expect(mostKg).toBeGreaterThanOrEqual(100);
    expect(mostKg).toBeLessThan(150);
  });
});

describe('doses of all feeds at every level and stage', () => {
  /** Lists the failures of a check with the product titles. */
  const listFaults = (check: (dose: (typeof doses)[number] & DosedAnimals) => readonly string[]) =>
    doses.flatMap((dose) =>
      check({ ...dose, ...getDosedAnimals(dose.product, dose.level) }).map(
        (fault) => `${dose.title}: ${fault}`,
      ),
    );

  it('cover the whole catalogue', () => {
    expect(doses.length).toBeGreaterThan(180);
  });

  it('have realistic weights for such an animal', () => {
    const faults = listFaults(({ weights, share, least, most, grown }) => [
      ...(Math.abs(weights.firstKg - grown * share.middle) > 0.05 * grown ? ['first weight'] : []),
      ...(weights.leastKg > least * share.from + 1 ? ['keeps the smallest out'] : []),
      ...(weights.leastKg < least * share.from * 0.6 - 1 ? ['least weight'] : []),
      ...(weights.mostKg < most * share.until * 0.97 - 5 ? ['keeps the heaviest out'] : []),
      ...(weights.mostKg > most * share.until * 1.05 + 10 ? ['most weight'] : []),
      ...(weights.firstKg < weights.leastKg || weights.firstKg > weights.mostKg ? ['first is out'] : []),
    ]);
    expect(faults).toEqual([]);
  });

  it('do not exceed what such an animal can eat, at any weight', () => {
    const { limits } = model;
    const faults = listFaults(({ product, gramsPer100Kg, weights }) => {
      const feeds = product.feedAdvice.feedsPerDay ?? 1;
      const starch = product.analytical?.starch ?? 0;
      const steps = (weights.mostKg - weights.leastKg) / 5;
      return Array.from({ length: steps + 1 }, (_, step) => weights.leastKg + 5 * step).flatMap((kg) => {
        const grams = getDailyGrams(gramsPer100Kg, kg);
        return [
          // The maximum dry feed intake of a horse or foal is 2.5 % of its weight.
          ...(grams > kg * 25 ? [`${grams} g a day at ${kg} kg`] : []),
          ...(grams / feeds > (limits.mealGPer100Kg * kg) / 100 + 1 ? [`a meal at ${kg} kg`] : []),
          ...((grams * starch) / 100 > (limits.starchDayGPer100Kg * kg) / 100 + 1
            ? [`starch at ${kg} kg`]
            : []),
        ];
      });
    });
    expect(faults).toEqual([]);
  });

  it('do not exceed the energy need of such an animal', () => {
    const faults = listFaults(({ product, level, gramsPer100Kg, weights, grown, maintenance }) => {
      const supply =
        (getDailyGrams(gramsPer100Kg, weights.firstKg) / 1000) * (product.analytical?.energyDE ?? 0);
      const need = getEnergyNeed(level, weights.firstKg, grown, maintenance);
      return supply > need ? [`${supply} of ${need} MJ`] : [];
    });
    expect(faults).toEqual([]);
  });
});
