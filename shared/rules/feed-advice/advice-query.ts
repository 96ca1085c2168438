import { isResultKey } from '../lab-result-path.ts';
import { parseHorseWeight } from '../pack-duration.ts';
import { readDecimal } from '../people/decimal.ts';
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

/** Fields of a roughage result that somebody typed, in the order of a report. */
export const typedFields = ['dm', 'de', 'cp', 'sugar'] as const;
export type TypedField = (typeof typedFields)[number];

/** What an address of the feed calculator says; null where it says nothing. */
export interface AdviceAnswers {
  readonly type: HorseType | null;
  /** As it was typed; '' where nothing was. */
  readonly weight: string;
  readonly work: WorkLevel | null;
  readonly roughage: RoughageType | null;
  /** Id of the variant that is asked about. */
  readonly product: number | null;
  /** Key of a report of ours. */
  readonly rqs: string | null;
  /** Name of the horse, for its card and for saving; '' where none was given. */
  readonly horse: string;
  /** As they were typed; null where none of them was. */
  readonly values: Readonly<Record<TypedField, string>> | null;
}

/** Roughage values of a question, as the API takes them. */
interface TypedRoughageValues {
  readonly type: TestedRoughage;
  readonly dryMatterPct: number;
  readonly energyDE: number;
  readonly crudeProtein: number;
  readonly sugar: number;
}

/** A question for the calculation: the shape of the API's body. */
export interface AskedAdvice {
  readonly horseType: HorseType;
  readonly weightKg?: number;
  readonly workLevel: WorkLevel;
  readonly roughage:
    | { readonly type: RoughageType }
    | { readonly rqsKey: string }
    | { readonly values: TypedRoughageValues };
  readonly productVariantId?: number;
}

/** Most that each value may be, so that the API takes it; what cannot be right is judged by the model. */
const mostOf: Readonly<Record<TypedField, number>> = { dm: 100, de: 30, cp: 1000, sugar: 1000 };

/** Most characters of the name of a horse, as for saving. */
const LONGEST_NAME = 50;

/** Longest text that a field is read of: nobody types more. */
const longestText = 20;

const findValue = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

/**
 * Reads an address of the feed calculator: of what is said twice the first, and of what does not exist nothing, so that all other answers stay.
 *
 * @returns 'breeding' where the horse is a mare, foal or youngster
 */
export function parseAdviceQuery(query: URLSearchParams): AdviceAnswers | typeof BREEDING_TYPE {
  const read = (name: string): string | null => query.get(name)?.trim() || null;
  // One character more than is read, so that it is no other figure: every link of the page repeats it.
  const readTyped = (name: string): string => read(name)?.slice(0, longestText + 1) ?? '';
  const [type, work, roughage, product, rqs] = ['type', 'work', 'roughage', 'product', 'rqs'].map(read);
  const isBreeding = type === BREEDING_TYPE;
  const answers: AdviceAnswers = {
    type: findValue(horseTypes, type ?? null) ?? null,
    weight: readTyped('weight'),
    work: findValue(workLevels, work ?? null) ?? null,
    roughage: findValue(roughageTypes, roughage ?? null) ?? null,
    product: product != null && /^[1-9]\d{0,8}$/.test(product) ? Number(product) : null,
    rqs: rqs != null && isResultKey(rqs) ? rqs : null,
    horse: readName(read('horse')),
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

/** The name of a horse in one line, as long as a name may be. */
const readName = (text: string | null): string =>
  [...(text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, LONGEST_NAME).join('');

/** The query of some answers with its '?', parameters in the order of their names; '' where nothing is said. */
export function createAdviceQuery(answers: Partial<AdviceAnswers>): string {
  const { values, ...others } = answers;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...others, ...values })) {
    if (value !== null && value !== '') query.set(name, String(value));
  }
  query.sort();
  return query.size === 0 ? '' : `?${query}`;
}

function readTypedRoughage({
  roughage,
  values,
}: Pick<AdviceAnswers, 'roughage' | 'values'>): TypedRoughageValues | null {
  if (!values || (roughage !== 'hay' && roughage !== 'silage')) return null;
  const read = (field: TypedField): number | null => {
    const value = readDecimal(values[field], { decimals: 3 });
    return value !== null && value >= 0 && value <= mostOf[field] ? value : null;
  };
  const [dryMatterPct, energyDE, crudeProtein, sugar] = typedFields.map(read);
  if (dryMatterPct == null || energyDE == null || crudeProtein == null || sugar == null) return null;
  return { type: roughage, dryMatterPct, energyDE, crudeProtein, sugar };
}

/** Any weight above nothing: the model knows what a horse of a type weighs. */
const anyWeight = { leastKg: 0, mostKg: Number.POSITIVE_INFINITY };

/** Checks whether a typed weight is a number, whatever a horse weighs. An empty field is no weight. */
export const isWeightNumber = (text: string): boolean => parseHorseWeight(text, anyWeight) !== null;

/** The weight of a question: undefined where none was typed, 0 for what no horse weighs, so that the model refuses it. */
function readWeight(text: string): number | undefined {
  if (text === '') return undefined;
  if (text.length > longestText) return 0;
  return parseHorseWeight(text, anyWeight) ?? 0;
}

/**
 * The question that the answers come to. An own result wins over the kind of roughage.
 *
 * @returns null where an answer is still missing; the model's word for a result of which a value is missing or no number
 */
export function toAdviceQuestion(answers: AdviceAnswers): AskedAdvice | 'roughage_result_incomplete' | null {
  const { type, work, roughage, product, rqs, values } = answers;
  if (type === null || work === null || (roughage === null && rqs === null)) return null;
  const weightKg = readWeight(answers.weight);
  const ask = (chosen: AskedAdvice['roughage']): AskedAdvice => ({
    horseType: type,
    ...(weightKg !== undefined && { weightKg }),
    workLevel: work,
    roughage: chosen,
    ...(product !== null && { productVariantId: product }),
  });
  if (rqs !== null) return ask({ rqsKey: rqs });
  if (values) {
    const typed = readTypedRoughage(answers);
    return typed ? ask({ values: typed }) : 'roughage_result_incomplete';
  }
  return roughage === null ? null : ask({ type: roughage });
}

/**
 * Returns the answers of a saved question, which lead back to the calculator.
 *
 * @param horse name that the ration was saved with
 */
export function toAdviceAnswers(question: AskedAdvice, horse = ''): AdviceAnswers {
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
