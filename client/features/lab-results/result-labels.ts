import type { QsResult, RqsResult } from '../../../shared/contract/lab-results.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import {
  getCalciumPhosphorusRatio,
  isRefusedVerdict,
  type LabMethod,
  type QsCount,
  type QsGrade,
  type ReportVerdict,
  type RqsParameter,
  type SampleState,
} from '../../../shared/rules/lab-results.ts';
import type { Shop } from '../../store/shop.tsx';

type RoughageType = RqsResult['type'];
export type ReportValue = RqsResult['values'][number];
type ValueVerdict = ReportValue['verdict'];
type EnergyLevel = RqsResult['energyLevel'];

export const roughageTypeNames: Readonly<Record<RoughageType, MessageKey>> = {
  hay: 'labReport.hay',
  silage: 'labReport.silage',
};

export const personalRoughageLabels: Readonly<Record<RoughageType, MessageKey>> = {
  hay: 'labReport.yourHay',
  silage: 'labReport.yourSilage',
};

export const roughageTestNames = { rqs: 'labReport.testRqs', qs: 'labReport.testQs' } as const;
export const sampleNumberLabels = { rqs: 'labReport.numberRqs', qs: 'labReport.numberQs' } as const;

export const labMethodNames: Readonly<Record<LabMethod, MessageKey>> = {
  nearInfrared: 'labReport.method.nearInfrared',
  wetChemistry: 'labReport.method.wetChemistry',
  culture: 'labReport.method.culture',
};

/** Labels and units of the values. Values are per dry matter, as the table heading says. */
const parameterLabelsAndUnits: Readonly<Record<RqsParameter, readonly [name: MessageKey, unit: string]>> = {
  dryMatterPct: ['labReport.dryMatterPct', '%'],
  moisturePct: ['labReport.moisturePct', '%'],
  crudeProtein: ['labReport.crudeProtein', 'g'],
  sugar: ['labReport.sugar', 'g'],
  crudeFibre: ['labReport.crudeFibre', 'g'],
  energyDE: ['labReport.energyDE', 'MJ'],
  energyEWpa: ['labReport.energyEWpa', ''],
};

export const getParameterName = ({ t }: Pick<Shop, 't'>, parameter: RqsParameter): string =>
  t(parameterLabelsAndUnits[parameter][0]);

/** Returns the unit after a value: ' MJ' with its space, '' for no unit, a percent sign as the language writes it. */
function formatUnit({ formats }: Pick<Shop, 'formats'>, parameter: RqsParameter): string {
  const unit = parameterLabelsAndUnits[parameter][1];
  if (unit === '%') return formats.percentage(0).slice(formats.number(0).length);
  return unit === '' ? '' : `\u00a0${unit}`;
}

/** Formats a value with its unit: '87.9%', '0.67'. */
export const formatReportValue = (
  shop: Pick<Shop, 'formats'>,
  parameter: RqsParameter,
  value: number,
): string => shop.formats.number(value) + formatUnit(shop, parameter);

/**
 * Formats a value, its target and the shop's average with the same number of decimals: '8.0', '8.5 to 9.5 MJ'.
 *
 * @returns the value without its unit; the end of the target and the average with it
 */
export function formatResultRow(
  shop: Pick<Shop, 'formats'>,
  { parameter, value, min, max, average }: ReportValue,
): {
  readonly value: string;
  readonly unit: string;
  readonly min: string;
  readonly max: string;
  readonly average: string;
} {
  const digits = Math.max(...[value, min, max, average].map(countDecimals));
  const unit = formatUnit(shop, parameter);
  const write = (figure: number) => shop.formats.number(figure, digits, digits);
  return {
    value: write(value),
    unit,
    min: write(min),
    max: write(max) + unit,
    average: write(average) + unit,
  };
}

/** Returns the number of decimals of a value in reports, two at most. */
const countDecimals = (value: number): number => {
  const hundredths = Math.round(value * 100);
  if (hundredths % 100 === 0) return 0;
  return hundredths % 10 === 0 ? 1 : 2;
};

export const verdictNames: Readonly<Record<ValueVerdict, MessageKey>> = {
  low: 'labReport.low',
  normal: 'labReport.normal',
  high: 'labReport.high',
};

