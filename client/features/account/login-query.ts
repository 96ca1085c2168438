import { readReturnPath } from '../../../shared/rules/account/return-path.ts';
import { cleanLine } from '../../../shared/rules/typed-text.ts';

/** What the sign-in page may say at its top: flags `i`, `s`, `a` and `r` of its address. */
const notices = [
  ['i', 'info'],
  ['s', 'created'],
  ['a', 'activated'],
  ['r', 'reset'],
] as const;
export type LoginNotice = (typeof notices)[number][1];

/** Most characters of a text that came with the address (specification §2). */
const MESSAGE_LENGTH = 200;

/** What the sign-in page takes of its address. */
export interface LoginQuery {
  readonly notices: readonly LoginNotice[];
  /** Anybody may have written it: it is shown as plain text, and not as the shop's own words. */
  readonly message: string | null;
  /** The page of this host that follows; null where the usual one does. */
  readonly returnPath: string | null;
}

/** Reads the query of the sign-in page. */
export function readLoginQuery(query: URLSearchParams): LoginQuery {
  // Far more than is shown, so that a long text costs nothing.
  const typed = (query.get('e') ?? '').slice(0, 10 * MESSAGE_LENGTH);
  const message = [...cleanLine(typed)].slice(0, MESSAGE_LENGTH).join('').trim();
  return {
    notices: notices.flatMap(([flag, notice]) => (query.get(flag) === '1' ? [notice] : [])),
    message: message === '' ? null : message,
    returnPath: readReturnPath(query.get('returnPath')),
  };
}
