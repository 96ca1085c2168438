import { fromLocalMoment } from '../../../../shared/rules/local-moment.ts';
import { commandActor } from '../../audit/audit.ts';
import { type CommandContext, createCommand } from '../../commands/command.ts';
import type { Database } from '../../database/database.ts';
import { getTimeZone } from '../../scope/site-calendar.ts';
import { findRegionCode } from '../countries/queries.ts';
import { createPreviewLink, LINK_MS, PreviewOrderError } from './create-link.ts';
import { listHosts } from './queries.ts';
import { PREVIEW_MS } from './service.ts';

const USAGE = `Usage: npm run preview -- <path or address> --at <moment> [--site <key> --language <code>]

Prints an address at which the shop is seen as it will be (or was) at that moment: prices, lists and content. It works once and within
${LINK_MS / 60_000} minutes; the preview lasts ${PREVIEW_MS / 3_600_000} hours, under a bar that says so.
  <path or address>   /muesli/ on the site and in the language that are named, or https://www.havero.nl/muesli/
  --at                2026-12-24, 2026-12-24T18:00 (on the clock of the site), or an instant such as 2026-12-24T17:00:00Z
  --site, --language  such as havero-be and nl; without them the first site, in its own language
`;

interface Order {
  readonly where: string;
  readonly at: string;
  readonly site: string | undefined;
  readonly language: string | undefined;
}

function readOrder(words: readonly string[]): Order | null {
  const options = new Map<string, string>();
  const places: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('--')) {
      places.push(word);
      continue;
    }
    const value = words[index + 1];
    if (!/^--(at|site|language)$/.test(word) || value === undefined || options.has(word)) return null;
    options.set(word, value);
    index += 1;
  }
  const [where, ...others] = places;
  const at = options.get('--at');
  if (where === undefined || others.length > 0 || at === undefined) return null;
  return { where, at, site: options.get('--site'), language: options.get('--language') };
}

type Host = Awaited<ReturnType<typeof listHosts>>[number];

/** @throws PreviewOrderError if no host matches */
function findHost(hosts: readonly Host[], order: Order, { getOrigin }: CommandContext): Host {
  const { where, site, language } = order;
  const isAddress = /^https?:\/\//i.test(where);
  if (isAddress) {
    const asked = URL.canParse(where) ? new URL(where).hostname : '';
    const named = hosts.find(({ domain }) => new URL(getOrigin(domain)).hostname === asked);
    if (!named) throw new PreviewOrderError('The address is on no host of the shop');
    return named;
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
    throw new PreviewOrderError(`There are these sites and languages: ${known}.`);
  }
  return host;
}

/** @throws PreviewOrderError if the text is not a point in time */
async function readMoment(database: Database, at: string, { countryId }: Host): Promise<Date> {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(at)) {
    const instant = new Date(at);
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  const timeZone = getTimeZone(await findRegionCode(database, countryId));
  const instant = fromLocalMoment(at.length === 10 ? `${at}T00:00` : at, timeZone);
  if (!instant) throw new PreviewOrderError(`'${at}' is no moment, such as 2026-12-24T18:00`);
  return instant;
}

/** Command that creates a preview link. */
export const previewCommand = createCommand<Order>({
  name: 'preview',
  usage: USAGE,
  read: readOrder,
  async run(order, context) {
    const { say, warn, now, getOrigin } = context;
    const { database } = await context.openDatabase();
    try {
      const host = findHost(await listHosts(database), order, context);
      const url = URL.canParse(order.where) ? new URL(order.where) : null;
      const address = await createPreviewLink(
        database,
        {
          siteId: host.siteId,
          languageId: host.languageId,
          path: url ? url.pathname + url.search : order.where,
          instant: await readMoment(database, order.at, host),
          staffMemberId: commandActor.id,
        },
        { now, actor: commandActor, getOrigin },
      );
      say(`Open this within ${LINK_MS / 60_000} minutes; it works once:\n\n  ${address}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof PreviewOrderError)) throw error;
      warn(error.message);
      return 1;
    }
  },
});
