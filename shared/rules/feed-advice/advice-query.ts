import { isResultKey } from '../lab-result-path.ts';
import { parseHorseWeight } from '../pack-duration.ts';
import { readDecimal } from '../people/typed-decimal.ts';
import { BREEDING_TYPE } from './breeding-type.ts';
import {
  type HorseType,
  horseTypes,
  type RoughageType,
  roughageTypes,
  type TestedRoughage,
  type WorkLevel,
  workLevels,
} from './feed-model.ts';

/** Fields of typed roughage values, in the order of a report. */
export const typedFields = ['dm', 'de', 'cp', 'sugar'] as const;
export type TypedRoughageField = (typeof typedFields)[number];

/** Answers in a URL of the feed calculator; null if an answer is missing. */
export interface AdviceAnswers {
  readonly type: HorseType | null;
  /** Weight as typed; '' if none was. */
  readonly weight: string;
  readonly work: WorkLevel | null;
  readonly roughage: RoughageType | null;
  /** Id of the requested variant. */
  readonly product: number | null;
  /** Key of one of the shop's reports. */
  readonly rqs: string | null;
  /** Name of the horse, for its card and for saving; '' if none was given. */
  readonly horse: string;
  /** Values as typed; null if none was. */
  readonly values: Readonly<Record<TypedRoughageField, string>> | null;
}

/** Roughage values of a question, as in the API. */
interface TypedRoughageValues {
  readonly type: TestedRoughage;
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly crudeProtein: number;
  readonly sugar: number;
}

/** A question for the calculation, in the shape of the API's request body. */
export interface AdviceRequest {
  readonly horseType: HorseType;
  readonly weightKg?: number;
  readonly workLevel: WorkLevel;
  readonly roughage:
    | { readonly type: RoughageType }
    | { readonly rqsKey: string }
    | { readonly values: TypedRoughageValues };
  readonly productVariantId?: number;
}

/** Maximum of each value that the API accepts; the model rejects implausible values. */
const maxValueByField: Readonly<Record<TypedRoughageField, number>> = {
  dm: 100,
  de: 30,
  cp: 1000,
  sugar: 1000,
};

/** Maximum length of the name of a horse, in characters. */
export const MAX_HORSE_NAME_LENGTH = 50;

/** Maximum length of a typed field. */
const maxFieldLength = 20;

const findListedValue = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

/**
 * Parses a URL of the feed calculator. It uses the first of repeated parameters and ignores invalid values,
 * so that the other answers remain.
 *
 * @returns 'breeding' if the horse is a mare, foal or young horse
 */
export function parseAdviceQuery(query: URLSearchParams): AdviceAnswers | typeof BREEDING_TYPE {
  const read = (name: string): string | null => query.get(name)?.trim() || null;
  // One character more than the maximum, so that it is not read as another number. Every link of the page
  // repeats it.
  const readTyped = (name: string): string => read(name)?.slice(0, maxFieldLength + 1) ?? '';
  const [type, work, roughage, product, rqs] = ['type', 'work', 'roughage', 'product', 'rqs'].map(read);
  const isBreeding = type === BREEDING_TYPE;
  const answers: AdviceAnswers = {
    type: findListedValue(horseTypes, type ?? null) ?? null,
    weight: readTyped('weight'),
    work: findListedValue(workLevels, work ?? null) ?? null,
    roughage: findListedValue(roughageTypes, roughage ?? null) ?? null,
    product: product != null && /^[1-9]\d{0,8}$/.test(product) ? Number(product) : null,
    rqs: rqs != null && isResultKey(rqs) ? rqs : null,
    horse: cleanHorseName(read('horse')),
    values: typedFields.some((field) => read(field) !== null)
      ? {
          dm: readTyped('dm'),
          de: readTyped('de'),
          cp: readTyped('cp'),
          sugar: readTyped('sugar'),
        }
      : null,
  };
  return isBreeding ? BREEDING_TYPE : answers;
}

