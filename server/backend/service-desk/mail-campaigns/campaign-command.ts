import { open } from 'node:fs/promises';
import { getErrorCode } from '../../../platform/error-code.ts';
import { readPageLinks } from '../../content/content/queries.ts';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import { type ChangeContext, commandActor, recordAuditEntry } from '../../core/audit/audit.ts';
import { type CommandContext, createCommand } from '../../core/cli/command.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import type { Database } from '../../core/database/database.ts';
import { countSubscribers, listSubscribers } from '../../customers/newsletter/queries.ts';
import { readSites } from '../../sites/sites/queries.ts';
import { describeCampaignForLog } from './campaign-values.ts';
import {
  describeCampaign,
  describeCampaignReport,
  describeCampaignRow,
  describeFault,
} from './describe-campaign.ts';
import { type CampaignArguments, parseCampaignArguments } from './parse-arguments.ts';
import { findCampaign, listCampaigns, lockCampaign } from './queries.ts';
import { CampaignFileError, readCampaignFile } from './read-campaign-file.ts';
import {
  type CampaignResult,
  cancelCampaign,
  findCampaignProblems,
  findCampaignReport,
  pauseCampaign,
  resumeCampaign,
  type SitesAndLanguages,
  saveCampaign,
  sendCampaign,
  sendTestCampaign,
} from './service.ts';

const MAX_LISTED_CAMPAIGNS = 50;
/** Number of addresses that are read at a time. */
const EXPORT_BATCH_SIZE = 1000;

const USAGE = `Usage: npm run campaign -- list
       npm run campaign -- save <campaign.json or folder> [--id <campaign>]
       npm run campaign -- show <campaign>
       npm run campaign -- test <campaign> <address>
       npm run campaign -- send <campaign>
       npm run campaign -- pause | resume | cancel <campaign>
       npm run campaign -- report <campaign>
       npm run campaign -- subscribers [--site <key>] [--export <file.csv>]

Manages mail campaigns to the subscribers of the newsletter or of offers. save stores a draft from {"name": …, "kind": "newsletter" or
"offers", "sites": [keys], "texts": {"en": {"subject": …, "markdown": …}}}, or from a folder with campaign.json (the same without texts) and
en.md, nl.md …, whose first line is '# ' and the subject; --id replaces a draft. Markdown as in pages: ## headings, lists, **bold**,
[links](/path/); {brand} is replaced per site. show lists the problems that prevent sending. test mails the campaign to one address in each
language. send starts sending at the rate of CAMPAIGN_MAILS_PER_MINUTE and continues after a restart. pause and resume interrupt it; cancel discards
the mails that were not sent. report counts the visits, carts and orders from its links. subscribers counts the subscribers; with --export it
writes their addresses to a new file. The running backend executes the command and must be able to access the files; if none runs, the
command uses the database that DATA_DIR or DATABASE_URL names, and the next backend sends the campaign.
`;

const resultMessages = {
  send: 'is being sent',
  pause: 'is paused',
  resume: 'is being sent again',
  cancel: 'is cancelled',
} as const;

async function readOpenSitesAndLanguages(database: Database): Promise<SitesAndLanguages> {
  const { sites, languages } = await readSites(database, readPageLinks);
  return { sites: sites.filter(({ site }) => site.retiredAt === null), languages };
}

function change(
  transaction: Database,
  act: ChangeContext,
  scope: SitesAndLanguages,
  { kind, campaignId }: { readonly kind: keyof typeof resultMessages; readonly campaignId: number },
): Promise<CampaignResult> {
  if (kind === 'send') return sendCampaign(transaction, act, scope, campaignId);
  if (kind === 'pause') return pauseCampaign(transaction, act, campaignId);
  return kind === 'resume'
    ? resumeCampaign(transaction, act, campaignId)
    : cancelCampaign(transaction, act, campaignId);
}

/** Escapes an address for a spreadsheet: a local part may begin like a formula. */
const toSafeCsvCell = (emailAddress: string): string =>
  /^[=+-]/.test(emailAddress) ? `'${emailAddress}` : emailAddress;

async function exportSubscribers(
  database: Database,
  { file, siteId, scope, now }: { file: string; siteId: number | null; scope: SitesAndLanguages; now: Date },
): Promise<number> {
  const keys = new Map(scope.sites.map(({ site }) => [site.siteId, site.key]));
  const codes = new Map(scope.languages.map(({ languageId, code }) => [languageId, code]));
  // Readable by its owner only, and never overwrites a file.
  const handle = await open(file, 'wx', 0o600);
  let count = 0;
  try {
    await handle.write('site,language,emailAddress,newsletter,offers,since\n');
    let after = 0;
    for (;;) {
      const rows = await listSubscribers(database, { siteId, after, limit: EXPORT_BATCH_SIZE });
      const last = rows.at(-1);
      if (!last) break;
      // No quoting is needed: `isEmailAddress` excludes commas and quotes.
      const lines = rows.map((row) =>
        [
          keys.get(row.siteId) ?? row.siteId,
          codes.get(row.languageId) ?? row.languageId,
          toSafeCsvCell(row.emailAddress),
          row.newsletter,
          row.offers,
          row.createdAt.toISOString(),
        ].join(','),
      );
      await handle.write(`${lines.join('\n')}\n`);
      count += rows.length;
      after = last.subscriberId;
    }
  } finally {
    await handle.close();
  }
  await database.transaction('change-campaign', async (transaction) => {
    await recordAuditEntry(transaction, {
      actor: commandActor,
      act: 'export',
      resource: 'subscriber',
      details: { count },
      now,
    });
    const change = {
      resource: 'subscriber',
      resourceId: 'all',
      before: null,
      after: { exported: count },
      count,
    };
    await logCommandChanges(transaction, 'campaign.exportSubscribers', [change], now);
  });
  return count;
}

