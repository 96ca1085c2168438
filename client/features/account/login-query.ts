import { parseReturnPath } from '../../../shared/rules/account/return-path.ts';
import { cleanLine } from '../../../shared/rules/typed-text.ts';

/** Notices of the sign-in page, for the flags `i`, `s`, `a` and `r` of its query. */
const notices = [
  ['i', 'info'],
  ['s', 'created'],
  ['a', 'activated'],
  ['r', 'reset'],
] as const;
export type LoginNotice = (typeof notices)[number][1];

/** Maximum number of characters of a message in the query (specification §2). */
const MAX_MESSAGE_LENGTH = 200;

/** Query parameters of the sign-in page. */
export interface LoginQuery {
  readonly notices: readonly LoginNotice[];
  /**
   * Message from the query. Anyone can write such a link, so the message is shown as plain text and not as a
   * statement of the shop.
   */
  readonly message: string | null;
  /** Path on this host to open after sign-in; null for the default. */
  readonly returnPath: string | null;
}

/** Reads the query of the sign-in page. */
export function parseLoginQuery(query: URLSearchParams): LoginQuery {
  // Cuts a long text early to limit the work. The limit is far above the number of visible characters.
  const typed = (query.get('e') ?? '').slice(0, 10 * MAX_MESSAGE_LENGTH);
  const message = [...cleanLine(typed)].slice(0, MAX_MESSAGE_LENGTH).join('').trim();
  return {
    notices: notices.flatMap(([flag, notice]) => (query.get(flag) === '1' ? [notice] : [])),
    message: message === '' ? null : message,
    returnPath: parseReturnPath(query.get('returnPath')),
  };
}
