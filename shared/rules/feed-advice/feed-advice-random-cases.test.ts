import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSeededRandom } from '../../../test/fixtures/seeded-random.ts';
import { type Advice, type AdvisedProduct, advise, type RoughageResult } from './feed-advice.ts';
import { type FeedModel, horseTypes, type ProductDose, roughageTypes, workLevels } from './feed-model.ts';

const data = path.resolve(import.meta.dirname, '../../../server/backend/sample-shop/data');
const readSampleFile = <T>(name: string): T => JSON.parse(readFileSync(path.join(data, name), 'utf8'));

const model = readSampleFile<FeedModel>('feed-model.json');
const catalogue = readSampleFile<{
  products: {
    key: string;
    horseTypes: string[];
    analytical: Record<string, number> | null;
    feedAdvice: ProductDose;
    variants: { netWeightG: number | null }[];
  }[];
}>('catalogue.json').products.filter(({ feedAdvice }) => /byWork|fixed/.test(feedAdvice.mode));

const TRIAL_COUNT = 4000;

interface AdviceTrial {
  readonly product: AdvisedProduct;
  readonly horseType: (typeof horseTypes)[number];
  readonly weightKg: number;
  readonly workLevel: (typeof workLevels)[number];
  readonly roughage: string | RoughageResult;
}

/**
 * Creates random horses with random products: half of them from the catalogue, half with any dose and starch
 * that a label may have.
 */
function listTrials(seed: number): AdviceTrial[] {
  const random = createSeededRandom(seed).next;
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const choose = <T>(values: readonly T[]): T => values[whole(0, values.length - 1)]!;
  const createProduct = (): AdvisedProduct => {
    if (random() < 0.5) {
      const { horseTypes: types, analytical, feedAdvice } = choose(catalogue);
      const { starch = 0, crudeProtein = 0, energyDE = 0 } = analytical ?? {};
      return { dose: feedAdvice, horseTypes: types, starch, crudeProtein, energyDE };
    }
    const isAdjusted = random() < 0.5;
    return {
      dose: {
        mode: 'byWork',
        adjustForRoughage: isAdjusted,
        adjustForType: isAdjusted,
        gramsPer100Kg: Object.fromEntries(workLevels.map((level) => [level, whole(1, 900)])),
        feedsPerDay: whole(1, 4),
        roundToG: choose([1, 5, 10, 50]),
        scoop: { type: 'scoop', volumeMl: 1000, grams: whole(5, 700) },
      },
      horseTypes,
      starch: choose([0, whole(1, 6000) / 100]),
      crudeProtein: whole(0, 300) / 10,
      energyDE: whole(60, 140) / 10,
    };
  };
  return Array.from({ length: TRIAL_COUNT }, () => {
    const horseType = choose(horseTypes);
    const { minKg, maxKg } = model.horseTypes[horseType];
    const type = choose(['hay', 'silage'] as const);
    return {
      product: createProduct(),
      horseType,
      weightKg: whole(minKg, maxKg),
      workLevel: choose(workLevels),
      roughage:
        random() < 0.5
          ? choose(roughageTypes)
          : {
              type,
              dryMatterPct: whole(model.limits.minDryMatterPct[type] * 10, 950) / 10,
              energyDE: whole(60, 125) / 10,
              crudeProtein: whole(40, 190),
              sugar: whole(20, 250),
              ageDays: whole(0, 365),
              qsGrade: choose([null, 'A', 'B']),
            },
    };
  });
}

const samplePack = { netWeightGrams: 20_000, priceInclVat: 1595 };

function calculateAdvice({ product, ...input }: AdviceTrial): Advice | undefined {
  const answer = advise(model, product, samplePack, input);
  return answer.determined ? answer.advice : undefined;
}

/** Returns the maximum per day of step 5 of the model. */
function getMaxGramsPerDay({ product, weightKg }: AdviceTrial): number {
  const { starch, dose } = product;
  const meal = Math.min(4 * weightKg, starch === 0 ? Number.POSITIVE_INFINITY : (100 * weightKg) / starch);
  const day = starch === 0 ? Number.POSITIVE_INFINITY : (200 * weightKg) / starch;
  return Math.min(meal * (dose.feedsPerDay ?? 1), day);
}