const sugarHeadlineTexts: Readonly<Record<ValueVerdict, MessageKey>> = {
  low: 'labReport.sugarLow',
  normal: 'labReport.sugarNormal',
  high: 'labReport.sugarHigh',
};

const energyHeadlineTexts: Readonly<Record<EnergyLevel, MessageKey>> = {
  low: 'labReport.energyLow',
  medium: 'labReport.energyMedium',
  high: 'labReport.energyHigh',
};

export const energyLevelTexts: Readonly<Record<EnergyLevel, MessageKey>> = {
  low: 'labReport.levelLow',
  medium: 'labReport.levelMedium',
  high: 'labReport.levelHigh',
};

/** Returns text and tone of a report's badge in lists. */
export function getReportBadge(
  { t }: Pick<Shop, 't'>,
  verdict: ReportVerdict,
): { readonly tone: 'ok' | 'warn' | 'error' | 'info'; readonly text: string } {
  switch (verdict) {
    case 'D':
      return { tone: 'error', text: t('labReport.doNotFeed') };
    case 'C':
      return { tone: 'error', text: t('labReport.steamOnlyShort') };
    case 'A':
    case 'B':
      return { tone: hygieneGradeTones[verdict], text: t('labReport.grade', { grade: verdict }) };
    default:
      return { tone: 'info', text: t(shortEnergyLevelTexts[verdict]) };
  }
}

/** Labels of energy levels for lists. */
const shortEnergyLevelTexts: Readonly<Record<EnergyLevel, MessageKey>> = {
  low: 'rqsResults.energyLow',
  medium: 'rqsResults.energyMedium',
  high: 'rqsResults.energyHigh',
};

/** Headlines of a report whose batch must not be fed. */
export const refusedHeadlines = { C: 'labReport.steamOnly', D: 'labReport.doNotFeed' } as const;

/**
 * Returns a headline such as 'High in sugar, with enough energy', or the required action if the hygiene class
 * forbids feeding the batch.
 */
export function describeReportResult(
  { t }: Pick<Shop, 't'>,
  { values, energyLevel, verdict }: Pick<RqsResult, 'values' | 'energyLevel' | 'verdict'>,
): string {
  if (isRefusedVerdict(verdict)) return t(refusedHeadlines[verdict]);
  const sugar = values.find(({ parameter }) => parameter === 'sugar')?.verdict ?? 'normal';
  return t('labReport.headline', {
    sugar: t(sugarHeadlineTexts[sugar]),
    energy: t(energyHeadlineTexts[energyLevel]),
  });
}

/**
 * Texts for values outside their target range. Moisture uses the texts of dry matter, and both energy units
 * use the same texts.
 */
const texts: Readonly<Record<RqsParameter, Readonly<Record<'low' | 'high', MessageKey>>>> = {
  dryMatterPct: { low: 'labReport.textDryMatterLow', high: 'labReport.textDryMatterHighHay' },
  moisturePct: { low: 'labReport.textDryMatterHighHay', high: 'labReport.textDryMatterLow' },
  crudeProtein: { low: 'labReport.textCrudeProteinLow', high: 'labReport.textCrudeProteinHigh' },
  sugar: { low: 'labReport.textSugarLow', high: 'labReport.textSugarHigh' },
  crudeFibre: { low: 'labReport.textCrudeFibreLow', high: 'labReport.textCrudeFibreHigh' },
  energyDE: { low: 'labReport.textEnergyLow', high: 'labReport.textEnergyHigh' },
  energyEWpa: { low: 'labReport.textEnergyLow', high: 'labReport.textEnergyHigh' },
};

/** Describes a verdict in one sentence. */
export function describeValueVerdict(
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  { type, values }: Pick<RqsResult, 'type' | 'values'>,
  { parameter, verdict }: Pick<ReportValue, 'parameter' | 'verdict'>,
): string {
  if (verdict === 'normal') return t('labReport.textNormal');
  const text = texts[parameter][verdict];
  if (text !== 'labReport.textDryMatterHighHay' || type === 'hay') return t(text);
  const driest = values.find((value) => value.parameter === 'dryMatterPct');
  return t('labReport.textDryMatterHighSilage', {
    max: driest ? formatReportValue({ formats }, 'dryMatterPct', driest.max) : '',
  });
}

