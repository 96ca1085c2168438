import { late } from '../../late.tsx';

/** The chips of a list where none of its other controls are. */
export const LateFilterChips = late(
  () => import('./list-controls.tsx'),
  (module) => module.FilterChips,
);
