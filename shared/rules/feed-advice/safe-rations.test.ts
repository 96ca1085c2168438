import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSeededRandom } from '../../../test/fixtures/seeded-random.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { type Advice, advise } from './feed-advice.ts';
import {
  type FeedModel,
  getScoop,
  horseTypes,
  type ProductDose,
  roughageTypes,
  workLevels,
} from './feed-model.ts';

const data = path.resolve(import.meta.dirname, '../../../server/backend/sample-shop/data');
const readSampleFile = <T>(name: string): T => JSON.parse(readFileSync(path.join(data, name), 'utf8'));

interface CatalogueProduct {
  readonly key: string;
  readonly kind: string;
  readonly horseTypes: readonly string[];
  readonly analytical: Readonly<Record<string, number>> | null;
  readonly additives: readonly { readonly key: string; readonly amount: number }[];
  readonly feedAdvice: ProductDose;
}

const model = readSampleFile<FeedModel>('feed-model.json');
const { products } = readSampleFile<{ products: CatalogueProduct[] }>('catalogue.json');
const dosedProducts = products.filter(({ feedAdvice }) => /byWork|fixed/.test(feedAdvice.mode));

/**
 * Digestible energy at maintenance by NRC 2007, kcal per kg of body weight, and factors of work. From the
 * published table, not from the shop's data.
 */
const maintenance = { pony: 30.3, sober: 30.3, horse: 33.3, hotblood: 36.3 };
const factors = { none: 1, light: 1.2, average: 1.4, heavy: 1.6 };
const roughageDmPctOfWeight = { none: 1.5, light: 1.6, average: 1.75, heavy: 1.9 };
const roughages = {
  hay: { dryMatterPct: 86, energyDE: 9 },
  silage: { dryMatterPct: 64, energyDE: 9.6 },
  grass: { dryMatterPct: 18, energyDE: 10.6 },
};

/**
 * Maximum of an additive per 100 kg of a horse and day. Selenium: 0.5 mg added. Vitamin D and iodine: the
 * limits of complete feed of 12 % moisture, 4,000 IU (Regulation (EU) 2017/1492) and 4 mg per kg (Regulation
 * (EU) 2015/861), in the minimum that a horse eats, 1.5 % of its weight as dry matter.
 */
const MIN_FEED_KG = 1.5 / 0.88;
const most: Readonly<Record<string, number>> = {
  selenium: 0.5,
  vitD3: 4000 * MIN_FEED_KG,
  iodine: 4 * MIN_FEED_KG,
};

const randomNumber = createSeededRandom(53).next;
const randomWholeNumber = (least: number, last: number): number =>
  least + Math.floor(randomNumber() * (last - least + 1));
const chooseRandom = <T>(values: readonly T[]): T => values[randomWholeNumber(0, values.length - 1)]!;

interface RationTrial {
  readonly product: CatalogueProduct;
  readonly horseType: (typeof horseTypes)[number];
  readonly weightKg: number;
  readonly workLevel: (typeof workLevels)[number];
  readonly type: (typeof roughageTypes)[number];
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly advice: Advice;
}

/** Lists more than 2,000 rations, for default roughages and for tested ones. */
function listRations(): RationTrial[] {
  const found: RationTrial[] = [];
  while (found.length < 2500) {
    const horseType = chooseRandom(horseTypes);
    const { minKg, maxKg } = model.horseTypes[horseType];
    const product = chooseRandom(dosedProducts.filter((each) => each.horseTypes.includes(horseType)));
    const type = chooseRandom(roughageTypes);
    const weightKg = randomWholeNumber(minKg, maxKg);
    const workLevel = chooseRandom(workLevels);
    const isTested = type !== 'grass' && randomNumber() < 0.5;
    const values = isTested
      ? { dryMatterPct: randomWholeNumber(800, 950) / 10, energyDE: randomWholeNumber(60, 125) / 10 }
      : roughages[type];
    const { starch = 0, crudeProtein = 0, energyDE = 0 } = product.analytical ?? {};
    const answer = advise(
      model,
      { dose: product.feedAdvice, horseTypes: product.horseTypes, starch, crudeProtein, energyDE },
      { netWeightGrams: 20_000, priceInclVat: 1595 },
      {
        horseType,
        weightKg,
        workLevel,
        roughage: isTested ? { type, ...values, crudeProtein: 84, sugar: 100, ageDays: 1 } : type,
      },
    );
    if (!answer.determined) continue;
    found.push({ product, horseType, weightKg, workLevel, type, ...values, advice: answer.advice });
  }
  return found;
}

