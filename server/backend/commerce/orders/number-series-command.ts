import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor, recordAuditEntry } from '../../core/audit/audit.ts';
import { createCommand } from '../../core/cli/command.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { listNumberSeries, raiseSeries, readNumber } from './number-series.ts';

const USAGE = `Usage: npm run numbers
       npm run numbers -- skip <site key> <number>

Lists the latest number of orders, invoices and credit notes of each site, or skips all numbers of a series up to a given one. Use skip after
a restore: mails, the payment provider and the bookkeeping may know documents that the back-up does not contain, and their numbers must not
be assigned again. Numbers look like 2026-001234, 2026-V-001234 or 2026-C-001234. The running backend executes the command; if none runs, it
uses the database that DATA_DIR or DATABASE_URL names.
`;

type NumberSeriesArguments =
  | { readonly kind: 'list' }
  | { readonly kind: 'skip'; readonly siteKey: string; readonly number: string };

/** Command that shows the number series and skips numbers after a restore. */
export const numberSeriesCommand = createCommand<NumberSeriesArguments>({
  name: 'numbers',
  usage: USAGE,
  read(words) {
    const [kind, siteKey, number, ...rest] = words;
    if (kind === undefined) return { kind: 'list' };
    if (kind !== 'skip' || siteKey === undefined || number === undefined || rest.length > 0) return null;
    return { kind, siteKey, number };
  },
  async run(wanted, { openDatabase, print: say, warn, now }) {
    const { database } = await openDatabase();
    const keys = await getSiteKeysById(database);
    if (wanted.kind === 'list') {
      for (const { siteId, year, kind, last } of await listNumberSeries(database)) {
        say(`${keys.get(siteId) ?? siteId} · ${year} · ${kind} · ${last}`);
      }
      return 0;
    }
    const [siteId] = [...keys].find(([, key]) => key === wanted.siteKey) ?? [];
    const number = readNumber(wanted.number);
    if (siteId === undefined || number === null) {
      warn(
        siteId === undefined
          ? `There is no site ${wanted.siteKey}.`
          : `'${wanted.number}' is not a number such as 2026-001234, 2026-V-001234 or 2026-C-001234.`,
      );
      return 1;
    }
    const { figure, ...series } = number;
    const skipped = await database.transaction('skip-numbers', async (transaction) => {
      const count = await raiseSeries(transaction, { siteId, ...series }, figure);
      if (count > 0) {
        await recordAuditEntry(transaction, {
          actor: commandActor,
          act: 'skip-numbers',
          resource: 'number-series',
          resourceId: `${wanted.siteKey} ${series.kind} ${series.year}`,
          details: { last: figure, count },
          now,
        });
        const change = {
          resource: 'number-series',
          resourceId: `${wanted.siteKey} ${series.kind} ${series.year}`,
          before: { last: figure - count },
          after: { last: figure },
        };
        await logCommandChanges(transaction, 'numbers.skip', [change], now);
      }
      return count;
    });
    say(
      skipped === 0
        ? `Nothing was changed: ${wanted.number} is already assigned.`
        : `${skipped} numbers are skipped: the next one follows ${wanted.number}.`,
    );
    return 0;
  },
});
