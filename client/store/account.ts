import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import type { Account } from '../../shared/contract/accounts.ts';

/** What pages show of whoever is signed in. */
export type AccountInfo = Pick<
  Account,
  'firstName' | 'emailAddress' | 'unreadQuickscanResults' | 'unreadFeedAdvice' | 'formToken'
>;

export interface AccountState {
  /** It is known whether somebody is signed in. */
  readonly isLoaded: boolean;
  readonly isAuthenticated: boolean;
  /** Null where nobody is. */
  readonly info: AccountInfo | null;
  /** The menu of the account shows all of its entries in narrow windows, too. */
  readonly isMenuOpen: boolean;
}

const nobody: AccountState = { isLoaded: false, isAuthenticated: false, info: null, isMenuOpen: false };
const store = createStore<AccountState>(() => nobody);

/** The parts of an account that pages show. */
export const toAccountInfo = (account: Account): AccountInfo => ({
  firstName: account.firstName,
  emailAddress: account.emailAddress,
  unreadQuickscanResults: account.unreadQuickscanResults,
  unreadFeedAdvice: account.unreadFeedAdvice,
  formToken: account.formToken,
});

/** Who is signed in, as this tab knows it. For the browser only, and in a chunk of its own: strangers need none of it. */
export const account = {
  get: store.getState,
  subscribe: (listener: () => void): (() => void) => store.subscribe(listener),
  /**
   * Asks whether somebody is signed in, and who. Where that fails nobody is known to be: pages that need to know ask by themselves.
   */
  async load(api: Api): Promise<void> {
    try {
      const isAuthenticated = await api.isAuthenticated();
      const info = isAuthenticated ? toAccountInfo(await api.fetchAccount()) : null;
      store.setState({ isLoaded: true, isAuthenticated, info });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      store.setState({ isLoaded: true, isAuthenticated: false, info: null });
    }
  },
  /** Takes what a page of the account has loaded. */
  provide: (info: AccountInfo): void => store.setState({ isLoaded: true, isAuthenticated: true, info }),
  setMenuOpen: (isMenuOpen: boolean): void => store.setState({ isMenuOpen }),
  /** Nobody is signed in any more. */
  clear: (): void => store.setState({ ...nobody, isLoaded: true }),
};

/** Who is signed in; the component renders again when that changes. */
export function useAccount<T>(select: (state: AccountState) => T): T {
  return useStore(store, select);
}
