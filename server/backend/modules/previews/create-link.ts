import { PREVIEW_PATH } from '../../../../shared/rules/urls.ts';
import { type Actor, noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { findHost } from '../sites/queries.ts';
import { deleteOldLinks, insertLink } from './queries.ts';

/** The page and time of a preview. */
export interface PreviewOrder {
  readonly siteId: number;
  readonly languageId: number;
  /** Path and query on the host of site and language, such as '/muesli/?p=2'. */
  readonly path: string;
  /** The time that is previewed. */
  readonly instant: Date;
  /**
   * Id of the staff member: letters, digits, '-' and '_', at most 64. Never a name or an address, because the
   * cookie contains it.
   */
  readonly staffMemberId: string;
}

/** Validity of a link in milliseconds. */
export const LINK_MS = 10 * 60_000;
/** Time in milliseconds for which a used or expired link is stored. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Earliest instant, and the first one that is too late: the database and the date calculations support
 * neither year 0 nor 10000.
 */
const FIRST_INSTANT = new Date('1970-01-01T00:00:00Z');
const LAST_INSTANT = new Date('9000-01-01T00:00:00Z');

/** Returns whether the sites can be previewed at a given time. */
export const canBeShown = (instant: Date): boolean => instant >= FIRST_INSTANT && instant < LAST_INSTANT;

/** Error that states why no link was created. */
export class PreviewOrderError extends Error {
  override name = 'PreviewOrderError';
}

/**
 * Returns path and query as a browser normalises them.
 *
 * @throws PreviewOrderError if the text leads to another host, or is not a path
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
 * Creates the link that opens a preview, once and within `LINK_MS`. Its token is in the fragment, which is
 * neither sent to servers nor logged.
 *
 * @param options.note writes a record in the same transaction, in addition to the audit entry of every link
 * @param options.getOrigin returns the public origin of a site by its imported domain
 * @throws PreviewOrderError if the page cannot be previewed
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
  const { siteId, languageId, instant, staffMemberId } = order;
  const { now, actor, getOrigin, note } = options;
  const path = readPreviewPath(order.path);
  if (!canBeShown(instant))
    throw new PreviewOrderError('A preview has a moment between the years 1970 and 9000');
  if (!/^[\w-]{1,64}$/.test(staffMemberId)) throw new PreviewOrderError('A preview is given by an employee');
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
      staffMemberId,
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
