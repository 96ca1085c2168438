import {
  type FeedModel,
  type HorseType,
  horseTypes as knownTypes,
  workLevels,
} from './feed-advice/feed-model.ts';

/** Body weights that a dose may be counted for, in whole kilograms. */
export interface DoseWeights {
  readonly leastKg: number;
  readonly mostKg: number;
  /** What the animal weighs that most readers mean. */
  readonly firstKg: number;
}

/** Types of grown horses with what they weigh, as the feeding-advice model has them. */
type GrownTypes = Pick<FeedModel, 'horseTypes'>;

const groups = ['pregnant', 'lactating', 'foal', 'young'] as const;
const WEEKS_PER_MONTH = 365.25 / 12 / 7;
const monthsPer = { d: 1 / WEEKS_PER_MONTH / 7, w: 1 / WEEKS_PER_MONTH, m: 1, y: 12 } as const;

/** A stage of life such as `foal-w2-4`: the second to the fourth week. Months of gestation, in milk, or of age. */
interface LifeStage {
  readonly group: (typeof groups)[number];
  readonly fromMonths: number;
  readonly untilMonths: number;
}

function parseStage(level: string): LifeStage | null {
  const [, name, unit, first, last] = /^([a-z]+)-([dwmy])(\d{1,2})(?:-(\d{1,2}))?$/u.exec(level) ?? [];
  const group = groups.find((known) => known === name);
  if (group === undefined || (unit !== 'd' && unit !== 'w' && unit !== 'm' && unit !== 'y')) return null;
  const months = monthsPer[unit];
  return {
    group,
    fromMonths: (Number(first) - 1) * months,
    untilMonths: Number(last ?? first) * months,
  };
}

/**
 * Share of its grown weight that a youngster has: the growth curve of NRC, Nutrient Requirements of Horses (2007), which is the same for
 * ponies and horses.
 */
function getGrownShare(ageMonths: number): number {
  return (9.7 + 90.3 * (1 - Math.exp(-0.0772 * ageMonths))) / 100;
}

/**
 * Types of grown horses that a product is for, all of them where it names none that the model knows; the one that most readers mean comes
 * first: a horse, or else what the product names first.
 *
 * @param horseTypes keys of the product's horse types, in its order
 */
export function listGrownTypes(horseTypes: readonly string[]): HorseType[] {
  const named = horseTypes.flatMap((type) => knownTypes.find((known) => known === type) ?? []);
  const types = named.length > 0 ? named : knownTypes;
  return [...types].sort((a, b) => Number(b === 'horse') - Number(a === 'horse'));
}

/**
 * Weights that the dose of a stage of life may be counted for: those of the model for mares, and for foals and youngsters the share of
 * them that animals of this age have.
 *
 * @param level stage of life; null is answered for work levels, whose weights are those of the type of a horse
 * @param horseTypes keys of the product's horse types, in its order
 */
export function getStageWeights(
  model: GrownTypes,
  level: string,
  horseTypes: readonly string[],
): DoseWeights | null {
  const stage = parseStage(level);
  if (!stage) return null;
  const grown = listGrownTypes(horseTypes).map((type) => model.horseTypes[type]);
  const leastKg = Math.min(...grown.map(({ minKg }) => minKg));
  const mostKg = Math.max(...grown.map(({ maxKg }) => maxKg));
  const firstKg = grown[0]?.referenceWeightKg ?? mostKg;
  if (stage.group !== 'foal' && stage.group !== 'young') return { leastKg, mostKg, firstKg };
  const { fromMonths, untilMonths } = stage;
  // In steps of 5 kg, outwards: no foal is refused for a kilogram.
  return {
    leastKg: Math.max(5, Math.floor((leastKg * getGrownShare(fromMonths)) / 5) * 5),
    // Birth weights differ more than a week of growth adds: of the first days the heaviest are those of the first week.
    mostKg: Math.ceil((mostKg * getGrownShare(Math.max(untilMonths, monthsPer.w))) / 5) * 5,
    firstKg: Math.round((firstKg * getGrownShare((fromMonths + untilMonths) / 2)) / 5) * 5,
  };
}

/** Orders work levels from rest to heavy work, and stages as a life has them: pregnancy, milk, foal, youngster. Others come last. */
export function compareDoseLevels(a: string, b: string): number {
  const [left, right] = [getPlace(a), getPlace(b)];
  return left.group - right.group || left.within - right.within || left.end - right.end;
}

function getPlace(level: string): { group: number; within: number; end: number } {
  const work = (workLevels as readonly string[]).indexOf(level);
  if (work >= 0) return { group: 0, within: work, end: work };
  const stage = parseStage(level);
  if (!stage) return { group: groups.length + 1, within: 0, end: 0 };
  return { group: 1 + groups.indexOf(stage.group), within: stage.fromMonths, end: stage.untilMonths };
}
