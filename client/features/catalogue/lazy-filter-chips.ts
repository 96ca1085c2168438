import { hydrateLazily } from '../../start/lazy-hydration.tsx';

/** Filter chips for a place without the other list controls. */
export const LazyFilterChips = hydrateLazily(
  () => import('./list-controls.tsx'),
  (module) => module.FilterChips,
);
