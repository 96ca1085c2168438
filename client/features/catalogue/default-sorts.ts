import type { ListSort } from '../../../shared/rules/list-query.ts';

/** Order of a list whose address names none. */
export const defaultSorts = {
  category: 'popularity',
  search: 'relevance',
} as const satisfies Record<string, ListSort['sort']>;
