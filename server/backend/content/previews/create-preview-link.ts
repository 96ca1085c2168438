import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { PREVIEW_PATH } from '../../../../shared/rules/path-constants.ts';
import { type Actor, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { isSupportedInstant } from '../../core/http/read-scope.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { findImportedHost } from '../../sites/sites/queries.ts';
import { deleteOldPreviewLinks, insertPreviewLink } from './queries.ts';

/** The page and time of a preview. */
export interface PreviewRequest {
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
export const PREVIEW_LINK_VALIDITY_MS = 10 * MINUTE_MS;
/** Time in milliseconds for which a used or expired link is stored. */
const LINK_RETENTION_MS = DAY_MS;

/** Error that states why no link was created. */
export class PreviewRequestError extends Error {
  override name = 'PreviewRequestError';
}

/**
 * Returns path and query as a browser normalises them.
 *
 * @throws PreviewRequestError if the text leads to another host, or is not a path
 */
export function readPreviewPath(path: string): string {
  const base = 'http://host.invalid';
  const url = /^\/(?![/\\])/.test(path) && URL.canParse(path, base) ? new URL(path, base) : null;
  if (url === null || url.origin !== base || path.length > 2000) {
    throw new PreviewRequestError('A preview begins at a path of the shop, such as /muesli/');
  }
  return url.pathname + url.search;
}

/**
 * Creates the link that opens a preview, once and within `PREVIEW_LINK_VALIDITY_MS`. Its token is in the fragment, which is
 * neither sent to servers nor logged.
 *
 * @param options.note writes a record in the same transaction, in addition to the audit entry of every link
 * @param options.getOrigin returns the public origin of a site by its imported domain
 * @throws PreviewRequestError if the page cannot be previewed
 */
export async function createPreviewLink(
  database: Database,
  request: PreviewRequest,
  options: {
    readonly now: Date;
    readonly actor: Actor;
    readonly getOrigin: (importedDomain: string) => string;
    readonly note?: ((transaction: Database) => Promise<void>) | undefined;
  },
): Promise<string> {
  const { siteId, languageId, instant, staffMemberId } = request;
  const { now, actor, getOrigin, note } = options;
  const path = readPreviewPath(request.path);
  if (!isSupportedInstant(instant))
    throw new PreviewRequestError('The time of a preview must be between the years 1970 and 9000');
  if (!/^[\w-]{1,64}$/.test(staffMemberId))
    throw new PreviewRequestError('The staff member id of a preview is invalid');
  const token = createToken();
  const host = await database.transaction('create-preview-link', async (transaction) => {
    const found = await findImportedHost(transaction, siteId, languageId);
    if (!found) return undefined;
    await deleteOldPreviewLinks(transaction, new Date(now.getTime() - LINK_RETENTION_MS));
    await insertPreviewLink(transaction, {
      tokenHash: hashToken(token),
      siteId,
      languageId,
      path,
      shownAt: instant,
      staffMemberId,
      createdAt: now,
    });
    await recordAuditEntry(transaction, {
      actor,
      act: 'make-preview-link',
      resource: 'preview',
      details: { siteId, languageId, instant: instant.toISOString() },
      now,
    });
    await note?.(transaction);
    return found;
  });
  if (!host) throw new PreviewRequestError('The site does not offer the language');
  return `${getOrigin(host.domain)}${PREVIEW_PATH}#${token}`;
}
