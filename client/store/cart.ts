import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Api } from '../../shared/api/client.ts';
import type { ScopeState } from './app-store.ts';
import { fetchCart, type LoadedCart, noCart } from './fetch-cart.ts';
import { getBrowserCart, onCartChange } from './visitor-cart-id.ts';

export interface CartState {
  readonly loaded: LoadedCart;
  /** 'unknown' before the first load; 'failed' after a failed load. Then `loaded` has no cart. */
  readonly status: 'unknown' | 'loading' | 'ready' | 'failed';
}

const store = createStore<CartState>(() => ({ loaded: noCart, status: 'unknown' }));

/** Number of visible pages that load the cart themselves and provide it here. */
let providerCount = 0;
/** Pending load. */
let loading: Promise<void> | null = null;
/** Whether the cart has changed since the pending load started. */
let isOutdated = false;

function load(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): Promise<void> {
  if (providerCount > 0) return Promise.resolve();
  isOutdated = true;
  loading ??= loadUntilCurrent(api, scope);
  return loading;
}

async function loadUntilCurrent(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): Promise<void> {
  do {
    isOutdated = false;
    // The previous cart stays visible in the meantime.
    store.setState({ status: 'loading' });
    const state: CartState = await fetchCart(api, getBrowserCart(scope), {}).then(
      (loaded) => ({ loaded, status: 'ready' }),
      // The badge shows nothing and the drawer offers a retry; the backend logs the reason.
      () => ({ loaded: noCart, status: 'failed' }),
    );
    // A page has provided the cart in the meantime.
    if (providerCount > 0) break;
    store.setState(state);
  } while (isOutdated);
  // Reset synchronously: a caller after the last check of `isOutdated` starts a load of its own.
  loading = null;
}

/**
 * The visitor's cart in this tab. Browser only, in a chunk of its own that visitors without a cart do not
 * load.
 */
export const cart = {
  get: store.getState,
  /** Calls the listener on each change. Returns the function that removes it. */
  subscribe: (listener: () => void): (() => void) => store.subscribe(listener),
  /**
   * Loads the cart, sequentially. Resolves when the state at the time of the call is loaded. Does nothing if
   * the current page has provided the cart.
   */
  load,
  /** Resolves when no load is pending. */
  settle: (): Promise<void> => loading ?? Promise.resolve(),
  /**
   * Loads the cart, and reloads it after each change in this or another tab.
   *
   * @returns function that stops following
   */
  follow(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): () => void {
    void load(api, scope);
    return onCartChange(() => void load(api, scope));
  },
  /**
   * Takes over a cart that a page has loaded. While the page is visible, nothing else loads it.
   *
   * @returns function that ends this; the provided cart stays
   */
  provide(loaded: LoadedCart, status: 'ready' | 'failed'): () => void {
    providerCount += 1;
    store.setState({ loaded, status });
    return () => {
      providerCount -= 1;
    };
  },
};

/** Returns the visitor's cart and re-renders the component when it changes. */
export function useCart(): CartState {
  return useStore(store);
}
