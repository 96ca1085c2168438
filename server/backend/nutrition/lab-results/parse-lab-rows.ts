import { isCalendarDate } from '../../../../shared/rules/calendar-date.ts';
import { testedRoughages } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { labMinerals } from '../../../../shared/rules/lab-files.ts';
import {
  getEnergyEWpa,
  getMoisturePct,
  type QsCount,
  type RoughageTestKind,
} from '../../../../shared/rules/lab-results.ts';
import type { TranslatableFault } from '../../core/admin/operation.ts';
import {
  getRowLineNumber,
  isLabTestType,
  type LabFault,
  type LabTable,
  type RawLabRow,
} from './read-lab-file.ts';
import type { HygieneScanResultValues, NutritionScanResultValues } from './tables.ts';

/** A result of the laboratory for a sample. */
export interface LabFinding {
  /** Row in the file. */
  readonly row: string;
  readonly sampleNumber: string;
  readonly testKind: RoughageTestKind;
  readonly type: 'hay' | 'silage';
  readonly receiptDate: string;
  readonly resultDate: string;
  readonly rqs: NutritionScanResultValues | null;
  readonly qs: HygieneScanResultValues | null;
}

/** A sample that has reached the laboratory. */
export interface LabReceipt {
  readonly row: string;
  readonly sampleNumber: string;
  readonly receiptDate: string;
}

interface PlausibleRange {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** Plausible ranges. Values outside them are not from roughage, or are in the wrong column. */
const ranges: Readonly<Record<string, PlausibleRange>> = {
  crudeProtein: { min: 20, max: 240, decimals: 1 },
  sugar: { min: 5, max: 300, decimals: 1 },
  crudeFibre: { min: 180, max: 450, decimals: 1 },
  energyDE: { min: 5, max: 13, decimals: 1 },
  energyEWpa: { min: 0.3, max: 1, decimals: 2 },
  moisturePct: { min: 3, max: 80, decimals: 1 },
  calcium: { min: 0, max: 40, decimals: 2 },
  phosphorus: { min: 0, max: 15, decimals: 2 },
  magnesium: { min: 0, max: 15, decimals: 2 },
  sodium: { min: 0, max: 30, decimals: 2 },
  copper: { min: 0, max: 100, decimals: 2 },
  zinc: { min: 0, max: 500, decimals: 2 },
  selenium: { min: 0, max: 10, decimals: 3 },
};
const dryMatterRanges = {
  hay: { min: 60, max: 97, decimals: 1 },
  silage: { min: 20, max: 90, decimals: 1 },
} as const;
const microbeCountRange: PlausibleRange = { min: 0, max: 100_000_000_000, decimals: 0 };

/** Maximum length of quoted values in error messages. */
const MAX_QUOTED_VALUE_LENGTH = 40;
const truncateValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_QUOTED_VALUE_LENGTH ? `${text.slice(0, MAX_QUOTED_VALUE_LENGTH)}…` : text;
};
const quoteValue = (value: unknown): string => `'${truncateValue(value)}'`;

const SAMPLE_NUMBER_PATTERN = /^(RQS|QS)-(\d{4})-\d{5,9}$/;
const testKindsInMessages = { rqs: 'a nutrition scan (RQS)', qs: 'a hygiene scan (QS)' } as const;

/** Reads the fields of one row and collects its errors. */
class LabRowReader {
  readonly faults: LabFault[] = [];
  readonly #raw: RawLabRow;

  constructor(raw: RawLabRow) {
    this.#raw = raw;
  }