describe.each([20_261, 7, 1_234_567])('advise for any horse, product and roughage (seed %s)', (seed) => {
  const trials = listTrials(seed);
  const advised = trials.flatMap((trial) => {
    const advice = calculateAdvice(trial);
    return advice ? [{ trial, advice }] : [];
  });

  it('returns a ration for most of them', () => {
    expect(advised.length).toBeGreaterThan(TRIAL_COUNT / 2);
    expect(advised.some(({ advice }) => advice.warnings.includes('capped_by_limit'))).toBe(true);
  });

  /** Lists rations that violate a property. */
  const listViolations = (isKept: (trial: AdviceTrial, advice: Advice) => boolean) =>
    advised.filter(({ trial, advice }) => !isKept(trial, advice));

  it('never exceeds the daily limit, and is at least one step', () => {
    const broken = listViolations((trial, { gramsPerDay, warnings }) => {
      const step = trial.product.dose.roundToG ?? 1;
      const most = getMaxGramsPerDay(trial);
      // A capped ration is within one step of the limit.
      const isCappedAtMost = !warnings.includes('capped_by_limit') || gramsPerDay > most - step - 1e-6;
      return gramsPerDay <= most + 1e-6 && gramsPerDay >= step && gramsPerDay % step === 0 && isCappedAtMost;
    });
    expect(broken).toEqual([]);
  });

  it('limits a meal to 0.4 kg per 100 kg and 1 g starch per kg body weight, and a day to 2 g', () => {
    const broken = listViolations(({ weightKg, product: { starch } }, { gramsPerDay, feedsPerDay }) => {
      const meal = gramsPerDay / feedsPerDay;
      return (
        meal <= 4 * weightKg + 1e-6 &&
        (meal * starch) / 100 <= weightKg + 1e-6 &&
        (gramsPerDay * starch) / 100 <= 2 * weightKg + 1e-6
      );
    });
    expect(broken).toEqual([]);
  });

  it('gives a pony of half the weight half of the ration of a horse, before rounding', () => {
    const compared = trials.flatMap((trial) => {
      // The finest step, and far below every limit.
      const dose = { ...trial.product.dose, roundToG: 1, feedsPerDay: 4 };
      const product = { ...trial.product, horseTypes, starch: 0, dose };
      const weightKg = 300 + (trial.weightKg % 101);
      const pony = calculateAdvice({ ...trial, product, horseType: 'pony', weightKg });
      const horse = calculateAdvice({ ...trial, product, horseType: 'horse', weightKg: 2 * weightKg });
      return pony && horse ? [{ pony, horse }] : [];
    });
    expect(compared.length).toBeGreaterThan(TRIAL_COUNT / 2);
    // Each is rounded by at most half a gram.
    expect(
      compared.filter(({ pony, horse }) => Math.abs(2 * pony.gramsPerDay - horse.gramsPerDay) > 1.5),
    ).toEqual([]);
  });

  it('never gives more with richer roughage', () => {
    const broken = trials.filter((trial) => {
      const { roughage } = trial;
      if (typeof roughage === 'string' || roughage.energyDE === null) return false;
      const richer = [6, 8.4, 8.5, roughage.energyDE, 9.9, 10, 12.5].sort((a, b) => a - b);
      const grams = richer.map(
        (energyDE) => calculateAdvice({ ...trial, roughage: { ...roughage, energyDE } })?.gramsPerDay ?? 0,
      );
      return grams.some((each, index) => index > 0 && each > (grams[index - 1] ?? 0));
    });
    expect(broken).toEqual([]);
  });

  it('includes roughage of at least 1.5 % of the body weight as dry matter', () => {
    const broken = listViolations(({ roughage, weightKg }, { roughageKgPerDay }) => {
      if (roughageKgPerDay === null) return roughage === 'grass';
      const dryMatterPct =
        typeof roughage === 'string' ? (roughage === 'hay' ? 86 : 64) : Number(roughage.dryMatterPct);
      return (roughageKgPerDay * dryMatterPct) / 100 >= 0.015 * weightKg - 1e-6;
    });
    expect(broken).toEqual([]);
  });
});
