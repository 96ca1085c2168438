// One chunk with the code that a list needs only after the first interaction.

export { FilterChips } from './FilterChips.tsx';
export { ListControls } from './ListControls.tsx';
export { ListPagination } from './ListPagination.tsx';