/** Reads the name of a horse in one line, truncated to the maximum length. */
const cleanHorseName = (text: string | null): string =>
  [...(text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, MAX_HORSE_NAME_LENGTH).join('');

/** Creates the query string of answers with its '?', sorted by parameter name; '' if there are none. */
export function createAdviceQuery(answers: Partial<AdviceAnswers>): string {
  const { values, ...others } = answers;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...others, ...values })) {
    if (value !== null && value !== '') query.set(name, String(value));
  }
  query.sort();
  return query.size === 0 ? '' : `?${query}`;
}

function parseTypedRoughage({
  roughage,
  values,
}: Pick<AdviceAnswers, 'roughage' | 'values'>): TypedRoughageValues | null {
  if (!values || (roughage !== 'hay' && roughage !== 'silage')) return null;
  const read = (field: TypedRoughageField): number | null => {
    const value = readDecimal(values[field], { decimals: 3 });
    return value !== null && value >= 0 && value <= maxValueByField[field] ? value : null;
  };
  const [dryMatterPct, energyDE, crudeProtein, sugar] = typedFields.map(read);
  if (dryMatterPct == null || energyDE == null || crudeProtein == null || sugar == null) return null;
  return { type: roughage, dryMatterPct, energyDE, crudeProtein, sugar };
}

/** Accepts any weight above 0: the model has the limits of each type of horse. */
const anyWeightLimits = { leastKg: 0, mostKg: Number.POSITIVE_INFINITY };

/** Returns true if a typed weight is a number, also out of range. An empty field is not a weight. */
export const isWeightNumber = (text: string): boolean => parseHorseWeight(text, anyWeightLimits) !== null;

/** Reads a weight: undefined if none was typed, 0 for an implausible one, so that the model rejects it. */
function parseBodyWeight(text: string): number | undefined {
  if (text === '') return undefined;
  if (text.length > maxFieldLength) return 0;
  return parseHorseWeight(text, anyWeightLimits) ?? 0;
}

/**
 * Creates the question from the answers. A report takes precedence over the roughage type.
 *
 * @returns null if an answer is missing; the model's refusal if typed roughage values are incomplete or not
 *   numbers
 */
export function toAdviceQuestion(
  answers: AdviceAnswers,
): AdviceRequest | 'roughage_result_incomplete' | null {
  const { type, work, roughage, product, rqs, values } = answers;
  if (type === null || work === null || (roughage === null && rqs === null)) return null;
  const weightKg = parseBodyWeight(answers.weight);
  const ask = (chosen: AdviceRequest['roughage']): AdviceRequest => ({
    horseType: type,
    ...(weightKg !== undefined && { weightKg }),
    workLevel: work,
    roughage: chosen,
    ...(product !== null && { productVariantId: product }),
  });
  if (rqs !== null) return ask({ rqsKey: rqs });
  if (values) {
    const typed = parseTypedRoughage(answers);
    return typed ? ask({ values: typed }) : 'roughage_result_incomplete';
  }
  return roughage === null ? null : ask({ type: roughage });
}

/**
 * Returns the answers of a saved question, for a link to the calculator.
 *
 * @param horse name with which the ration was saved
 */
export function toAdviceAnswers(question: AdviceRequest, horse = ''): AdviceAnswers {
  const { roughage } = question;
  return {
    type: question.horseType,
    weight: question.weightKg === undefined ? '' : String(question.weightKg),
    work: question.workLevel,
    roughage: 'type' in roughage ? roughage.type : 'values' in roughage ? roughage.values.type : null,
    product: question.productVariantId ?? null,
    rqs: 'rqsKey' in roughage ? roughage.rqsKey : null,
    horse,
    values:
      'values' in roughage
        ? {
            dm: String(roughage.values.dryMatterPct),
            de: String(roughage.values.energyDE),
            cp: String(roughage.values.crudeProtein),
            sugar: String(roughage.values.sugar),
          }
        : null,
  };
}
