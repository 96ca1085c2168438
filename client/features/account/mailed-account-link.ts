import { isUuid } from '../../../shared/rules/uuid.ts';

const TOKEN_PATTERN = /^[\w-]{1,200}$/;

/** User and token of a mailed account link. */
export interface MailedAccountLink {
  readonly userId: string;
  readonly token: string;
}

/**
 * Reads the query of a mailed account link.
 *
 * @returns 'missing' if the user or the token is absent, null if the link is malformed
 */
export function parseMailedAccountLink(query: URLSearchParams): MailedAccountLink | null | 'missing' {
  const [userId, token] = [query.get('userId') ?? '', query.get('token') ?? ''];
  if (userId === '' || token === '') return 'missing';
  return isUuid(userId.toLowerCase()) && TOKEN_PATTERN.test(token) ? { userId, token } : null;
}
