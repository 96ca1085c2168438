import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import type { Account } from '../../shared/contract/accounts.ts';

/** Account data that pages show. */
export type AccountInfo = Pick<
  Account,
  'firstName' | 'emailAddress' | 'unreadQuickscanResults' | 'unreadFeedAdvice' | 'formToken'
>;

export interface AccountState {
  /** Whether the sign-in state is known. */
  readonly isLoaded: boolean;
  readonly isAuthenticated: boolean;
  /** Null for an anonymous visitor. */
  readonly info: AccountInfo | null;
  /** Whether the account menu shows all of its entries in narrow windows, too. */
  readonly isMenuOpen: boolean;
}

const anonymousState: AccountState = {
  isLoaded: false,
  isAuthenticated: false,
  info: null,
  isMenuOpen: false,
};
const accountStore = createStore<AccountState>(() => anonymousState);

/** Reduces an account to the data that pages show. */
export const toAccountInfo = (account: Account): AccountInfo => ({
  firstName: account.firstName,
  emailAddress: account.emailAddress,
  unreadQuickscanResults: account.unreadQuickscanResults,
  unreadFeedAdvice: account.unreadFeedAdvice,
  formToken: account.formToken,
});

/**
 * Signed-in account as this tab knows it. Browser only, in a chunk of its own that anonymous visitors do not
 * load.
 */
export const account = {
  get: accountStore.getState,
  subscribe: (listener: () => void): (() => void) => accountStore.subscribe(listener),
  /**
   * Loads the sign-in state and the account. If that fails, the visitor counts as anonymous; pages that need
   * the account load it themselves.
   */
  async load(api: Api): Promise<void> {
    try {
      const isAuthenticated = await api.isAuthenticated();
      const info = isAuthenticated ? toAccountInfo(await api.fetchAccount()) : null;
      accountStore.setState({ isLoaded: true, isAuthenticated, info });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      accountStore.setState({ isLoaded: true, isAuthenticated: false, info: null });
    }
  },
  /** Takes over an account that a page has loaded. */
  provide: (info: AccountInfo): void =>
    accountStore.setState({ isLoaded: true, isAuthenticated: true, info }),
  setMenuOpen: (isMenuOpen: boolean): void => accountStore.setState({ isMenuOpen }),
  /** Sets the state to signed out. */
  clear: (): void => accountStore.setState({ ...anonymousState, isLoaded: true }),
};

/** Returns a part of the account state and re-renders the component when it changes. */
export function useAccount<T>(select: (state: AccountState) => T): T {
  return useStore(accountStore, select);
}
