/** Types of roughage tests: the nutrition quick scan and the hygiene quick scan. */
export const roughageTestKinds = ['rqs', 'qs'] as const;
export type RoughageTestKind = (typeof roughageTestKinds)[number];

/** States of a sample, in chronological order. */
export const sampleStates = ['ordered', 'sent', 'received', 'result'] as const;
export type SampleState = (typeof sampleStates)[number];

/** Values of a nutrition quick scan that have a target, in the order of a report. */
export const rqsParameters = [
  'dryMatterPct',
  'moisturePct',
  'crudeProtein',
  'sugar',
  'crudeFibre',
  'energyDE',
  'energyEWpa',
] as const;
export type RqsParameter = (typeof rqsParameters)[number];

/** Units of the values; all except the first two refer to dry matter. */
export const rqsUnits: Readonly<Record<RqsParameter, string>> = {
  dryMatterPct: '%',
  moisturePct: '%',
  crudeProtein: 'g/kg DM',
  sugar: 'g/kg DM',
  crudeFibre: 'g/kg DM',
  energyDE: 'MJ DE/kg DM',
  energyEWpa: 'EWpa/kg DM',
};

/** Counts of a hygiene quick scan, in the order of a report. */
export const qsCounts = [
  'aerobicBacteria',
  'spoilageBacteria',
  'fieldMoulds',
  'storageMoulds',
  'yeasts',
] as const;
export type QsCount = (typeof qsCounts)[number];

export const qsGrades = ['A', 'B', 'C', 'D'] as const;
export type QsGrade = (typeof qsGrades)[number];

export const valueClasses = ['low', 'normal', 'high'] as const;
export type ValueClass = (typeof valueClasses)[number];

/** Target range of a value, and its average in the shop's samples ('our average'). */
export interface RqsTarget {
  readonly min: number;
  readonly max: number;
  readonly average: number;
}

/** Methods of a laboratory: near infrared, wet chemistry, or culture with a colony count. */
export const labMethods = ['nearInfrared', 'wetChemistry', 'culture'] as const;
export type LabMethod = (typeof labMethods)[number];

/** Laboratory of a shop. */
export interface Laboratory {
  /** Name by language code. */
  readonly names: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<RoughageTestKind, LabMethod>>;
}

/** Reference values of results, by roughage type. */
export interface LabReference {
  /** Laboratory named in reports; omitted by a shop that does not name it. */
  readonly laboratory?: Laboratory;
  readonly rqsTargets: Readonly<Record<'hay' | 'silage', Readonly<Record<RqsParameter, RqsTarget>>>>;
  /** Colony-forming units per gram fresh weight. */
  readonly qsOrientation: Readonly<Record<'hay' | 'silage', Readonly<Record<QsCount, number>>>>;
}

/** Returns the class of a value against its target; the bounds of the target are included. */
export function getValueClass(value: number, { min, max }: Pick<RqsTarget, 'min' | 'max'>): ValueClass {
  if (value < min) return 'low';
  return value > max ? 'high' : 'normal';
}

/**
 * Returns the step of a count against its orientation value, 1 to 4 (the VDLUFA scheme: once, five times, ten
 * times).
 */
export function getQsStep(count: number, orientation: number): 1 | 2 | 3 | 4 {
  if (count <= orientation) return 1;
  if (count <= 5 * orientation) return 2;
  return count <= 10 * orientation ? 3 : 4;
}

/** Returns the grade of a hygiene quick scan: its worst step. */
export function getQsGrade(steps: readonly (1 | 2 | 3 | 4)[]): QsGrade {
  return qsGrades[Math.max(1, ...steps) - 1] ?? 'D';
}

/** Effect of a grade on feeding advice for roughage of the batch. */
export const adviceEffectByGrade = {
  A: 'none',
  B: 'notice',
  C: 'refused',
  D: 'refused',
} as const satisfies Record<QsGrade, string>;

/** Grades whose batch is refused as feed. They determine the verdict of every report of the batch. */
export const refusedGrades = qsGrades.filter((grade) => adviceEffectByGrade[grade] === 'refused');

/** Verdicts of a report: the grade of the hygiene scan, or the energy level of the nutrition scan. */
export const reportVerdicts = [...qsGrades, 'low', 'medium', 'high'] as const;
export type ReportVerdict = (typeof reportVerdicts)[number];

/** Returns true if a verdict means that the batch must not be fed as it is. */
export const isRefusedVerdict = (verdict: string): verdict is 'C' | 'D' =>
  refusedGrades.some((grade) => grade === verdict);

/**
 * Returns the verdict of a report for its headline, its badge in a list, the subject of its mail and its
 * shelf. Hygiene takes precedence over nutrition: a batch of class C or D is refused, whatever its energy and
 * sugar.
 *
 * @param own energy level of a nutrition scan, grade of a hygiene scan
 * @param gradeOfBatch worst grade of the hygiene scans of the batch; null if none has a result
 */
export const getReportVerdict = (own: ReportVerdict, gradeOfBatch: QsGrade | null): ReportVerdict =>
  gradeOfBatch !== null && isRefusedVerdict(gradeOfBatch) ? gradeOfBatch : own;

/** Returns the worst of several grades; null if there are none. */
export const getWorstGrade = (grades: readonly QsGrade[]): QsGrade | null =>
  qsGrades.findLast((grade) => grades.includes(grade)) ?? null;

/** Returns aerobic and spoilage bacteria together. */
export const getGermCount = (counts: Readonly<Record<QsCount, number>>): number =>
  counts.aerobicBacteria + counts.spoilageBacteria;

/** Returns the moisture of roughage by its dry matter, both in percent with at most one decimal. */
export const getMoisturePct = (dryMatterPct: number): number => Math.round((100 - dryMatterPct) * 10) / 10;

/**
 * Returns EWpa per kg dry matter by its digestible energy in MJ, rounded half up to two decimals; DE has at
 * most one decimal.
 */
export const getEnergyEWpa = (energyDE: number): number =>
  // In tenths of MJ and ten-thousandths of EWpa, so that no half is lost in a fraction.
  Math.floor((Math.round(energyDE * 10) * 68 + 50) / 100) / 100;

/**
 * Returns the ratio of calcium to phosphorus, rounded half up to one decimal: a horse needs both, and more
 * calcium than phosphorus.
 *
 * @returns null if one of the two was not measured, or if their units differ
 */
export function getCalciumPhosphorusRatio(
  minerals: readonly { readonly key: string; readonly unit: string; readonly value: number }[],
): number | null {
  const find = (name: string) => minerals.find(({ key }) => key === name);
  const [calcium, phosphorus] = [find('calcium'), find('phosphorus')];
  if (!calcium || !phosphorus || calcium.unit !== phosphorus.unit || phosphorus.value <= 0) return null;
  return Math.floor((calcium.value * 10) / phosphorus.value + 0.5) / 10;
}

/**
 * Returns true for hay below, or wrapped forage above, the dry matter (percent) at which storage is a risk.
 */
export function hasStorageRisk(type: 'hay' | 'silage', dryMatterPct: number): boolean {
  return type === 'hay' ? dryMatterPct < 85 : dryMatterPct > 80;
}
