import { noteCommand } from '../../admin/log.ts';
import { commandActor, noteAct } from '../../audit/audit.ts';
import { createCommand } from '../../commands/command.ts';
import { liftSeries, listSeries, readNumber } from './number-series.ts';
import { listSiteKeys } from './queries.ts';

const USAGE = `Usage: npm run numbers
       npm run numbers -- skip <site key> <number>

Lists the numbers of orders, invoices and credit notes that each site has given last, or skips all numbers of a series up to one that is
known from elsewhere: after a restore, mails, the payment provider and the bookkeeping may know documents that the back-up does not have,
and none of their numbers may be given to another customer. Numbers look like 2026-001234, 2026-V-001234 or 2026-C-001234.
The running backend does it; if none runs, it is done in the database that DATA_DIR or DATABASE_URL names.
`;

type NumbersCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'skip'; readonly siteKey: string; readonly number: string };

/** Command that shows the number series and skips numbers after a restore. */
export const numbersCommand = createCommand<NumbersCommand>({
  name: 'numbers',
  usage: USAGE,
  read(words) {
    const [kind, siteKey, number, ...rest] = words;
    if (kind === undefined) return { kind: 'list' };
    if (kind !== 'skip' || siteKey === undefined || number === undefined || rest.length > 0) return null;
    return { kind, siteKey, number };
  },
  async run(wanted, { openDatabase, say, warn, now }) {
    const { database } = await openDatabase();
    const keys = await listSiteKeys(database);
    if (wanted.kind === 'list') {
      for (const { siteId, year, kind, last } of await listSeries(database)) {
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
          : `'${wanted.number}' is no number such as 2026-001234, 2026-V-001234 or 2026-C-001234.`,
      );
      return 1;
    }
    const { figure, ...series } = number;
    const skipped = await database.transaction('skip-numbers', async (transaction) => {
      const count = await liftSeries(transaction, { siteId, ...series }, figure);
      if (count > 0) {
        await noteAct(transaction, {
          actor: commandActor,
          act: 'skip-numbers',
          noun: 'number-series',
          nounId: `${wanted.siteKey} ${series.kind} ${series.year}`,
          details: { last: figure, count },
          now,
        });
        const change = {
          noun: 'number-series',
          nounId: `${wanted.siteKey} ${series.kind} ${series.year}`,
          before: { last: figure - count },
          after: { last: figure },
        };
        await noteCommand(transaction, 'numbers.skip', [change], now);
      }
      return count;
    });
    say(
      skipped === 0
        ? `Nothing was changed: ${wanted.number} has been given already.`
        : `${skipped} numbers are skipped: the next one follows ${wanted.number}.`,
    );
    return 0;
  },
});
