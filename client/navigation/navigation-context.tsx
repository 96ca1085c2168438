import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { NavigationState, NavigationStore } from './navigation-state.ts';

const NavigationContext = createContext<NavigationStore | null>(null);

/** Gives the tree the state of navigation: where we are, and whether something is on its way. */
export function NavigationProvider({ store, children }: { store: NavigationStore; children: ReactNode }) {
  return <NavigationContext value={store}>{children}</NavigationContext>;
}

/** A part of the navigation state. */
export function useNavigationState<T>(select: (state: NavigationState) => T): T {
  const store = useContext(NavigationContext);
  if (!store) throw new Error('useNavigationState works below NavigationProvider only');
  return useStore(store, select);
}
