import { qsCounts, rqsParameters } from './lab-results.ts';

/** Minerals that a nutrition scan may have, in the order of a file. */
export const labMinerals = [
  { key: 'calcium', unit: 'g/kg DM' },
  { key: 'phosphorus', unit: 'g/kg DM' },
  { key: 'magnesium', unit: 'g/kg DM' },
  { key: 'sodium', unit: 'g/kg DM' },
  { key: 'copper', unit: 'mg/kg DM' },
  { key: 'zinc', unit: 'mg/kg DM' },
  { key: 'selenium', unit: 'mg/kg DM' },
] as const;
export type LabMineral = (typeof labMinerals)[number]['key'];

const head = ['sampleNumber', 'type', 'receiptDate', 'resultDate'] as const;

/** Columns of a file of nutrition scans without minerals, in their order. */
export const rqsColumns = [...head, ...rqsParameters] as const;
/** Columns of minerals, which come after those. */
export const mineralColumns: readonly LabMineral[] = labMinerals.map(({ key }) => key);
/** Columns of a file of hygiene scans, in their order. */
export const qsColumns = [...head, 'dryMatterPct', 'moisturePct', ...qsCounts] as const;
/** Columns of a file that says which samples have reached the laboratory. */
export const receiptColumns = ['sampleNumber', 'receiptDate'] as const;
/** Columns of a file that tells the laboratory what will come. */
export const exportColumns = ['sampleNumber', 'test', 'kit'] as const;

/** A row of such a file; what it has no value of is left out, or empty in CSV. */
export type LabFileRow = Readonly<Record<string, string | number>>;

/**
 * A file in the form that `npm run lab -- import` reads. Numbers have a decimal point in every language; no value has a comma or a quote in
 * it.
 */
export const formatLabCsv = (columns: readonly string[], rows: readonly LabFileRow[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
