const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN = /^[\w-]{1,200}$/;

/** Whose link of a mail it is, and what proves it. */
export interface AccountLink {
  readonly userId: string;
  readonly token: string;
}

/**
 * What a mailed link of an account says.
 *
 * @returns 'missing' where one of the two is not there at all, null where it cannot be one that the shop has sent
 */
export function readAccountLink(query: URLSearchParams): AccountLink | null | 'missing' {
  const [userId, token] = [query.get('userId') ?? '', query.get('token') ?? ''];
  if (userId === '' || token === '') return 'missing';
  return UUID.test(userId) && TOKEN.test(token) ? { userId, token } : null;
}
