import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { fromLocalMoment } from '../../../../shared/rules/local-moment.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { type CommandContext, createCommand } from '../../core/cli/command.ts';
import type { Database } from '../../core/database/database.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getTimeZone } from '../../sites/local-dates.ts';
import { listHosts } from '../../sites/sites/queries.ts';
import { createPreviewLink, PREVIEW_LINK_VALIDITY_MS, PreviewRequestError } from './create-preview-link.ts';
import { PREVIEW_DURATION_MS } from './service.ts';

const USAGE = `Usage: npm run preview -- <path or address> --at <moment> [--site <key> --language <code>]

Prints a URL that shows the shop as it will be (or was) at that time: prices, lists and content. It works once and within
${PREVIEW_LINK_VALIDITY_MS / MINUTE_MS} minutes; the preview lasts ${PREVIEW_DURATION_MS / HOUR_MS} hours, under a bar that says so.
  <path or address>   /muesli/ on the site and in the language that are named, or https://www.havero.nl/muesli/
  --at                2026-12-24, 2026-12-24T18:00 (on the clock of the site), or an instant such as 2026-12-24T17:00:00Z
  --site, --language  such as havero-be and nl; without them the first site, in its own language
`;

interface PreviewArguments {
  readonly target: string;
  readonly at: string;
  readonly site: string | undefined;
  readonly language: string | undefined;
}

function parseArguments(args: readonly string[]): PreviewArguments | null {
  const options = new Map<string, string>();
  const positionals: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (!word.startsWith('--')) {
      positionals.push(word);
      continue;
    }
    const value = args[index + 1];
    if (!/^--(at|site|language)$/.test(word) || value === undefined || options.has(word)) return null;
    options.set(word, value);
    index += 1;
  }
  const [where, ...others] = positionals;
  const at = options.get('--at');
  if (where === undefined || others.length > 0 || at === undefined) return null;
  return { target: where, at, site: options.get('--site'), language: options.get('--language') };
}

type SiteHost = Awaited<ReturnType<typeof listHosts>>[number];

/** @throws PreviewRequestError if no host matches */
function findTargetHost(
  hosts: readonly SiteHost[],
  args: PreviewArguments,
  { getOrigin }: CommandContext,
): SiteHost {
  const { target: where, site, language } = args;
  const isAddress = /^https?:\/\//i.test(where);
  if (isAddress) {
    const hostname = URL.canParse(where) ? new URL(where).hostname : '';
    const matchingHost = hosts.find(({ domain }) => new URL(getOrigin(domain)).hostname === hostname);
    if (!matchingHost) throw new PreviewRequestError('The URL is not on a host of the shop');
    return matchingHost;
  }
  const siteId =
    site === undefined ? hosts[0]?.siteId : hosts.find(({ siteKey }) => siteKey === site)?.siteId;
  const host = hosts.find(
    (candidate) =>
      candidate.siteId === siteId &&
      (language === undefined ? candidate.isFallback : candidate.languageCode === language),
  );
  if (!host) {
    const known = hosts.map(({ siteKey, languageCode }) => `${siteKey} ${languageCode}`).join(', ');
    throw new PreviewRequestError(`Available sites and languages: ${known}.`);
  }
  return host;
}

/** @throws PreviewRequestError if the text is not a point in time */
async function readPreviewMoment(database: Database, at: string, { countryId }: SiteHost): Promise<Date> {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(at)) {
    const instant = new Date(at);
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  const timeZone = getTimeZone(await findRegionCode(database, countryId));
  const instant = fromLocalMoment(at.length === 10 ? `${at}T00:00` : at, timeZone);
  if (!instant) throw new PreviewRequestError(`'${at}' is not a date and time, such as 2026-12-24T18:00`);
  return instant;
}

/** Command that creates a preview link. */
export const previewCommand = createCommand<PreviewArguments>({
  name: 'preview',
  usage: USAGE,
  read: parseArguments,
  async run(args, context) {
    const { print: say, warn, now, getOrigin } = context;
    const { database } = await context.openDatabase();
    try {
      const host = findTargetHost(await listHosts(database), args, context);
      const url = URL.canParse(args.target) ? new URL(args.target) : null;
      const address = await createPreviewLink(
        database,
        {
          siteId: host.siteId,
          languageId: host.languageId,
          path: url ? url.pathname + url.search : args.target,
          instant: await readPreviewMoment(database, args.at, host),
          staffMemberId: commandActor.id,
        },
        { now, actor: commandActor, getOrigin },
      );
      say(
        `Open this within ${PREVIEW_LINK_VALIDITY_MS / MINUTE_MS} minutes; it works once:\n\n  ${address}\n`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof PreviewRequestError)) throw error;
      warn(error.message);
      return 1;
    }
  },
});
