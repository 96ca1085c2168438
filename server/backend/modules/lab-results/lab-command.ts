import { open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exportColumns, formatLabCsv } from '../../../../shared/rules/lab-files.ts';
import { getErrorCode } from '../../../platform/error-code.ts';
import { noteCommand } from '../../admin/log.ts';
import { commandActor } from '../../audit/audit.ts';
import { type CommandContext, createCommand } from '../../commands/command.ts';
import { toPlain } from '../../commands/plain-text.ts';
import { describeTaken } from './admin/pages.ts';
import { exportSamples, type ImportOutcome } from './import-results.ts';
import type { LabFault } from './read-lab-file.ts';
import { formatFault, readFiled, takeFiled } from './take-file.ts';

const USAGE = `Usage: npm run lab -- export <file> [--sent]
       npm run lab -- received <file>
       npm run lab -- import <file>

Exchanges files with the laboratory; each is .csv or .json by its name, and names numbers of samples only. The running backend does it, and
has to see the file; where none runs, it is done in the database that DATA_DIR or DATABASE_URL names.

export    writes a new file of the samples that the laboratory has not received: sampleNumber,test,kit
          kit is the key of the product that was ordered: it says whether minerals are to be tested
          --sent  notes besides that the kits of all that were only ordered leave now
received  notes which samples have come: sampleNumber,receiptDate
import    takes results, and has their owners told. A file that was taken before changes nothing; a row that says something else than
          before is a correction, which owners are told of as well.
          Nutrition: sampleNumber,type,receiptDate,resultDate,dryMatterPct,moisturePct,crudeProtein,sugar,crudeFibre,energyDE,energyEWpa,
          and for tests with minerals after them: calcium,phosphorus,magnesium,sodium,copper,zinc,selenium
          Hygiene: sampleNumber,type,receiptDate,resultDate,dryMatterPct,moisturePct,aerobicBacteria,spoilageBacteria,fieldMoulds,
          storageMoulds,yeasts

CSV has one of these lines first, commas between its values, a point in its numbers, and days such as 2026-08-07. JSON has the same rows as
{"rqs": […], "qs": […]}, or {"received": […]}. Of a file with a fault nothing is taken, and every fault is told with its row and field.
`;

/** Maximum number of listed errors. */
const MOST_TOLD = 500;
/** Size limit in bytes. A file of 50,000 results has 5 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

type LabOrder = { readonly file: string } & (
  | { readonly kind: 'export'; readonly isSent: boolean }
  | { readonly kind: 'received' | 'import' }
);

function readOrder(words: readonly string[], workingDirectory: string): LabOrder | null {
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

function refuse({ warn }: CommandContext, faults: readonly Omit<LabFault, 'told'>[]): number {
  const told = faults.slice(0, MOST_TOLD).map((fault) => toPlain(`  ${formatFault(fault)}`));
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  if (faults.length > MOST_TOLD) told.push(`  and ${faults.length - MOST_TOLD} more`);
  warn([`Nothing was taken: ${count}`, ...told].join('\n'));
  return 1;
}

/** @returns the content of the file, or why it cannot be read */
async function load(file: string): Promise<Buffer | string> {
  try {
    const facts = await stat(file);
    // Checked before opening: reading a pipe would block, and a device has no end.
    if (!facts.isFile()) return `is no regular file: ${file}`;
    return facts.size > MOST_BYTES ? 'has more than 64 MB' : await readFile(file);
  } catch (error) {
    return getErrorCode(error) === 'ENOENT'
      ? `is not there: ${file}`
      : `cannot be read (${getErrorCode(error) ?? 'unknown'}): ${file}`;
  }
}

async function writeExport(
  context: CommandContext,
  { file, isSent }: { readonly file: string; readonly isSent: boolean },
): Promise<number> {
  const { say, warn, now } = context;
  const isJson = /\.json$/i.test(file);
  if (!isJson && !/\.csv$/i.test(file)) {
    warn('Nothing was written: the file is neither .csv nor .json by its name');
    return 1;
  }
  const { database } = await context.openDatabase();
  // The file is written before the database, so that every kit marked as sent is in a file.
  const handle = await open(file, 'wx').catch((error: unknown) => getErrorCode(error) ?? 'unknown');
  if (typeof handle === 'string') {
    const why = handle === 'EEXIST' ? 'it is there already' : `it cannot be written (${handle})`;
    warn(toPlain(`Nothing was written to ${file}: ${why}`));
    return 1;
  }
  try {
    const samples = await exportSamples(database, { isSent, now });
    const text = isJson ? `${JSON.stringify({ samples }, null, 2)}\n` : formatLabCsv(exportColumns, samples);
    await handle.writeFile(text);
    say(
      toPlain(
        `${samples.length} samples are in ${file}${isSent ? ', and their kits are noted as sent' : ''}.`,
      ),
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
  const what = kind === 'import' ? 'new results' : 'samples received';
  return `${added} ${what}, ${corrected} corrected, ${unchanged} as before.`;
}

/** Command for laboratory files: expected samples, received samples and results. */
export const labCommand = createCommand<LabOrder>({
  name: 'lab',
  usage: USAGE,
  isHeavy: true,
  read: readOrder,
  async run(order, context) {
    if (order.kind === 'export') return writeExport(context, order);
    const { kind, file } = order;
    const bytes = await load(file);
    if (typeof bytes === 'string') return refuse(context, [{ row: '', field: '', problem: bytes }]);
    const read = readFiled(kind, file, bytes, context.now);
    if ('faults' in read) return refuse(context, read.faults);
    const { database } = await context.openDatabase();
    const by = { actor: commandActor, now: context.now };
    const outcome = await database.transaction('import-lab-results', async (transaction) => {
      const done = await takeFiled(transaction, read, by);
      const changes = done.kind === 'done' ? describeTaken(kind, done) : [];
      await noteCommand(transaction, 'lab.take', changes, context.now);
      return done;
    });
    if (outcome.kind === 'refused') return refuse(context, outcome.faults);
    context.say(describeOutcome(kind, outcome));
    return 0;
  },
});