  add(field: string, problem: string, code: string, values: TranslatableFault['values'] = {}): void {
    this.faults.push({ row: this.#raw.row, field, problem, message: { code, values } });
  }

  #get(field: string): unknown {
    const { cells } = this.#raw;
    return Object.hasOwn(cells, field) ? cells[field] : undefined;
  }

  has(field: string): boolean {
    const value = this.#get(field);
    return value !== undefined && value !== '' && value !== null;
  }

  /** Returns '' after recording an error. */
  readText(field: string): string {
    const value = this.#get(field);
    if (typeof value === 'string' && value !== '') return value;
    if (this.has(field)) this.add(field, `${quoteValue(value)} is not text`, 'value_wrong');
    else this.add(field, 'is missing', 'value_missing');
    return '';
  }

  readNumber(field: string, { min, max, decimals }: PlausibleRange): number {
    const value = this.#get(field);
    if (!this.has(field)) {
      this.add(field, 'is missing', 'value_missing');
      return Number.NaN;
    }
    const text = String(value);
    // A list of one number has the same string form as the number.
    const isPlain =
      (typeof value === 'string' || typeof value === 'number') && /^\d{1,12}(\.\d{1,6})?$/.test(text);
    if (!isPlain) {
      const hint = /^\d+,\d+$/.test(text) ? ': use a point as the decimal separator' : '';
      this.add(field, `${quoteValue(value)} is not a number${hint}`, 'lab_number', {
        value: truncateValue(value),
      });
      return Number.NaN;
    }
    const number = Number(text);
    const [, fraction = ''] = text.split('.');
    if (fraction.length > decimals) {
      const problem = `${quoteValue(value)} has more than ${decimals} decimals`;
      this.add(field, problem, 'lab_decimals', { value: truncateValue(value), decimals });
    } else if (number < min || number > max) {
      const problem = `${quoteValue(value)} is not from ${min} to ${max}: is it in the wrong column?`;
      this.add(field, problem, 'lab_range', { value: truncateValue(value), minimum: min, maximum: max });
    }
    return number;
  }

  /** Returns '' after recording an error that leaves no date. */
  readDate(field: string, today: string): string {
    const text = this.readText(field);
    if (text === '') return '';
    const isDay = isCalendarDate(text);
    const values = { value: truncateValue(text) };
    if (!isDay) this.add(field, `${quoteValue(text)} is not a date such as 2026-08-07`, 'value_day', values);
    else if (text > today) this.add(field, `${quoteValue(text)} is in the future`, 'lab_day_ahead', values);
    else if (text < '2000-01-01')
      this.add(field, `${quoteValue(text)} is before the year 2000`, 'lab_day_old', values);
    return isDay ? text : '';
  }

  readSampleNumber(kind: RoughageTestKind | null): string {
    const text = this.readText('sampleNumber');
    const [, prefix] = SAMPLE_NUMBER_PATTERN.exec(text) ?? [];
    if (text !== '' && prefix === undefined) {
      const problem = `${quoteValue(text)} is not a sample number such as RQS-2026-00106`;
      this.add('sampleNumber', problem, 'lab_sample_number', { value: truncateValue(text) });
    } else if (kind !== null && prefix !== undefined && prefix.toLowerCase() !== kind) {
      const other = kind === 'rqs' ? 'qs' : 'rqs';
      this.add(
        'sampleNumber',
        `${quoteValue(text)} is a sample number of ${testKindsInMessages[other]}, not of ${testKindsInMessages[kind]}`,
        'lab_sample_kind',
        { value: truncateValue(text), kind: kind.toUpperCase() },
      );
    }
    return text;
  }
}

function readNutritionScanValues(reader: LabRowReader, dryMatterPct: number): NutritionScanResultValues {
  const read = (field: string) => reader.readNumber(field, ranges[field] ?? microbeCountRange);
  const values = { dryMatterPct, moisturePct: readMoisture(reader, dryMatterPct) };
  const measured = {
    crudeProtein: read('crudeProtein'),
    sugar: read('sugar'),
    crudeFibre: read('crudeFibre'),
    energyDE: read('energyDE'),
    energyEWpa: read('energyEWpa'),
  };
  const { energyDE, energyEWpa } = measured;
  const expected = getEnergyEWpa(energyDE);
  if (!Number.isNaN(energyDE) && !Number.isNaN(energyEWpa) && energyEWpa !== expected) {
    const problem = `${quoteValue(energyEWpa)} does not match energyDE, which gives ${expected}`;
    reader.add('energyEWpa', problem, 'lab_unfit', {
      value: energyEWpa,
      other: 'energyDE',
      fitting: expected,
    });
  }
  const minerals = labMinerals.flatMap(({ key, unit }) =>
    reader.has(key) ? [{ key, unit, value: read(key) }] : [],
  );
  return { values: { ...values, ...measured }, minerals };
}

function readMoisture(reader: LabRowReader, dryMatterPct: number): number {
  const moisturePct = reader.readNumber('moisturePct', ranges.moisturePct ?? microbeCountRange);
  const expected = getMoisturePct(dryMatterPct);
  if (!Number.isNaN(dryMatterPct) && !Number.isNaN(moisturePct) && moisturePct !== expected) {
    const problem = `${quoteValue(moisturePct)} does not match dryMatterPct, which gives ${expected}`;
    reader.add('moisturePct', problem, 'lab_unfit', {
      value: moisturePct,
      other: 'dryMatterPct',
      fitting: expected,
    });
  }
  return moisturePct;
}

function readHygieneScanValues(reader: LabRowReader, dryMatterPct: number): HygieneScanResultValues {
  readMoisture(reader, dryMatterPct);
  const count = (field: QsCount) => reader.readNumber(field, microbeCountRange);
  return {
    dryMatterPct,
    counts: {
      aerobicBacteria: count('aerobicBacteria'),
      spoilageBacteria: count('spoilageBacteria'),
      fieldMoulds: count('fieldMoulds'),
      storageMoulds: count('storageMoulds'),
      yeasts: count('yeasts'),
    },
  };
}

function readFinding(
  reader: LabRowReader,
  row: string,
  testKind: RoughageTestKind,
  today: string,
): LabFinding {
  const sampleNumber = reader.readSampleNumber(testKind);
  const typed = reader.readText('type');
  const type = testedRoughages.find((known) => known === typed);
  if (!type && typed !== '') {
    const choices = testedRoughages.join(', ');
    reader.add('type', `${quoteValue(typed)} is neither hay nor silage`, 'value_choice', { choices });
  }
  const receiptDate = reader.readDate('receiptDate', today);
  const resultDate = reader.readDate('resultDate', today);
  if (resultDate !== '' && receiptDate > resultDate) {
    const problem = `${quoteValue(resultDate)} is before the day of receipt`;
    reader.add('resultDate', problem, 'lab_result_early', { value: resultDate });
  }
  const dryMatterPct = reader.readNumber('dryMatterPct', dryMatterRanges[type ?? 'hay']);
  return {
    row,
    sampleNumber,
    testKind,
    type: type ?? 'hay',
    receiptDate,
    resultDate,
    rqs: testKind === 'rqs' ? readNutritionScanValues(reader, dryMatterPct) : null,
    qs: testKind === 'qs' ? readHygieneScanValues(reader, dryMatterPct) : null,
  };
}

/** Reports every sample that occurs twice in a file. */
function listRepeatedSamples(
  rows: readonly { readonly row: string; readonly sampleNumber: string }[],
): LabFault[] {
  const first = new Map<string, string>();
  return rows.flatMap(({ row, sampleNumber }) => {
    const before = first.get(sampleNumber);
    if (before === undefined) {
      first.set(sampleNumber, row);
      return [];
    }
    const problem = `${quoteValue(sampleNumber)} is in ${before} already`;
    const values = { value: truncateValue(sampleNumber), other: getRowLineNumber(before) ?? before };
    return [{ row, field: 'sampleNumber', problem, message: { code: 'lab_twice', values } }];
  });
}

/** Validates rows and reports each error with its location. A file with errors is refused as a whole. */
function readRows<T extends { readonly row: string; readonly sampleNumber: string }>(
  tables: readonly LabTable[],
  read: (reader: LabRowReader, row: string, kind: string) => T,
): { readonly rows: readonly T[]; readonly faults: readonly LabFault[] } {
  const rows: T[] = [];
  const faults: LabFault[] = [];
  for (const table of tables) {
    for (const raw of table.rows) {
      const reader = new LabRowReader(raw);
      rows.push(read(reader, raw.row, table.kind));
      faults.push(...reader.faults);
    }
  }
  return { rows, faults: faults.length > 0 ? faults : listRepeatedSamples(rows) };
}

/** Reads the results of a file. @param today latest date that is accepted */
export const readFindings = (tables: readonly LabTable[], today: string) =>
  readRows(tables, (reader, row, kind) =>
    readFinding(reader, row, isLabTestType(kind) ? kind : 'rqs', today),
  );

/** Reads the received samples of a file. @param today latest date that is accepted */
export const readReceipts = (tables: readonly LabTable[], today: string) =>
  readRows(tables, (reader, row): LabReceipt => {
    const sampleNumber = reader.readSampleNumber(null);
    return { row, sampleNumber, receiptDate: reader.readDate('receiptDate', today) };
  });
