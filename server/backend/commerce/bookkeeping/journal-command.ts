import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { getErrorCode } from '../../../platform/error-code.ts';
import { createCommand } from '../../core/cli/command.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import {
  formatJournal,
  isMonthText,
  journalColumns,
  journalHeader,
  listJournal,
  listMonths,
} from './journal.ts';

const USAGE = `Usage: npm run journal -- --from 2026-01 --to 2026-03 <file>.csv

Writes the bookings of these months to a new file that only its owner can read: a row for each VAT rate of each invoice and credit note, and a
row for each change of the gift card liability. Dates are in the time zone of the site's country. Amounts are euro cents; amounts of credits
are negative. The file contains no personal data. Columns:
${journalColumns.join(',')}
The running backend does it; where none runs, it is done in the database that DATA_DIR or DATABASE_URL names.
`;

interface JournalArguments {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

function readJournalArguments(words: readonly string[], workingDirectory: string): JournalArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    });
    const { from = '', to = from } = values;
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0 || !isMonthText(from) || !isMonthText(to) || from > to)
      return null;
    return { from, to, file: path.resolve(workingDirectory, name) };
  } catch {
    return null;
  }
}

/** Command that writes the journal of several months to a file for bookkeeping. */
export const journalCommand = createCommand<JournalArguments>({
  name: 'journal',
  usage: USAGE,
  isHeavy: true,
  read: readJournalArguments,
  async run({ from, to, file }, { openDatabase, print: say, warn }) {
    if (!/\.csv$/i.test(file)) {
      warn('Nothing was written: the name of the file does not end in .csv');
      return 1;
    }
    const { database } = await openDatabase();
    const handle = await open(file, 'wx', 0o600).catch((error: unknown) => getErrorCode(error) ?? 'unknown');
    if (typeof handle === 'string') {
      const reason = handle === 'EEXIST' ? 'it already exists' : `it cannot be written (${handle})`;
      warn(toPlain(`Nothing was written to ${file}: ${reason}`));
      return 1;
    }
    try {
      let count = 0;
      await handle.writeFile(journalHeader);
      for (const month of listMonths(from, to)) {
        const rows = await listJournal(database, month);
        await handle.writeFile(formatJournal(rows));
        count += rows.length;
      }
      say(toPlain(`Wrote ${count} bookings to ${file}.`));
      return 0;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  },
});
