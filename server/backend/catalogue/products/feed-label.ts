import type { Dosage, FeedLabel, FeedPicture } from '../../../../shared/contract/products.ts';
import {
  compareDoseLevels,
  getLifeStageWeights,
  listAdultTypes,
} from '../../../../shared/rules/dose-weights.ts';
import {
  type FeedModel,
  getEnergyLevel,
  getScoop,
  type ProductDose,
} from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { DetailRow } from './queries.ts';

/** Constituents that Regulation (EC) 767/2009, annexes VI and VII requires on the label, in its order. */
const requiredConstituents = ['crudeProtein', 'crudeFibre', 'crudeFat', 'crudeAsh'];
/** Constituents that are required only from a threshold on (percent as fed): domain notes, 3.1. */
const thresholdByConstituent: Readonly<Record<string, number>> = {
  calcium: 5,
  sodium: 0,
  phosphorus: 2,
  moisture: 14,
};
const voluntaryConstituents = ['starch', 'sugar', 'energyDE', 'energyEWpa'];

/** Functional groups by the prefix of the additive's number in the Union register. */
const additiveGroups: readonly (readonly [string, string])[] = [
  ['3a', 'vitamin'],
  ['3b', 'traceElement'],
  ['3c', 'aminoAcid'],
  ['4', 'zootechnical'],
  ['1', 'technological'],
  ['2', 'sensory'],
];

function getConstituentUnit(key: string): '%' | 'MJ/kg' | '/kg' {
  if (key === 'energyDE') return 'MJ/kg';
  return key === 'energyEWpa' ? '/kg' : '%';
}

function isRequiredConstituent(key: string, value: number): boolean {
  const smallest = thresholdByConstituent[key];
  return requiredConstituents.includes(key) || (smallest !== undefined && value >= smallest);
}

/** Lists the required constituents first, then the others, each in the order above. */
function sortConstituents(analytical: Readonly<Record<string, number>>): [string, number][] {
  const order = [...requiredConstituents, ...Object.keys(thresholdByConstituent), ...voluntaryConstituents];
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(analytical).toSorted(
    ([a, aValue], [b, bValue]) =>
      Number(isRequiredConstituent(b, bValue)) - Number(isRequiredConstituent(a, aValue)) ||
      place(a) - place(b),
  );
}

/**
 * Returns the label of a feed in one language; null if the product is not feed.
 *
 * @param getTerm returns the term of a vocabulary: 'material', 'nutrient' or 'additive'
 */
export function createFeedLabel(
  product: DetailRow,
  getTerm: (vocabulary: string, key: string) => string | undefined,
): FeedLabel | null {
  if (product.feedType === null) return null;
  return {
    feedType: product.feedType,
    composition: product.composition.map(({ material, percent }) => ({
      name: getTerm('material', material) ?? material,
      percent,
    })),
    constituents: sortConstituents(product.analytical ?? {}).map(([key, value]) => ({
      key,
      name: getTerm('nutrient', key) ?? key,
      value,
      unit: getConstituentUnit(key),
    })),
    additives: product.additives.map((additive) => ({
      name: getTerm('additive', additive.key) ?? additive.name,
      idNumber: additive.idNumber,
      amount: additive.amount,
      unit: additive.unit,
      group: additiveGroups.find(([prefix]) => additive.idNumber.startsWith(prefix))?.[1] ?? 'other',
    })),
    directions: product.directions,
  };
}

/**
 * Returns the daily dosage table; null if the product has none. Unsuitable work levels are left out.
 *
 * @param horseTypes keys of the product's horse types, in its order
 * @param model constants of the feed advice; undefined if the installation gives no advice: then no rations
 * are calculated
 * @param getTerm returns the term of the vocabulary 'horseTypes'
 */
export function createDosage(
  { feedAdvice: dose, analytical }: Pick<DetailRow, 'feedAdvice' | 'analytical'>,
  horseTypes: readonly string[],
  model: FeedModel | undefined,
  getTerm: (vocabulary: string, key: string) => string | undefined,
): Dosage | null {
  if (dose.mode === 'none') return null;
  const rows = Object.entries(dose.gramsPer100Kg ?? {})
    .flatMap(([level, gramsPer100Kg]) => {
      if (gramsPer100Kg === null) return [];
      return [
        {
          level,
          gramsPer100Kg,
          feedsPerDay: dose.feedsPerDayByStage?.[level] ?? dose.feedsPerDay ?? 1,
          weights: model ? getLifeStageWeights(model, level, horseTypes) : null,
        },
      ];
    })
    .toSorted((a, b) => compareDoseLevels(a.level, b.level));
  return {
    mode: dose.mode,
    feedsPerDay: dose.feedsPerDay ?? 1,
    rows,
    scoop: getScoop(dose),
    gramsPerLitre: dose.gramsPerLitre ?? null,
    maxServingsPerWeek: dose.maxServingsPerWeek ?? null,
    ration:
      dose.mode === 'byStage' || !model
        ? null
        : createRation(dose, analytical?.starch ?? 0, horseTypes, model, getTerm),
  };
}

function createRation(
  dose: ProductDose,
  starch: number,
  horseTypes: readonly string[],
  model: FeedModel,
  getTerm: (vocabulary: string, key: string) => string | undefined,
): Dosage['ration'] {
  const { mealGPer100Kg, starchMealGPer100Kg, starchDayGPer100Kg } = model.limits;
  return {
    horses: listAdultTypes(horseTypes).map((key) => {
      const { minKg, maxKg, referenceWeightKg, dosePct } = model.horseTypes[key];
      return {
        key,
        name: getTerm('horseTypes', key) ?? key,
        leastKg: minKg,
        mostKg: maxKg,
        referenceKg: referenceWeightKg,
        typePct: dose.adjustForType ? dosePct : 100,
      };
    }),
    roughagePct: dose.adjustForRoughage
      ? getEnergyLevel(model, model.roughageDefaults.hay.energyDE).dosePct
      : 100,
    roundToG: dose.roundToG ?? 1,
    starch,
    limits: { mealGPer100Kg, starchMealGPer100Kg, starchDayGPer100Kg },
  };
}

/** Returns the picture of the feed itself, with the content of its scoop; null if there is none. */
export function createFeedPicture({ feedPicture, feedAdvice }: DetailRow): FeedPicture | null {
  return feedPicture && { ...feedPicture, scoop: getScoop(feedAdvice) };
}
