import { qsCounts, rqsParameters } from './lab-results.ts';

/** Minerals of a nutrition scan, in the order of a file. */
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

const leadingColumns = ['sampleNumber', 'type', 'receiptDate', 'resultDate'] as const;

/** Columns of a file of nutrition scans, without minerals. */
export const rqsColumns = [...leadingColumns, ...rqsParameters] as const;
/** Columns of minerals, which follow those. */
export const mineralColumns: readonly LabMineral[] = labMinerals.map(({ key }) => key);
/** Columns of a file of hygiene scans. */
export const qsColumns = [...leadingColumns, 'dryMatterPct', 'moisturePct', ...qsCounts] as const;
/** Columns of a file with the samples that the laboratory has received. */
export const sampleReceiptColumns = ['sampleNumber', 'receiptDate'] as const;
/** Columns of a file that announces samples to the laboratory. */
export const sampleAnnouncementColumns = ['sampleNumber', 'test', 'kit'] as const;

/** A row of such a file; missing values are omitted, or empty in CSV. */
export type LabFileRow = Readonly<Record<string, string | number>>;

/**
 * Formats a file for `npm run lab -- import`. Numbers have a decimal point in every language; no value
 * contains a comma or a quote.
 */
export const formatLabCsv = (columns: readonly string[], rows: readonly LabFileRow[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
