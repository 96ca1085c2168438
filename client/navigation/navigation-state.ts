import type { Location, NavigationType } from 'react-router';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScrollTarget } from '../../shared/rules/scroll-rules.ts';

export interface NavigationState {
  readonly location: Location;
  readonly navigationType: `${NavigationType}`;
  /** What the top progress bar shows. */
  readonly status: 'idle' | 'busy' | 'failed';
  /** A page that is not there after 200 ms is announced by its skeleton. */
  readonly isSkeletonShown: boolean;
  /** What a screen reader should say now; '' for nothing. */
  readonly announcement: string;
  /** What to do once the page of `location` is on screen. */
  readonly arrival: {
    readonly scroll: ScrollTarget;
    readonly focus: 'heading' | 'keep' | { readonly href: string };
  } | null;
}

export type NavigationStore = StoreApi<NavigationState>;

/** Navigation as every rendered page starts: at rest. */
export function createNavigationStore(location: Location): NavigationStore {
  return createStore<NavigationState>(() => ({
    location,
    navigationType: 'POP',
    status: 'idle',
    isSkeletonShown: false,
    announcement: '',
    arrival: null,
  }));
}
