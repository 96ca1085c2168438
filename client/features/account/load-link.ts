import { ApiError } from '../../../shared/api/api-error.ts';
import { CORPORATE } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { type AccountLink, readAccountLink } from './account-link.ts';
import { createAccountHead } from './load-for-owner.ts';

/**
 * Loads the page of a mailed link. It looks at nothing: only its form does something with the token, since programs that look through mails
 * follow links, but press no buttons.
 *
 * @param elsewhere where somebody is led whose address has no token or no user
 * @throws ApiError 404 on the corporate site
 */
export function loadLink<Data extends { readonly kind: string }>(
  { query, scope }: Pick<PrivateLoadContext, 'query' | 'scope'>,
  title: string,
  elsewhere: string,
  load: (link: AccountLink | null) => Data,
): LoadResult<Data> {
  if (scope.site.type === CORPORATE) throw new ApiError('status', { status: 404 });
  const link = readAccountLink(query);
  if (link === 'missing') return { redirect: { status: 303, url: elsewhere } };
  return { status: 200, head: createAccountHead(title), data: load(link) };
}
