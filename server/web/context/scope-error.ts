import { getPageStatus } from '../../../shared/api/api-error.ts';

/** What could not be found out about a request: which site the host is of, in which language, or the data of both. */
export type ScopePiece = 'site' | 'language' | 'data';

const messages: Readonly<Record<ScopePiece, string>> = {
  site: 'Could not load the site for the domain',
  language: 'Could not load the language of the site',
  data: 'Could not load all data needed to start the request',
};

/**
 * The scope of a request cannot be established. The message names the missing piece.
 *
 * `status` is 421 where no site has the domain, 503 where the backend does not answer, 500 otherwise.
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
    this.status = piece === 'site' ? 421 : cause !== undefined && getPageStatus(cause) === 503 ? 503 : 500;
  }
}
