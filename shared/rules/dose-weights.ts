import {
  type FeedModel,
  type HorseType,
  horseTypes as knownTypes,
  workLevels,
} from './feed-advice/feed-model.ts';

/** Body weights that a dose applies to, in whole kilograms. */
export interface DoseWeights {
  readonly leastKg: number;
  readonly mostKg: number;
  /** Most common weight of such an animal. */
  readonly firstKg: number;
}

/** Types of adult horses with their weights, from the feeding model. */
type AdultTypes = Pick<FeedModel, 'horseTypes'>;

const lifeStageGroups = ['pregnant', 'lactating', 'foal', 'young'] as const;
const WEEKS_PER_MONTH = 365.25 / 12 / 7;
const monthsPerUnit = { d: 1 / WEEKS_PER_MONTH / 7, w: 1 / WEEKS_PER_MONTH, m: 1, y: 12 } as const;

/**
 * A life stage such as `foal-w2-4`: the second to the fourth week. Months of gestation, of lactation, or of
 * age.
 */
interface LifeStage {
  readonly group: (typeof lifeStageGroups)[number];
  readonly fromMonths: number;
  readonly untilMonths: number;
}

function parseLifeStage(level: string): LifeStage | null {
  const [, name, unit, first, last] = /^([a-z]+)-([dwmy])(\d{1,2})(?:-(\d{1,2}))?$/u.exec(level) ?? [];
  const group = lifeStageGroups.find((known) => known === name);
  if (group === undefined || (unit !== 'd' && unit !== 'w' && unit !== 'm' && unit !== 'y')) return null;
  const months = monthsPerUnit[unit];
  return {
    group,
    fromMonths: (Number(first) - 1) * months,
    untilMonths: Number(last ?? first) * months,
  };
}

/**
 * Returns the share of its adult weight that a young horse has. It is the growth curve of NRC, Nutrient
 * Requirements of Horses (2007), which is the same for ponies and horses.
 */
function getAdultWeightShare(ageMonths: number): number {
  return (9.7 + 90.3 * (1 - Math.exp(-0.0772 * ageMonths))) / 100;
}

/**
 * Lists the types of adult horses that a product is for; all types if it names none that the model knows. The
 * most common type is first: a horse, or otherwise the first one of the product.
 *
 * @param horseTypes keys of the product's horse types, in its order
 */
export function listAdultTypes(horseTypes: readonly string[]): HorseType[] {
  const named = horseTypes.flatMap((type) => knownTypes.find((known) => known === type) ?? []);
  const types = named.length > 0 ? named : knownTypes;
  return [...types].sort((a, b) => Number(b === 'horse') - Number(a === 'horse'));
}

/**
 * Returns the weights that the dose of a life stage applies to. For mares they are those of the model, for
 * foals and young horses the share that animals of this age have.
 *
 * @param level life stage
 * @param horseTypes keys of the product's horse types, in its order
 * @returns null for a work level, whose weights are those of the horse type
 */
export function getLifeStageWeights(
  model: AdultTypes,
  level: string,
  horseTypes: readonly string[],
): DoseWeights | null {
  const stage = parseLifeStage(level);
  if (!stage) return null;
  const grown = listAdultTypes(horseTypes).map((type) => model.horseTypes[type]);
  const leastKg = Math.min(...grown.map(({ minKg }) => minKg));
  const mostKg = Math.max(...grown.map(({ maxKg }) => maxKg));
  const firstKg = grown[0]?.referenceWeightKg ?? mostKg;
  if (stage.group !== 'foal' && stage.group !== 'young') return { leastKg, mostKg, firstKg };
  const { fromMonths, untilMonths } = stage;
  // Rounded outwards to steps of 5 kg, so that no foal is excluded by a kilogram.
  return {
    leastKg: Math.max(5, Math.floor((leastKg * getAdultWeightShare(fromMonths)) / 5) * 5),
    // Birth weights differ by more than a week of growth: the maximum of the first days is that of the first
    // week.
    mostKg: Math.ceil((mostKg * getAdultWeightShare(Math.max(untilMonths, monthsPerUnit.w))) / 5) * 5,
    firstKg: Math.round((firstKg * getAdultWeightShare((fromMonths + untilMonths) / 2)) / 5) * 5,
  };
}

/**
 * Compares dose levels: work levels from rest to heavy work, then life stages from pregnancy to lactation,
 * foal and young horse. Others come last.
 */
export function compareDoseLevels(a: string, b: string): number {
  const [left, right] = [getSortPosition(a), getSortPosition(b)];
  return left.group - right.group || left.within - right.within || left.end - right.end;
}

function getSortPosition(level: string): { group: number; within: number; end: number } {
  const work = (workLevels as readonly string[]).indexOf(level);
  if (work >= 0) return { group: 0, within: work, end: work };
  const stage = parseLifeStage(level);
  if (!stage) return { group: lifeStageGroups.length + 1, within: 0, end: 0 };
  return {
    group: 1 + lifeStageGroups.indexOf(stage.group),
    within: stage.fromMonths,
    end: stage.untilMonths,
  };
}