const rations = listRations();

/** Returns the energy of the displayed ration as a percentage of the need. */
function getDisplayedEnergyPct(trial: RationTrial): number {
  const { advice, weightKg, product, dryMatterPct, energyDE } = trial;
  const dryKg =
    advice.roughageKgPerDay === null
      ? (weightKg * roughageDmPctOfWeight[trial.workLevel]) / 100
      : (advice.roughageKgPerDay * dryMatterPct) / 100;
  const supply = dryKg * energyDE + ((product.analytical?.energyDE ?? 0) * advice.gramsPerDay) / 1000;
  const need = (weightKg * maintenance[trial.horseType] * factors[trial.workLevel] * 4.184) / 1000;
  return (100 * supply) / need;
}

const describeTrial = ({ product, horseType, weightKg, workLevel, type, advice }: RationTrial) =>
  `${product.key} for ${horseType} ${weightKg} kg, ${workLevel}, ${type}: ${JSON.stringify(advice)}`;
const listUnsafeRations = (isSafe: (trial: RationTrial) => boolean): string[] =>
  rations.filter((trial) => !isSafe(trial)).map(describeTrial);

describe('ration of any horse', () => {
  it('has a warning if it supplies more than 110 % of the energy need', () => {
    expect(rations.some((trial) => getDisplayedEnergyPct(trial) > 110)).toBe(true);
    expect(
      listUnsafeRations(
        (trial) =>
          getDisplayedEnergyPct(trial) <= 110 + 1e-6 || trial.advice.warnings.includes('energy_surplus'),
      ),
    ).toEqual([]);
  });

  it('has a warning if a daily ration, including a balancer, supplies less than 90 % of the energy need', () => {
    const isDaily = ({ product }: RationTrial) => product.feedAdvice.maxServingsPerWeek === undefined;
    expect(rations.some((trial) => isDaily(trial) && getDisplayedEnergyPct(trial) < 90)).toBe(true);
    expect(
      listUnsafeRations(
        (trial) =>
          !isDaily(trial) ||
          getDisplayedEnergyPct(trial) >= 90 - 1e-6 ||
          trial.advice.warnings.includes('energy_shortfall'),
      ),
    ).toEqual([]);
  });

  it('has the energy balance of the displayed roughage and feed', () => {
    expect(
      listUnsafeRations(
        (trial) => Math.abs(trial.advice.balancePct - getDisplayedEnergyPct(trial)) <= 0.5 + 1e-6,
      ),
    ).toEqual([]);
  });

  it.each(LOCALES)('recommends no balancer with a balancer, in %s', (locale) => {
    const texts = readSampleFile<Record<string, string>>(path.join('../../../../locales', `${locale}.json`));
    const ofBalancers = rations.filter(({ product }) => product.kind === 'balancer');
    const warnings = new Set(ofBalancers.flatMap(({ advice }) => advice.warnings));
    expect(warnings.size).toBeGreaterThan(3);
    expect(
      [...warnings].filter((warning) =>
        /balancer/i.test(texts[`feedAdvice.warning.${warning}`] ?? 'balancer'),
      ),
    ).toEqual([]);
  });

  it('has a warning about grazing all day for ponies and good doers', () => {
    const onGrass = rations.filter(({ type }) => type === 'grass');
    expect(onGrass.length).toBeGreaterThan(100);
    expect(
      listUnsafeRations(
        ({ type, horseType, advice }) =>
          type !== 'grass' ||
          (horseType !== 'pony' && horseType !== 'sober') ||
          (advice.warnings.includes('grazing_limited') && advice.warnings.includes('sugar_high')),
      ),
    ).toEqual([]);
  });

  it('rounds roughage up by less than 0.1 kg below 200 kg body weight, and by less than 0.5 kg above', () => {
    expect(
      listUnsafeRations(({ advice, weightKg, workLevel, dryMatterPct }) => {
        if (advice.roughageKgPerDay === null) return true;
        const more = advice.roughageKgPerDay - (weightKg * roughageDmPctOfWeight[workLevel]) / dryMatterPct;
        return more > -1e-6 && more < (weightKg < 200 ? 0.1 : 0.5) + 1e-6;
      }),
    ).toEqual([]);
  });

  it('has scoops only if their size is known', () => {
    expect(
      listUnsafeRations(({ advice, product }) => {
        const scoop = getScoop(product.feedAdvice);
        const hasScoops = advice.scoopsPerDay !== null || advice.scoopsPerFeed !== null;
        return !hasScoops || (scoop !== null && scoop.millilitres > 0 && scoop.grams > 0);
      }),
    ).toEqual([]);
  });

  it('has no scoops that differ by more than 25 % from the grams', () => {
    const isNear = (scoops: number | null, grams: number, perScoop: number): boolean =>
      scoops === null || Math.abs(scoops * perScoop - grams) <= 0.25 * grams + 1e-6;
    expect(
      listUnsafeRations(({ advice, product }) => {
        const { grams = 1 } = getScoop(product.feedAdvice) ?? {};
        const { gramsPerDay, feedsPerDay } = advice;
        return (
          isNear(advice.scoopsPerDay, gramsPerDay, grams) &&
          isNear(advice.scoopsPerFeed, gramsPerDay / feedsPerDay, grams)
        );
      }),
    ).toEqual([]);
  });

  it.each(Object.entries(most))('adds at most a safe amount of %s', (key, limit) => {
    expect(
      listUnsafeRations(({ advice, product, weightKg }) => {
        const perKg = product.additives.find((additive) => additive.key === key)?.amount ?? 0;
        return (perKg * advice.gramsPerDay) / 1000 <= (limit * weightKg) / 100 + 1e-6;
      }),
    ).toEqual([]);
  });
});

