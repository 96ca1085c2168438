import { PREVIEW_PATH } from '../../../../shared/rules/urls.ts';
import { type Actor, noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { findHost } from '../sites/queries.ts';
import { deleteOldLinks, insertLink } from './queries.ts';

/** What somebody is to see. */
export interface PreviewOrder {
  readonly siteId: number;
  readonly languageId: number;
  /** Path and query on the host of site and language: '/muesli/?p=2'. */
  readonly path: string;
  /** The moment that is shown. */
  readonly instant: Date;
  /** Which employee asks: letters, digits, '-' and '_', 64 at most. Never a name or an address: it stands in the cookie. */
  readonly keeperId: string;
}

/** How long a link works. */
export const LINK_MS = 10 * 60_000;
/** How long it is told from one that never was. */
const KEPT_MS = 24 * 60 * 60_000;

/** No instant is before it, and none from the other one on: neither the database nor what is reckoned knows a year 0 or 10000. */
const FIRST_INSTANT = new Date('1970-01-01T00:00:00Z');
const LAST_INSTANT = new Date('9000-01-01T00:00:00Z');

/** Whether the shop can be shown at an instant. */
export const canBeShown = (instant: Date): boolean => instant >= FIRST_INSTANT && instant < LAST_INSTANT;

/** Why no link was made. */
export class PreviewOrderError extends Error {
  override name = 'PreviewOrderError';
}

/**
 * Path and query of an address as a browser takes it.
 *
 * @throws PreviewOrderError for what leads to another host, or is no path
 */
export function readPreviewPath(path: string): string {
  const base = 'http://host.invalid';
  const url = /^\/(?![/\\])/.test(path) && URL.canParse(path, base) ? new URL(path, base) : null;
  if (url === null || url.origin !== base || path.length > 2000) {
    throw new PreviewOrderError('A preview begins at a path of the shop, such as /muesli/');
  }
  return url.pathname + url.search;
}

/**
 * Makes the address at which somebody sees the shop at another moment, once and within `LINK_MS`. Its token is in the fragment, which no
 * server is told and no log keeps.
 *
 * @param options.note writes it down in the transaction that makes the link, beside the trail that every link leaves
 * @param options.getOrigin where a site is reached from outside, by the domain that it was imported with
 * @throws PreviewOrderError where there is nothing to be shown
 */
export async function createPreviewLink(
  database: Database,
  order: PreviewOrder,
  options: {
    readonly now: Date;
    readonly actor: Actor;
    readonly getOrigin: (importedDomain: string) => string;
    readonly note?: ((transaction: Database) => Promise<void>) | undefined;
  },
): Promise<string> {
  const { siteId, languageId, instant, keeperId } = order;
  const { now, actor, getOrigin, note } = options;
  const path = readPreviewPath(order.path);
  if (!canBeShown(instant))
    throw new PreviewOrderError('A preview has a moment between the years 1970 and 9000');
  if (!/^[\w-]{1,64}$/.test(keeperId)) throw new PreviewOrderError('A preview is given by an employee');
  const token = createToken();
  const host = await database.transaction('create-preview-link', async (transaction) => {
    const found = await findHost(transaction, siteId, languageId);
    if (!found) return undefined;
    await deleteOldLinks(transaction, new Date(now.getTime() - KEPT_MS));
    await insertLink(transaction, {
      tokenHash: hashToken(token),
      siteId,
      languageId,
      path,
      shownAt: instant,
      keeperId,
      createdAt: now,
    });
    await noteAct(transaction, {
      actor,
      act: 'make-preview-link',
      noun: 'preview',
      details: { siteId, languageId, instant: instant.toISOString() },
      now,
    });
    await note?.(transaction);
    return found;
  });
  if (!host) throw new PreviewOrderError('The site does not speak the language');
  return `${getOrigin(host.domain)}${PREVIEW_PATH}#${token}`;
}
