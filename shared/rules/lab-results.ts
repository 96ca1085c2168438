/** What a roughage test looks at: the nutrition quick scan, or the hygiene quick scan. */
export const testKinds = ['rqs', 'qs'] as const;
export type TestKind = (typeof testKinds)[number];

/** What becomes of a sample, in this order. */
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

/** Units of the values; all but the first two are of dry matter. */
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

/** Range that a value should be in, and what it usually is in our samples ('our average'). */
export interface RqsTarget {
  readonly min: number;
  readonly max: number;
  readonly average: number;
}

/** How a laboratory measures: near infrared, wet chemistry, or culture on media with a count of colonies. */
export const labMethods = ['nearInfrared', 'wetChemistry', 'culture'] as const;
export type LabMethod = (typeof labMethods)[number];

/** Laboratory of a shop. */
export interface Laboratory {
  /** By code of a language. */
  readonly names: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<TestKind, LabMethod>>;
}

/** What results are held against, by kind of roughage. */
export interface LabReference {
  /** Reports name it; left out by a shop that does not say who measures. */
  readonly laboratory?: Laboratory;
  readonly rqsTargets: Readonly<Record<'hay' | 'silage', Readonly<Record<RqsParameter, RqsTarget>>>>;
  /** Colony-forming units per gram fresh weight. */
  readonly qsOrientation: Readonly<Record<'hay' | 'silage', Readonly<Record<QsCount, number>>>>;
}

/** A value against its target; the ends of the target are within it. */
export function getValueClass(value: number, { min, max }: Pick<RqsTarget, 'min' | 'max'>): ValueClass {
  if (value < min) return 'low';
  return value > max ? 'high' : 'normal';
}

/** Step of a count against its orientation value, 1 to 4 (the VDLUFA scheme: once, five times, ten times). */
export function getQsStep(count: number, orientation: number): 1 | 2 | 3 | 4 {
  if (count <= orientation) return 1;
  if (count <= 5 * orientation) return 2;
  return count <= 10 * orientation ? 3 : 4;
}

/** Grade of a hygiene quick scan: its worst step. */
export function getQsGrade(steps: readonly (1 | 2 | 3 | 4)[]): QsGrade {
  return qsGrades[Math.max(1, ...steps) - 1] ?? 'D';
}

/** What a grade does to feeding advice for roughage of the batch. */
export const adviceEffects = { A: 'none', B: 'notice', C: 'refused', D: 'refused' } as const satisfies Record<
  QsGrade,
  string
>;

/** Grades whose batch is refused as feed: they decide what every report of the batch says first. */
export const refusedGrades = qsGrades.filter((grade) => adviceEffects[grade] === 'refused');

/** What a report says first: the grade of the hygiene scan, or the energy level of the nutrition scan. */
export const reportVerdicts = [...qsGrades, 'low', 'medium', 'high'] as const;
export type ReportVerdict = (typeof reportVerdicts)[number];

/** Whether a verdict forbids to feed the batch as it is. */
export const isRefusedVerdict = (verdict: string): verdict is 'C' | 'D' =>
  refusedGrades.some((grade) => grade === verdict);

/**
 * Decides what a report says first, wherever it is named: its headline, its badge in a list, the subject of its mail and its shelf.
 * Hygiene comes before nutrition: a batch of class C or D is refused, whatever its energy and sugar.
 *
 * @param own energy level of a nutrition scan, grade of a hygiene scan
 * @param gradeOfBatch worst grade of the hygiene scans of the batch; null where none has a result
 */
export const getReportVerdict = (own: ReportVerdict, gradeOfBatch: QsGrade | null): ReportVerdict =>
  gradeOfBatch !== null && isRefusedVerdict(gradeOfBatch) ? gradeOfBatch : own;

/** Worst of some grades; null where there is none. */
export const getWorstGrade = (grades: readonly QsGrade[]): QsGrade | null =>
  qsGrades.findLast((grade) => grades.includes(grade)) ?? null;

/** Aerobic and spoilage bacteria together. */
export const getGermCount = (counts: Readonly<Record<QsCount, number>>): number =>
  counts.aerobicBacteria + counts.spoilageBacteria;

/** Moisture of roughage by its dry matter, both in percent with at most one decimal. */
export const getMoisturePct = (dryMatterPct: number): number => Math.round((100 - dryMatterPct) * 10) / 10;

/** EWpa per kg dry matter by its digestible energy in MJ, half up to two decimals; DE has at most one decimal. */
export const getEnergyEWpa = (energyDE: number): number =>
  // In tenths of MJ and ten-thousandths of EWpa, so that no half is lost to a fraction.
  Math.floor((Math.round(energyDE * 10) * 68 + 50) / 100) / 100;

/**
 * Ratio of calcium to phosphorus, half up to one decimal: a horse needs both, and more calcium than phosphorus.
 *
 * @returns null if one of the two was not measured, or they have different units
 */
export function getCalciumPhosphorusRatio(
  minerals: readonly { readonly key: string; readonly unit: string; readonly value: number }[],
): number | null {
  const find = (name: string) => minerals.find(({ key }) => key === name);
  const [calcium, phosphorus] = [find('calcium'), find('phosphorus')];
  if (!calcium || !phosphorus || calcium.unit !== phosphorus.unit || phosphorus.value <= 0) return null;
  return Math.floor((calcium.value * 10) / phosphorus.value + 0.5) / 10;
}

/** Dry matter below which hay is stored at a risk, and above which wrapped forage is (percent). */
export function hasStorageRisk(type: 'hay' | 'silage', dryMatterPct: number): boolean {
  return type === 'hay' ? dryMatterPct < 85 : dryMatterPct > 80;
}
