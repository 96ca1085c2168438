import path from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import { type CommandContext, createCommand } from '../../core/cli/command.ts';
import { toEuroText } from '../../core/cli/euro-amounts.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { readDay } from '../../core/cli/read-day.ts';
import type { Database } from '../../core/database/database.ts';
import { readMailFiles } from '../../core/mail/read-mail-files.ts';
import { listHosts } from '../../sites/sites/queries.ts';
import { type KnownNumber, raiseNumbersAfterRestore } from '../orders/service.ts';
import { listOpenDifferences } from './differences/queries.ts';
import { ProviderError } from './provider.ts';
import type { Reconciler } from './service.ts';

const DEFAULT_COMPARED_DAYS = 35;
const MAX_LISTED_DIFFERENCES = 200;

const USAGE = `Usage: npm run reconcile -- [--since <day>]
       npm run reconcile -- --restored --since <day> [--mails <folder>]

Compares the payments of the providers since a day (UTC; ${DEFAULT_COMPARED_DAYS} days if it is left out) with those of the shop: joins payments that the
shop does not know to their orders, records refunds, failed refunds and chargebacks, and lists the differences that staff must resolve.
After a restore, --restored first raises the number series of orders, invoices and credit notes above every number in the payments and
that may have been issued since the back-up. --since is the day of the back-up then. --mails names a folder with the .eml files of sent mails,
whose numbers are read as well. Run it before a backend starts on the restored database: a backend issues documents at once.
The running backend does it; if none runs, it is done in the database that DATA_DIR or DATABASE_URL names. Ends with 1 if anything could not
be compared.
`;

/** Environment of the command. */
interface ReconcileCommandContext extends CommandContext {
  /** Creates the tool that compares the payment providers with the shop. */
  openReconciler?(): Promise<Reconciler>;
}

interface ReconcileArguments {
  readonly since: Date | null;
  readonly isRestored: boolean;
  readonly mailFolder: string | null;
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { since: { type: 'string' }, restored: { type: 'boolean' }, mails: { type: 'string' } },
    }).values;
  } catch {
    return null;
  }
}

function read(args: readonly string[], workingDirectory: string): ReconcileArguments | null {
  const parsed = parseOptions(args);
  if (!parsed) return null;
  const { since: day, restored = false, mails } = parsed;
  const since = day === undefined ? null : readDay(day, 'begin');
  if (day !== undefined && since === null) return null;
  if (restored ? since === null : mails !== undefined) return null;
  return {
    since,
    isRestored: restored,
    mailFolder: mails === undefined ? null : path.resolve(workingDirectory, mails),
  };
}

const DOCUMENT_NUMBER_PATTERN = /\b\d{4}-(?:[VC]-)?\d{6}\b/g;

/** Returns the order and document numbers in the shop's mails. The links in a mail identify its site. */
async function readMailNumbers(
  database: Database,
  folder: string,
  getOrigin: CommandContext['getOrigin'],
): Promise<KnownNumber[]> {
  const origins = (await listHosts(database)).map(({ siteId, domain }) => ({
    siteId,
    start: `${getOrigin(domain)}/`,
  }));
  const found = new Map<string, KnownNumber>();
  for await (const text of readMailFiles(folder)) {
    const siteIds = [
      ...new Set(origins.filter(({ start }) => text.includes(start)).map(({ siteId }) => siteId)),
    ];
    for (const [number] of text.matchAll(DOCUMENT_NUMBER_PATTERN))
      found.set(`${siteIds.join()} ${number}`, { siteIds, number });
  }
  return [...found.values()];
}

async function open({ openReconciler }: ReconcileCommandContext): Promise<Reconciler> {
  if (!openReconciler) throw new Error('This command context has no access to the payment providers');
  return openReconciler();
}

/** Raises the number series. @returns false if the providers do not list the assigned numbers */
async function raiseNumberSeries(
  { since, mailFolder }: { readonly since: Date; readonly mailFolder: string | null },
  context: ReconcileCommandContext,
): Promise<boolean> {
  const { getOrigin, print: say, warn, now } = context;
  const { database } = await context.openDatabase();
  const reconciler = await open(context);
  const mailNumbers = mailFolder === null ? [] : await readMailNumbers(database, mailFolder, getOrigin);
  const providerNumbers = await reconciler.listNumbers(since).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    warn(toPlain(`Cannot list the payments: ${error.message}. Nothing was changed.`));
    return null;
  });
  if (providerNumbers === null) return false;
  const { numbers, refunds } = providerNumbers;
  const { lifted, ignored } = await raiseNumbersAfterRestore(database, {
    numbers: [...numbers, ...mailNumbers],
    refunds,
    now,
  });
  for (const { siteKey, year, kind, last, count } of lifted) {
    say(toPlain(`${siteKey} · ${year} · ${kind} · ${count} numbers skipped, last number ${last}`));
  }
  for (const number of ignored) {
    warn(
      toPlain(
        `${number} is far above its number series and was ignored; if it was assigned, run npm run numbers -- skip.`,
      ),
    );
  }
  if (lifted.length === 0) say('No number series had to be raised.');
  return true;
}

/** Command that compares the shop with the payment providers: after a restore, or to investigate an alert. */
export const reconcileCommand = createCommand<ReconcileArguments, ReconcileCommandContext>({
  name: 'reconcile',
  usage: USAGE,
  read,
  async run({ since: day, isRestored, mailFolder }, context) {
    const { print: say, warn, now } = context;
    const since = day ?? new Date(now.getTime() - DEFAULT_COMPARED_DAYS * DAY_MS);
    if (isRestored && !(await raiseNumberSeries({ since, mailFolder }, context))) return 1;
    const { database } = await context.openDatabase();
    const reconciler = await open(context);
    const { compared, joined, reported, failures } = await reconciler.reconcile(since);
    const after = { since: since.toISOString().slice(0, 10), compared, joined, reported };
    await database.transaction('change-order', (transaction) =>
      logCommandChanges(
        transaction,
        'reconcile.run',
        [{ resource: 'payments', resourceId: 'providers', before: null, after }],
        now,
      ),
    );
    const differences = await listOpenDifferences(database, MAX_LISTED_DIFFERENCES);
    for (const { kind, providerObjectId, orderNumber, amount } of differences) {
      warn(toPlain(`${kind} · order ${orderNumber ?? '–'} · ${providerObjectId} · ${toEuroText(amount)}`));
    }
    for (const failure of failures) warn(toPlain(`not compared · ${failure}`));
    say(
      `${compared} payments: ${joined} joined to their orders, ${reported} new differences, ${differences.length} open.`,
    );
    return failures.length > 0 ? 1 : 0;
  },
});
