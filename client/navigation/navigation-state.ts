import type { Location, NavigationType } from 'react-router';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScrollTarget } from '../../shared/rules/scroll-target.ts';

export interface NavigationState {
  readonly location: Location;
  readonly navigationType: `${NavigationType}`;
  /** State of the progress bar at the top. */
  readonly status: 'idle' | 'busy' | 'failed';
  /** Whether the skeleton is shown, after 200 ms of loading. */
  readonly isSkeletonVisible: boolean;
  /** Text for screen readers; '' for none. */
  readonly announcement: string;
  /** Scroll and focus target for the time when the page of `location` is rendered. */
  readonly arrival: {
    readonly scroll: ScrollTarget;
    readonly focus: 'heading' | 'keep' | { readonly href: string };
  } | null;
}

export type NavigationStore = StoreApi<NavigationState>;

/** Creates the initial navigation state of a rendered page. */
export function createNavigationStore(location: Location): NavigationStore {
  return createStore<NavigationState>(() => ({
    location,
    navigationType: 'POP',
    status: 'idle',
    isSkeletonVisible: false,
    announcement: '',
    arrival: null,
  }));
}
