import { getPageStatus } from '../../../shared/api/api-error.ts';

/** The part of a request's scope that failed to load: the shop itself, the site of the host, its language, or the data of site and language. */
export type ScopePiece = 'shop' | 'site' | 'language' | 'data';

const messages: Readonly<Record<ScopePiece, string>> = {
  shop: 'The backend has no shop: import one',
  site: 'Could not load the site for the domain',
  language: 'Could not load the language of the site',
  data: 'Could not load all data needed to start the request',
};

/**
 * The scope of a request cannot be established. The message names the missing piece.
 *
 * `status` is 421 where no site has the domain, 503 where the backend has no shop or does not answer, 500 otherwise.
 */
export class ScopeError extends Error {
  readonly piece: ScopePiece;
  readonly status: 421 | 500 | 503;

  /** @param detail the domain or id that was looked for; for the log, never for the visitor */
  constructor(piece: ScopePiece, options: { detail?: string | number; cause?: unknown } = {}) {
    const { detail, cause } = options;
    super(
      detail === undefined ? messages[piece] : `${messages[piece]} (${detail})`,
      cause === undefined ? {} : { cause },
    );
    this.name = 'ScopeError';
    this.piece = piece;
    const isUnavailable = piece === 'shop' || (cause !== undefined && getPageStatus(cause) === 503);
    this.status = piece === 'site' ? 421 : isUnavailable ? 503 : 500;
  }
}
