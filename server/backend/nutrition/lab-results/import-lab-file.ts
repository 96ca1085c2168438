import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { sampleReceiptColumns } from '../../../../shared/rules/lab-files.ts';
import type { RefusalDetail } from '../../core/admin/operation.ts';
import type { ChangeContext } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { type ImportOutcome, importFindings, importReceipts } from './import-results.ts';
import { type LabFinding, type LabReceipt, readFindings, readReceipts } from './parse-lab-rows.ts';
import {
  getRowLineNumber,
  type LabFault,
  type LabHeaders,
  readLabFile,
  resultHeaders,
} from './read-lab-file.ts';

/** Type of a laboratory file: received samples or results. */
export type LabFileType = 'received' | 'import';

/** The rows of such a file. */
export type ParsedLabFile =
  | { readonly kind: 'import'; readonly findings: readonly LabFinding[] }
  | { readonly kind: 'received'; readonly receipts: readonly LabReceipt[] };

/** Maximum size of a laboratory file, in bytes. A file of 50,000 results has 5 MB. */
export const MAX_LAB_FILE_BYTES = 20_000_000;

const receiptFileHeaders: LabHeaders = { received: [sampleReceiptColumns] };
/** Offset of the easternmost time zone, in which the date changes first. */
const EASTERNMOST_OFFSET_MS = 14 * HOUR_MS;

/** Formats an error for people, such as 'row 17 · sugar: is not a number'. */
export const formatLabFault = ({ row, field, problem }: Omit<LabFault, 'message'>): string =>
  `${[row, field].filter((part) => part !== '').join(' · ')}${row === '' ? 'The file ' : ': '}${problem}`;

/** Returns an error in the form of the admin pages. */
export function toDetail({ row, field, message: told }: LabFault): RefusalDetail {
  const line = getRowLineNumber(row);
  const words = [
    ...(line === undefined ? [row] : [{ key: 'admin.lab.row', values: { line } }]),
    field,
  ].filter((word) => word !== '');
  return { ...told, ...(words.length > 0 && { location: { words } }) };
}

/**
 * Reads a laboratory file.
 *
 * @param name file name that ends in .csv or .json
 * @returns its rows, or all of its errors
 */
export function parseLabFile(
  kind: LabFileType,
  name: string,
  bytes: Buffer,
  now: Date,
): ParsedLabFile | { readonly faults: readonly LabFault[] } {
  const read = readLabFile(name, bytes, kind === 'import' ? resultHeaders : receiptFileHeaders);
  if ('faults' in read) return read;
  const today = new Date(now.getTime() + EASTERNMOST_OFFSET_MS).toISOString().slice(0, 10);
  if (kind === 'import') {
    const { rows, faults } = readFindings(read.tables, today);
    return faults.length > 0 ? { faults } : { kind, findings: rows };
  }
  const { rows, faults } = readReceipts(read.tables, today);
  return faults.length > 0 ? { faults } : { kind, receipts: rows };
}

/** Imports a file, all or nothing. */
export const importParsedLabFile = (
  transaction: Database,
  filed: ParsedLabFile,
  by: ChangeContext,
): Promise<ImportOutcome> =>
  filed.kind === 'import'
    ? importFindings(transaction, filed.findings, by)
    : importReceipts(transaction, filed.receipts, by);
