// One chunk: what a list needs of code only once a visitor touches it.

export { FilterChips } from './FilterChips.tsx';
export { ListControls } from './ListControls.tsx';
export { ListEnd } from './ListEnd.tsx';
