import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { NavigationState, NavigationStore } from './navigation-state.ts';

const NavigationContext = createContext<NavigationStore | null>(null);

/** Provides the navigation state: the current location and the pending navigation. */
export function NavigationProvider({ store, children }: { store: NavigationStore; children: ReactNode }) {
  return <NavigationContext value={store}>{children}</NavigationContext>;
}

/** Returns a part of the navigation state. */
export function useNavigationState<T>(select: (state: NavigationState) => T): T {
  const store = useContext(NavigationContext);
  if (!store) throw new Error('useNavigationState must be used within NavigationProvider');
  return useStore(store, select);
}
