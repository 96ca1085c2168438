import { getErrorPageStatus } from '../../../shared/api/api-error.ts';

/**
 * Part of a request's scope that failed to load: all sites, the site of the host, its language, or the data
 * of site and language.
 */
export type ScopePiece = 'shop' | 'site' | 'language' | 'data';

const messagesByPiece: Readonly<Record<ScopePiece, string>> = {
  shop: 'The backend has no shop: import one',
  site: 'Could not load the site for the domain',
  language: 'Could not load the language of the site',
  data: 'Could not load all data needed to start the request',
};

/**
 * Error of a request whose scope cannot be determined. The message names the missing part.
 *
 * `status` is 421 if no site has the domain, 503 if the backend has no sites or does not answer, otherwise
 * 500.
 */
export class ScopeError extends Error {
  readonly piece: ScopePiece;
  readonly status: 421 | 500 | 503;

  /** @param detail the domain or id in question; for the log, never for the visitor */
  constructor(piece: ScopePiece, options: { detail?: string | number; cause?: unknown } = {}) {
    const { detail, cause } = options;
    super(
      detail === undefined ? messagesByPiece[piece] : `${messagesByPiece[piece]} (${detail})`,
      cause === undefined ? {} : { cause },
    );
    this.name = 'ScopeError';
    this.piece = piece;
    const isUnavailable = piece === 'shop' || (cause !== undefined && getErrorPageStatus(cause) === 503);
    this.status = piece === 'site' ? 421 : isUnavailable ? 503 : 500;
  }
}
