const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN = /^[\w-]{1,200}$/;

/** User and token of a mailed account link. */
export interface AccountLink {
  readonly userId: string;
  readonly token: string;
}

/**
 * Reads the query of a mailed account link.
 *
 * @returns 'missing' if the user or the token is absent, null if the link is malformed
 */
export function readAccountLink(query: URLSearchParams): AccountLink | null | 'missing' {
  const [userId, token] = [query.get('userId') ?? '', query.get('token') ?? ''];
  if (userId === '' || token === '') return 'missing';
  return UUID.test(userId) && TOKEN.test(token) ? { userId, token } : null;
}
