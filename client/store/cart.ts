import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Api } from '../../shared/api/client.ts';
import type { ScopeState } from './app-store.ts';
import { fetchCart, type LoadedCart, noCart } from './fetch-cart.ts';
import { getBrowserCart, onCartChange } from './visitor-cart.ts';

export interface CartState {
  readonly loaded: LoadedCart;
  /** 'unknown' before anybody has asked; 'failed' after a load that gave nothing: then there is no cart in `loaded`. */
  readonly status: 'unknown' | 'loading' | 'ready' | 'failed';
}

const store = createStore<CartState>(() => ({ loaded: noCart, status: 'unknown' }));

/** Pages on the screen that load the cart themselves and give it here. */
let providers = 0;
/** The load that is under way. */
let loading: Promise<void> | null = null;
/** It has changed since the load that is under way began. */
let isOutdated = false;

function load(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): Promise<void> {
  if (providers > 0) return Promise.resolve();
  isOutdated = true;
  loading ??= loadLatest(api, scope);
  return loading;
}

async function loadLatest(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): Promise<void> {
  do {
    isOutdated = false;
    // What is known stays in sight meanwhile.
    store.setState({ status: 'loading' });
    const state: CartState = await fetchCart(api, getBrowserCart(scope), {}).then(
      (loaded) => ({ loaded, status: 'ready' }),
      // The badge and the drawer say nothing or offer another try; the backend's log says why.
      () => ({ loaded: noCart, status: 'failed' }),
    );
    // A page has brought what is true meanwhile.
    if (providers > 0) break;
    store.setState(state);
  } while (isOutdated);
  // At once: whoever asks after the last look at what is outdated begins a load of their own.
  loading = null;
}

/** The visitor's cart in this tab. For the browser only, and in a chunk of its own: who has no cart needs none of it. */
export const cart = {
  get: store.getState,
  /** Calls when it changes; returns what ends that. */
  subscribe: (listener: () => void): (() => void) => store.subscribe(listener),
  /**
   * Loads the cart, one load after the other; resolves when what was true at the call is known. Does nothing where the page on the screen has
   * loaded it.
   */
  load,
  /** Resolves when no load is under way any more. */
  settle: (): Promise<void> => loading ?? Promise.resolve(),
  /**
   * Loads the cart, and anew with each change of it, here or in another tab.
   *
   * @returns ends it
   */
  follow(api: Api, scope: Pick<ScopeState, 'site' | 'language'>): () => void {
    void load(api, scope);
    return onCartChange(() => void load(api, scope));
  },
  /**
   * Takes a cart that a page has loaded. While the page is there, nothing else loads it.
   *
   * @returns ends it; what was given stays
   */
  provide(loaded: LoadedCart, status: 'ready' | 'failed'): () => void {
    providers += 1;
    store.setState({ loaded, status });
    return () => {
      providers -= 1;
    };
  },
};

/** The visitor's cart; the component renders again when it changes. */
export function useCart(): CartState {
  return useStore(store);
}