/** Display order of the values: health risks first, then energy, then the rest. */
const parametersByImportance: readonly RqsParameter[] = [
  'dryMatterPct',
  'moisturePct',
  'sugar',
  'energyDE',
  'energyEWpa',
  'crudeProtein',
  'crudeFibre',
];

/**
 * Lists values outside their target range, most important first. Of two values with the same text only the
 * first is listed.
 */
export function listOffTargetValues({ values }: Pick<RqsResult, 'values'>): ReportValue[] {
  const mentionedTexts = new Set<string>();
  return parametersByImportance
    .flatMap((name) => values.filter(({ parameter }) => parameter === name))
    .filter(({ parameter, verdict }) => {
      if (verdict === 'normal') return false;
      const text = texts[parameter][verdict];
      const isNew = !mentionedTexts.has(text);
      mentionedTexts.add(text);
      return isNew;
    });
}

const mineralNames: Readonly<Record<string, MessageKey>> = {
  calcium: 'labReport.mineral.calcium',
  phosphorus: 'labReport.mineral.phosphorus',
  magnesium: 'labReport.mineral.magnesium',
  sodium: 'labReport.mineral.sodium',
  copper: 'labReport.mineral.copper',
  zinc: 'labReport.mineral.zinc',
  selenium: 'labReport.mineral.selenium',
};

/** Formats a mineral: '4.2 g/kg DM', with the abbreviation of dry matter in the language. */
export const formatMineral = (
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  { unit, value }: RqsResult['minerals'][number],
): string =>
  `${formats.number(value)}\u00a0${unit.endsWith('/kg DM') ? t('labReport.unitOfDryMatter', { unit: unit.slice(0, -'/kg DM'.length) }) : unit}`;

/** Formats the ratio of calcium to phosphorus: '2 : 1'. Returns null if one of the two was not measured. */
export function formatCalciumPhosphorusRatio(
  { formats }: Pick<Shop, 'formats'>,
  minerals: RqsResult['minerals'],
): string | null {
  const ratio = getCalciumPhosphorusRatio(minerals);
  return ratio === null ? null : `${formats.number(ratio)}\u00a0:\u00a01`;
}

/** Returns the name of a mineral, or its key if the shop has no label for it. */
export function getMineralName({ t }: Pick<Shop, 't'>, key: string): string {
  const name = mineralNames[key];
  return name ? t(name) : key;
}

export const hygieneCountNames: Readonly<Record<QsCount, MessageKey>> = {
  aerobicBacteria: 'labReport.aerobicBacteria',
  spoilageBacteria: 'labReport.spoilageBacteria',
  fieldMoulds: 'labReport.fieldMoulds',
  storageMoulds: 'labReport.storageMoulds',
  yeasts: 'labReport.yeasts',
};

const hygieneStepNames: readonly MessageKey[] = [
  'labReport.step1',
  'labReport.step2',
  'labReport.step3',
  'labReport.step4',
];
const hygieneStepTones = ['ok', 'warn', 'error', 'error'] as const;

/** Formats a step: 'Slightly raised, step 2 of 4'. */
export const formatHygieneStep = ({ t }: Pick<Shop, 't'>, step: number): string =>
  t(hygieneStepNames[step - 1] ?? 'labReport.step4');

export const getHygieneStepTone = (step: number) => hygieneStepTones[step - 1] ?? 'error';

export const hygieneGradeTexts: Readonly<Record<QsGrade, MessageKey>> = {
  A: 'labReport.gradeA',
  B: 'labReport.gradeB',
  C: 'labReport.gradeC',
  D: 'labReport.gradeD',
};

export const hygieneGradeTones = { A: 'ok', B: 'warn', C: 'error', D: 'error' } as const satisfies Record<
  QsGrade,
  string
>;

export const adviceEffectTexts: Readonly<Record<QsResult['adviceEffect'], MessageKey>> = {
  none: 'labReport.effectNone',
  notice: 'labReport.effectNotice',
  refused: 'labReport.effectRefused',
};

export const storageRiskTexts: Readonly<Record<RoughageType, MessageKey>> = {
  hay: 'labReport.storageHay',
  silage: 'labReport.storageSilage',
};

/** Labels of the states of a sample without a result. */
export const sampleStateNames: Readonly<Record<Exclude<SampleState, 'result'>, MessageKey>> = {
  ordered: 'rqsResults.ordered',
  sent: 'rqsResults.sent',
  received: 'rqsResults.received',
};