async function printSubscribers(
  { print: say, warn, now }: CommandContext,
  database: Database,
  scope: SitesAndLanguages,
  { siteKey, exportTo }: Extract<CampaignArguments, { kind: 'subscribers' }>,
): Promise<number> {
  const requestedSite = scope.sites.find(({ site }) => site.key === siteKey);
  if (siteKey !== null && !requestedSite) {
    warn(`There is no site ${toPlain(siteKey)}.`);
    return 1;
  }
  const siteId = requestedSite?.site.siteId ?? null;
  if (exportTo !== null) {
    try {
      const count = await exportSubscribers(database, { file: exportTo, siteId, scope, now });
      say(`${count} addresses were written to ${toPlain(exportTo)}, which only its owner can read.`);
      return 0;
    } catch (error) {
      // Only file system errors are handled here: they name a system call, database errors do not.
      if (typeof error !== 'object' || error === null || !('syscall' in error)) throw error;
      warn(
        toPlain(
          `${exportTo} cannot be written (${getErrorCode(error) ?? 'unknown'}): choose a new file in an existing folder.`,
        ),
      );
      return 1;
    }
  }
  const rows = (await countSubscribers(database)).filter((row) => siteId === null || row.siteId === siteId);
  const lines = rows.map((row) => {
    const key = scope.sites.find(({ site }) => site.siteId === row.siteId)?.site.key ?? row.siteId;
    const code = scope.languages.find(({ languageId }) => languageId === row.languageId)?.code;
    return `${key} · ${code ?? row.languageId} · ${row.newsletter} newsletter · ${row.offers} offers`;
  });
  say(lines.join('\n') || 'There are none.');
  return 0;
}

/** Command for campaigns: writes, tests, sends, pauses and shows them, and counts the subscribers. */
export const campaignCommand = createCommand<CampaignArguments>({
  name: 'campaign',
  usage: USAGE,
  read: parseCampaignArguments,
  async run(order, context) {
    const { print: say, warn, now } = context;
    const { database } = await context.openDatabase();
    const printLines = (lines: readonly string[]) => say(lines.map(toPlain).join('\n'));
    const act: ChangeContext = { actor: commandActor, now };
    /** Changes a campaign and logs it before and after. */
    const changeWithLog = (
      operation: string,
      id: number | null,
      { languages }: SitesAndLanguages,
      work: (transaction: Database) => Promise<CampaignResult>,
    ) =>
      database.transaction('change-campaign', async (transaction) => {
        const former = id === null ? undefined : await lockCampaign(transaction, id);
        const result = await work(transaction);
        if (result.outcome === 'refused') return result;
        const after = await findCampaign(transaction, result.campaignId);
        const change = {
          resource: 'campaign',
          resourceId: result.campaignId,
          before: describeCampaignForLog(former, languages),
          after: describeCampaignForLog(after, languages),
        };
        await logCommandChanges(transaction, operation, [change], now);
        return result;
      });
    if (order.kind === 'list') {
      const rows = await listCampaigns(database, MAX_LISTED_CAMPAIGNS);
      printLines(rows.length > 0 ? rows.map(describeCampaignRow) : ['There are none.']);
      return 0;
    }
    const scope = await readOpenSitesAndLanguages(database);
    if (order.kind === 'subscribers') return printSubscribers(context, database, scope, order);

    const answer = (result: CampaignResult, done: (campaignId: number) => string): number => {
      if (result.outcome === 'refused') {
        warn(toPlain(`Nothing was done: ${describeFault(result.fault)}.`));
        return 1;
      }
      say(done(result.campaignId));
      return 0;
    };
    if (order.kind === 'save') {
      try {
        const draft = { ...(await readCampaignFile(order.source)), campaignId: order.campaignId };
        const { campaignId: id } = order;
        const result = await changeWithLog('campaign.save', id, scope, (transaction) =>
          saveCampaign(transaction, act, scope, draft),
        );
        return answer(result, (campaignId) => `Campaign ${campaignId} is saved as a draft.`);
      } catch (error) {
        if (!(error instanceof CampaignFileError)) throw error;
        warn(toPlain(`Nothing was done: ${error.message}.`));
        return 1;
      }
    }
    const { campaignId } = order;
    if (order.kind === 'show' || order.kind === 'report') {
      const found = await findCampaign(database, campaignId);
      const report = order.kind === 'report' ? await findCampaignReport(database, campaignId) : undefined;
      if (!found) return answer({ outcome: 'refused', fault: { code: 'campaign_unknown' } }, String);
      if (report) printLines(describeCampaignReport(report));
      else
        printLines(
          describeCampaign(found, (await findCampaignProblems(database, scope, campaignId)) ?? [], scope),
        );
      return 0;
    }
    if (order.kind === 'test') {
      const { emailAddress } = order;
      const result = await database.transaction('change-campaign', async (transaction) => {
        const tested = await sendTestCampaign(transaction, act, { campaignId, emailAddress });
        if (tested.outcome === 'refused') return tested;
        const change = {
          resource: 'campaign',
          resourceId: campaignId,
          before: null,
          after: { test: 'sent' },
        };
        await logCommandChanges(transaction, 'campaign.test', [change], now);
        return tested;
      });
      return answer(
        result,
        (id) => `Campaign ${id} is being sent to that address, once in each of its languages.`,
      );
    }
    const { kind } = order;
    const result = await changeWithLog(`campaign.${kind}`, campaignId, scope, (transaction) =>
      change(transaction, act, scope, { kind, campaignId }),
    );
    return answer(result, (id) => `Campaign ${id} ${resultMessages[kind]}.`);
  },
});
