import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../../shared/api/client.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { createAccountHead } from './load-for-signed-in-visitor.ts';
import { type MailedAccountLink, parseMailedAccountLink } from './mailed-account-link.ts';

/**
 * Loads the page of a mailed link. The data has no link if the token is used, expired or unknown. Loading
 * does not use the token: mail scanners follow links but do not press buttons, so only the form uses it. If
 * the check fails, the page shows the form, which then reports the error.
 *
 * @param purpose what the form does with the token
 * @param elsewhere redirect target if the address lacks the token or the user
 * @throws ApiError 404 on the corporate site
 */
export async function loadMailedLinkPage<Data extends { readonly kind: string }>(
  { query, scope, visitor, optional }: PrivateLoadContext,
  purpose: 'confirm' | 'reset',
  title: string,
  elsewhere: string,
  load: (link: MailedAccountLink | null) => Data,
): Promise<LoadResult<Data>> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const link = parseMailedAccountLink(query);
  if (link === 'missing') return { redirect: { status: 303, url: elsewhere } };
  const isClosed =
    link !== null && (await optional((options) => isLinkClosed(visitor, purpose, link, options))) === true;
  return { status: 200, head: createAccountHead(title), data: load(isClosed ? null : link) };
}

async function isLinkClosed(
  visitor: Api,
  purpose: 'confirm' | 'reset',
  { userId, token }: MailedAccountLink,
  options: CallOptions,
): Promise<boolean> {
  try {
    const input = { params: { userId }, query: { token, purpose } };
    return !(await visitor.checkAccountLink(input, options)).isOpen;
  } catch (error) {
    // Too many attempts; not reported as an error.
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}
