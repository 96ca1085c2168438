import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatLabCsv, sampleAnnouncementColumns } from '../../../../shared/rules/lab-files.ts';
import { getErrorCode } from '../../../platform/error-code.ts';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { type Command, type CommandContext, createCommand } from '../../core/cli/command.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { createFileImportLogEntries } from './admin/pages.tsx';
import { formatLabFault, importParsedLabFile, MAX_LAB_FILE_BYTES, parseLabFile } from './import-lab-file.ts';
import { exportSamples, type ImportOutcome } from './import-results.ts';
import type { LabFault } from './read-lab-file.ts';
import type { SampleOrders } from './sample-orders.ts';

const USAGE = `Usage: npm run lab -- export <file> [--sent]
       npm run lab -- received <file>
       npm run lab -- import <file>

Exchanges files with the laboratory. The file name ends in .csv or .json; the files identify samples by their numbers only. The running backend
executes the command and must be able to read the file; if none runs, the command uses the database that DATA_DIR or DATABASE_URL names.

export    writes the samples that the laboratory has not received to a new file: sampleNumber,test,kit
          kit is the key of the ordered product, which states whether minerals are tested
          --sent  also marks the kits that were only ordered as sent
received  records which samples have arrived: sampleNumber,receiptDate
import    imports results and notifies the owners. Importing a file again changes nothing; a row that differs from the stored result is a
          correction, of which the owners are notified as well.
          Nutrition: sampleNumber,type,receiptDate,resultDate,dryMatterPct,moisturePct,crudeProtein,sugar,crudeFibre,energyDE,energyEWpa,
          and for tests with minerals after them: calcium,phosphorus,magnesium,sodium,copper,zinc,selenium
          Hygiene: sampleNumber,type,receiptDate,resultDate,dryMatterPct,moisturePct,aerobicBacteria,spoilageBacteria,fieldMoulds,
          storageMoulds,yeasts

The first line of a CSV file is one of these lines. Values are separated by commas, decimals by a point; dates look like 2026-08-07. JSON has
the same rows as {"rqs": […], "qs": […]}, or {"received": […]}. A file with errors is not imported; every error is listed with row and field.
`;

/** Maximum number of listed errors. */
const MAX_LISTED_ERRORS = 500;

type LabArguments = { readonly file: string } & (
  | { readonly kind: 'export'; readonly isSent: boolean }
  | { readonly kind: 'received' | 'import' }
);

function readLabArguments(words: readonly string[], workingDirectory: string): LabArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { sent: { type: 'boolean', default: false } },
    });
    const [kind, name, ...rest] = positionals;
    if (name === undefined || rest.length > 0 || (values.sent && kind !== 'export')) return null;
    const file = path.resolve(workingDirectory, name);
    if (kind === 'export') return { kind, file, isSent: values.sent };
    return kind === 'received' || kind === 'import' ? { kind, file } : null;
  } catch {
    return null;
  }
}

function printFaults({ warn }: CommandContext, faults: readonly Omit<LabFault, 'message'>[]): number {
  const lines = faults.slice(0, MAX_LISTED_ERRORS).map((fault) => toPlain(`  ${formatLabFault(fault)}`));
  const count = faults.length === 1 ? '1 error' : `${faults.length} errors`;
  if (faults.length > MAX_LISTED_ERRORS) lines.push(`  and ${faults.length - MAX_LISTED_ERRORS} more`);
  warn([`Nothing was imported: ${count}`, ...lines].join('\n'));
  return 1;
}

/** @returns the content of the file, or why it cannot be read */
async function loadLabFile(file: string): Promise<Buffer | string> {
  try {
    const stats = await stat(file);
    // Checked before opening: reading a pipe would block, and a device has no end.
    if (!stats.isFile()) return `is not a regular file: ${file}`;
    return stats.size > MAX_LAB_FILE_BYTES
      ? `has more than ${MAX_LAB_FILE_BYTES / 1_000_000} MB`
      : await readFile(file);
  } catch (error) {
    return getErrorCode(error) === 'ENOENT'
      ? `does not exist: ${file}`
      : `cannot be read (${getErrorCode(error) ?? 'unknown'}): ${file}`;
  }
}

async function writeExport(
  context: CommandContext,
  sampleOrders: SampleOrders,
  { file, isSent }: { readonly file: string; readonly isSent: boolean },
): Promise<number> {
  const { print: say, warn, now } = context;
  const isJson = /\.json$/i.test(file);
  if (!isJson && !/\.csv$/i.test(file)) {
    warn('Nothing was written: the file name must end in .csv or .json');
    return 1;
  }
  const { database } = await context.openDatabase();
  // The file is written before the database, so that every kit marked as sent is in a file.
  const handle = await open(file, 'wx').catch((error: unknown) => getErrorCode(error) ?? 'unknown');
  if (typeof handle === 'string') {
    const reason = handle === 'EEXIST' ? 'it already exists' : `it cannot be written (${handle})`;
    warn(toPlain(`Nothing was written to ${file}: ${reason}`));
    return 1;
  }
  try {
    const samples = await exportSamples({ database, sampleOrders }, { isSent, now });
    const text = isJson
      ? `${JSON.stringify({ samples }, null, 2)}\n`
      : formatLabCsv(sampleAnnouncementColumns, samples);
    await handle.writeFile(text);
    say(
      toPlain(`Wrote ${samples.length} samples to ${file}${isSent ? ' and marked their kits as sent' : ''}.`),
    );
    return 0;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function describeOutcome(kind: 'received' | 'import', outcome: ImportOutcome & { kind: 'done' }): string {
  const { added, corrected, unchanged } = outcome;
  const label = kind === 'import' ? 'new results' : 'samples received';
  return `${added} ${label}, ${corrected} corrected, ${unchanged} unchanged.`;
}

/** Creates the command for laboratory files: expected samples, received samples and results. */
export const createLabCommand = (sampleOrders: SampleOrders): Command =>
  createCommand<LabArguments>({
    name: 'lab',
    usage: USAGE,
    isHeavy: true,
    read: readLabArguments,
    async run(order, context) {
      if (order.kind === 'export') return writeExport(context, sampleOrders, order);
      const { kind, file } = order;
      const bytes = await loadLabFile(file);
      if (typeof bytes === 'string') return printFaults(context, [{ row: '', field: '', problem: bytes }]);
      const read = parseLabFile(kind, file, bytes, context.now);
      if ('faults' in read) return printFaults(context, read.faults);
      const { database } = await context.openDatabase();
      const by = { actor: commandActor, now: context.now };
      const outcome = await database.transaction('import-lab-results', async (transaction) => {
        const done = await importParsedLabFile(transaction, read, by);
        const changes = done.kind === 'done' ? createFileImportLogEntries(kind, done) : [];
        await logCommandChanges(transaction, 'lab.take', changes, context.now);
        return done;
      });
      if (outcome.kind === 'refused') return printFaults(context, outcome.faults);
      context.print(describeOutcome(kind, outcome));
      return 0;
    },
  });
