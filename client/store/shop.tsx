import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Formats } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import type { AppState, AppStore } from './app-store.ts';

/** What every component may need to speak to people: words and figures of the site and language. */
export interface Shop {
  /** Text of a key of `locales/`, for example `t('cart.add')`, with `%{name}` values and `smart_count` plurals. */
  readonly t: Translate;
  /** Money, weights, numbers and dates as this site and language write them. */
  readonly formats: Formats;
  /** The brand's name as this site shows itself: Havero, Hafero or Havero Group. */
  readonly brand: string;
}

const ShopContext = createContext<{ shop: Shop; store: AppStore } | null>(null);

/** Gives the tree below it one store and one voice. */
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
  if (!value) throw new Error('useShop and useAppState work below ShopProvider only');
  return value;
}

/** Words and figures of the current site and language. */
export function useShop(): Shop {
  return useShopContext().shop;
}

/** A part of the state; the component renders again when that part changes. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useShopContext().store, select);
}

/** The store itself, for event handlers. */
export function useAppStore(): AppStore {
  return useShopContext().store;
}
