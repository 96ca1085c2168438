import type { ListSort } from '../../../shared/rules/list-query.ts';

/** Sort order of a list whose URL contains none. */
export const defaultListSorts = {
  category: 'popularity',
  search: 'relevance',
} as const satisfies Record<string, ListSort['sort']>;
