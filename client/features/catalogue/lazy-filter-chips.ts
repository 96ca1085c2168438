import { hydrateLazily } from '../../start/lazy-hydration.tsx';

/** The chips of a list where none of its other controls are. */
export const LazyFilterChips = hydrateLazily(
  () => import('./list-controls.tsx'),
  (module) => module.FilterChips,
);