describe('dose by life stage', () => {
  const doses = products.flatMap(({ key, feedAdvice, additives }) =>
    feedAdvice.mode === 'byStage'
      ? Object.entries(feedAdvice.gramsPer100Kg ?? {}).map(([stage, grams]) => ({
          key,
          stage,
          grams: grams ?? 0,
          feedAdvice,
          additives,
        }))
      : [],
  );

  it.each(Object.entries(most))('adds at most a safe amount of %s', (name, limit) => {
    expect(
      doses.filter(
        ({ grams, additives }) =>
          ((additives.find(({ key }) => key === name)?.amount ?? 0) * grams) / 1000 > limit + 1e-9,
      ),
    ).toEqual([]);
  });

  it('gives foals milk of 10 % of their weight on the first day and of 20 to 25 % from the fourth, in small meals', () => {
    const milk = doses.filter(({ feedAdvice }) => feedAdvice.gramsPerLitre !== undefined);
    const shares = milk.map(({ stage, grams, feedAdvice }) => {
      const pct = grams / (feedAdvice.gramsPerLitre ?? Number.NaN);
      const feeds = feedAdvice.feedsPerDayByStage?.[stage] ?? feedAdvice.feedsPerDay ?? 1;
      return { stage, pct, feeds, pctPerFeed: pct / feeds };
    });
    const find = (stage: string) => shares.find((each) => each.stage === stage);
    expect(find('foal-d1')?.pct).toBe(10);
    for (const stage of ['foal-d4-7', 'foal-w2-4']) {
      expect(find(stage)?.pct).toBeGreaterThanOrEqual(20);
      expect(find(stage)?.pct).toBeLessThanOrEqual(25);
    }
    const firstWeek = shares.filter(({ stage }) => stage.startsWith('foal-d'));
    expect(firstWeek).toHaveLength(3);
    expect(firstWeek.filter(({ feeds, pctPerFeed }) => feeds < 10 || pctPerFeed > 2)).toEqual([]);
  });
});
