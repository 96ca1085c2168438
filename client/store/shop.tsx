import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Formats } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import type { AppState, AppStore } from './app-store.ts';

/** Translations and formats of the site and language. */
export interface Shop {
  /**
   * Returns the message of a key of `locales/`, for example `t('cart.add')`, with `%{name}` values and
   * `smart_count` plurals.
   */
  readonly t: Translate;
  /** Formats money, weights, numbers and dates for this site and language. */
  readonly formats: Formats;
  /** Brand name as this site shows it: Havero, Hafero or Havero Group. */
  readonly brand: string;
}

const ShopContext = createContext<{ shop: Shop; store: AppStore } | null>(null);

/** Provides the store, translations and formats to its children. */
export function ShopProvider({
  shop,
  store,
  children,
}: {
  shop: Shop;
  store: AppStore;
  children: ReactNode;
}) {
  return <ShopContext value={{ shop, store }}>{children}</ShopContext>;
}

function useShopContext() {
  const value = useContext(ShopContext);
  if (!value) throw new Error('useShop and useAppState must be used within ShopProvider');
  return value;
}

/** Returns translations and formats of the current site and language. */
export function useShop(): Shop {
  return useShopContext().shop;
}

/** Returns a part of the state and re-renders the component when that part changes. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useShopContext().store, select);
}

/** Returns the store itself, for event handlers. */
export function useAppStore(): AppStore {
  return useShopContext().store;
}
