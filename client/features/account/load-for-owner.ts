import { ApiError } from '../../../shared/api/api-error.ts';
import type { Account } from '../../../shared/contract/accounts.ts';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { addReturnPath } from '../../../shared/rules/account/return-path.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/urls.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { getScreenAlternates } from '../../screen-alternates.ts';
import { type AccountInfo, toAccountInfo } from '../../store/account.ts';
import type { PageHead } from '../../store/page-state.ts';

type Redirect = Extract<LoadResult, { redirect: unknown }>;

const lead = (url: string): Redirect => ({ redirect: { status: 303, url } });

/** Head of a page of the account: for nobody but its owner. */
export const createAccountHead = (title: string): PageHead => ({
  title,
  description: null,
  canonicalPath: null,
  alternates: [],
  isIndexable: false,
});

/**
 * Loads a page for who is signed in; whoever is not is led to sign in, and back to this page. Who the owner is and what the page shows is
 * asked for at once.
 *
 * @param load what the page shows, without its owner; it is given the account, which is still on its way
 * @throws ApiError where that cannot be had, and 404 on the corporate site
 */
export async function loadForOwner<Data extends { readonly kind: string; readonly owner: AccountInfo }>(
  context: PrivateLoadContext,
  title: string,
  load: (account: Promise<Account>) => Promise<Omit<Data, 'owner'>>,
): Promise<
  | Redirect
  | {
      readonly status: 200;
      readonly head: PageHead;
      readonly data: Omit<Data, 'owner'> & { owner: AccountInfo };
    }
> {
  const { visitor, mayBeSignedIn, critical, pathname, query, scope } = context;
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const search = query.toString();
  const login = lead(
    addReturnPath(
      ACCOUNT_LOGIN_PATH,
      search === '' ? pathname : `${pathname}?${search}`,
      // Whoever wanted a page of the account is told why they see another; the link to the account itself says as much.
      pathname === ACCOUNT_PATH ? undefined : 'i',
    ),
  );
  if (!mayBeSignedIn) return login;
  try {
    const asked = visitor.fetchAccount(undefined, critical);
    const [account, data] = await Promise.all([asked, load(asked)]);
    const head = { ...createAccountHead(title), alternates: getScreenAlternates(context) };
    return { status: 200, head, data: { ...data, owner: toAccountInfo(account) } };
  } catch (error) {
    // It is over, or of another site.
    if (error instanceof ApiError && error.failure === 'status' && error.status === 401) return login;
    throw error;
  }
}

/**
 * Loads a page for who is not signed in; whoever is has no use for it and is led on.
 *
 * @param ownersPath where whoever is signed in is led
 * @throws ApiError 404 on the corporate site
 */
export async function loadForStranger<Data extends { readonly kind: string }>(
  { visitor, mayBeSignedIn, critical, scope }: PrivateLoadContext,
  title: string,
  load: () => Data,
  ownersPath = ACCOUNT_PATH,
): Promise<LoadResult<Data>> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  // Where nobody can say, the page is of use all the same.
  const isSignedIn = mayBeSignedIn && (await visitor.isAuthenticated(undefined, critical).catch(() => false));
  if (isSignedIn) return lead(ownersPath);
  return { status: 200, head: createAccountHead(title), data: load() };
}
