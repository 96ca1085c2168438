import { ApiError } from '../../../shared/api/api-error.ts';
import type { Account } from '../../../shared/contract/accounts.ts';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { addReturnPath } from '../../../shared/rules/account/return-path.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { getStaticRouteAlternates } from '../../static-route-alternates.ts';
import { type AccountInfo, toAccountInfo } from '../../store/account.ts';
import type { PageHead } from '../../store/page-state.ts';

type RedirectResult = Extract<LoadResult, { redirect: unknown }>;

const redirectTo = (url: string): RedirectResult => ({ redirect: { status: 303, url } });

/** Returns the head of an account page, which is never indexed. */
export const createAccountHead = (title: string): PageHead => ({
  title,
  description: null,
  canonicalPath: null,
  alternates: [],
  isIndexable: false,
});

/**
 * Loads a page for a signed-in visitor. Redirects an anonymous visitor to the sign-in page and then back to
 * this page. The account and the page data are requested in parallel.
 *
 * @param load loads the data of the page without its owner; its argument is the pending account
 * @throws ApiError if the account or the data cannot be loaded, and 404 on the corporate site
 */
export async function loadForSignedInVisitor<
  Data extends { readonly kind: string; readonly owner: AccountInfo },
>(
  context: PrivateLoadContext,
  title: string,
  load: (account: Promise<Account>) => Promise<Omit<Data, 'owner'>>,
): Promise<
  | RedirectResult
  | {
      readonly status: 200;
      readonly head: PageHead;
      readonly data: Omit<Data, 'owner'> & { owner: AccountInfo };
    }
> {
  const { visitor, mayBeSignedIn, critical, pathname, query, scope } = context;
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const search = query.toString();
  const login = redirectTo(
    addReturnPath(
      ACCOUNT_LOGIN_PATH,
      search === '' ? pathname : `${pathname}?${search}`,
      // The sign-in page explains why it replaces the requested account page. For the link to the account
      // itself no explanation is needed.
      pathname === ACCOUNT_PATH ? undefined : 'i',
    ),
  );
  if (!mayBeSignedIn) return login;
  try {
    const asked = visitor.fetchAccount(undefined, critical);
    const [account, data] = await Promise.all([asked, load(asked)]);
    const head = { ...createAccountHead(title), alternates: getStaticRouteAlternates(context) };
    return { status: 200, head, data: { ...data, owner: toAccountInfo(account) } };
  } catch (error) {
    // The session has expired or belongs to another site.
    if (error instanceof ApiError && error.failure === 'status' && error.status === 401) return login;
    throw error;
  }
}

/**
 * Loads a page for an anonymous visitor. Redirects a signed-in visitor.
 *
 * @param signedInRedirectPath redirect target for a signed-in visitor
 * @throws ApiError 404 on the corporate site
 */
export async function loadForAnonymousVisitor<Data extends { readonly kind: string }>(
  { visitor, mayBeSignedIn, critical, scope }: PrivateLoadContext,
  title: string,
  load: () => Data,
  signedInRedirectPath = ACCOUNT_PATH,
): Promise<LoadResult<Data>> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  // If it is unknown, the page is shown all the same.
  const isSignedIn = mayBeSignedIn && (await visitor.isAuthenticated(undefined, critical).catch(() => false));
  if (isSignedIn) return redirectTo(signedInRedirectPath);
  return { status: 200, head: createAccountHead(title), data: load() };
}
